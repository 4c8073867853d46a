"""The umpire: where log and rules meet.

`record` replays a log and admits entries, `judge` answers a turn, `audit` proves whole campaigns.
Commands and the robot go through here and nowhere else.
"""

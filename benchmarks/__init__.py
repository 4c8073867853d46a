"""How fast the program is, as ratios to a floor measured in the same run: `make bench`.

Times say more about the machine and its neighbours than about the program, so nothing here is judged
by a time. Two things are run alternately in short slices, and the median of their ratios is compared
with a gate, which must hold, and a goal, which is aimed at.
"""

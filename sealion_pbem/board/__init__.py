"""The board: a page in the browser on which a campaign is seen, played, signed and sent.

Every request is a function of a table and a record that was read from JSON; nothing but `shell` knows
HTTP. Nothing here knows a rule: what may be ordered comes from menus, what it comes to from previews.
"""

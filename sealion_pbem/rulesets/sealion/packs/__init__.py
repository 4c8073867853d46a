"""The data packs of Sealion as people edit them: what stands in the sheets, and what must hold of it.

The game itself reads only what `compilation` makes of them; everything here is for the owner of the
boxed game who puts in printed values, and for those who want to know where a value comes from.
"""

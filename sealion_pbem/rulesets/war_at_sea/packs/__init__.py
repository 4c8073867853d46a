"""The data pack as people edit it: what stands in the sheets, what must hold of it, how it is compiled."""

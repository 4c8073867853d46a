"""The data pack as people edit it: columns, checks, compilation, what it says of one thing."""

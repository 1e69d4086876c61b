"""Write gates: what becomes of a turn between its reading and the commit, each decision with its reason."""

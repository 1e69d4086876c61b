"""Jobs that look after the memory: declared, planned before they are done, recorded and undoable."""

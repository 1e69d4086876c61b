"""What we believe and how it changes: slots recomputed, operations recorded and undone."""

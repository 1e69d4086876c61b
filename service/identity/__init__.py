"""Which names may stand for the same entity: a pure core without database, clock or model."""

"""Chinese statements become fact candidates by patterns over clauses, with the catalogue's verbs."""

"""English statements become fact candidates by rules over spaCy's dependency parse."""

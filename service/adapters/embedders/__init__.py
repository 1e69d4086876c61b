"""Embedders behind the one port `service.ports.Embedder`; `factory.build_embedder` chooses by settings."""

"""Adapters: the parts behind the ports of `service.ports`."""

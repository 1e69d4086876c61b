"""MCP: the facade's use cases as tools, resources and prompts, over stdio and streamable HTTP."""

"""The live door (`manage.py live`): one process of asyncio for what lasts: events, MCP."""

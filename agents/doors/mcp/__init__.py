"""MCP (Model Context Protocol): the workflow as tools, issues as resources."""

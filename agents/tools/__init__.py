"""What an agent can do: one module for each tool, with its own retry policy.

- `base`: what a tool is (arguments, act, attempts) and the errors it may raise.
- `table`: every tool by name; the names are `agents.prompts.tool_names`.
- `workbench`: what a tool may know and touch during one run.
- `certification`: what code demands of an event before it may be written.
"""

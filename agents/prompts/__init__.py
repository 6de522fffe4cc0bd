"""Who the agents are: one Markdown file each, its front matter above the prompt.

- `loader`: reads the files into the roster; an unknown key is an error with its line.
- `schemas`: an event's shape in a few lines, for `{{ schema: kind }}`.
- `tool_names`: the tools a front matter may list.
"""

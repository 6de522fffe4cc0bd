"""Who thinks for an agent. A brain acts through its hands alone.

- `base`: what every brain is given (Brief, Hands, Usage, Means) and may raise.
- `table`: every brain by name, loaded when it is first asked for.
- `anthropic`: the models, by Managed Agents or by the Messages API.
- `local`: rules, no model; `scripted`: the double for tests and replays.
"""

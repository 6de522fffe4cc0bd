"""Models of Anthropic, by its SDK: two brains and what they share.

- `managed`: the agent loop runs on the platform. `remote` asks it over HTTP, `stream`
  wakes, `transcript` says what its events call for, `cleanup` puts sessions away.
- `messages`: the loop is ours. `history` keeps the turns and marks the prompt cache.
- `client`, `retries`, `tools`, `answers`, `wire`: what both need.
"""

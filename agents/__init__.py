"""How an issue gets made: log, workflow, harness, brains and tools."""

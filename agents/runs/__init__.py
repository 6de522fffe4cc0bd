"""One agent run, from the leased step to the events that settle it.

1. `harness.run` takes a leased step and asks the brains in their order (fallback).
2. `briefing` writes the brief: prompt, facts, tools as the model is told of them.
3. The brain thinks and acts through `hands`: its own tools, in its time.
4. Each tool call is claimed in the `journal` (idempotency), run, its event certified
   (`agents.tools.certification`) and staged, its answer kept with the log's line.
5. `budgets` says what it may cost; `accounting` books what it did.
6. `outcome` goes back to `agents.workers.steps`, which settles the step: all staged
   events in one transaction with what follows from them.

Besides: `leftovers` are remote sessions to archive, `replay` plays a session again, `provisioning` keeps the platform's agents,
`backfill` remembers issues of before, `tracing` and `otlp` send spans.
"""

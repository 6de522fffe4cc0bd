"""How an issue gets made: eight agents over one event log.

A Thursday: `engine.timetable` begins a session -> `workers` claim its steps ->
`runs` have an agent do one (`prompts` say who it is, `brains` think, `tools` act) ->
`events` in the log -> `workflows` decide what comes next. `desk`, `pages` show it.
"""

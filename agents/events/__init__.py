"""What a session's log may hold.

- `schema`: every kind of event, and which shape its data has.
- `brief`, `digest`, `scouting`, `requesting`: the shapes of each workflow's own kinds;
  `drafts`, `approval`, `harness`: of those that all of them have.
- `completion`: what code fills in from the tools' answers, so that no model retypes it.
- `wording`: how a person is told of an event.
- `redaction`: addresses of persons taken out of what errors say.
"""

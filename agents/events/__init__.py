"""What a session's log may hold.

- `schema`: every kind of event and the shape of its data.
- `completion`: what code fills in from the tools' answers, so that no model retypes it.
- `wording`: how a person is told of an event.
- `redaction`: addresses of persons taken out of what errors say.
"""

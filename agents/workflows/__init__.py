"""What a session does, step by step. Pure: a log goes in, a decision comes out.

- `weekly_brief`: the brief, declared as steps and where each terminal event leads.
- `digest`: nine steps to an issue in sections by topic.
- `scouts`: a planner, scouts side by side, then as the brief.
- `request`: several agents called for one answer in words.
- `certified`: what both have behind the draft: critic, verifier, delivery.
- `approval`: a person's yes before delivery.
- `table`: every workflow there is, by name and version.
- `fold`: what the lines of a session's log add up to.
- `chosen`, `drafted`: which stories, and which draft, count by then.
- `state`: the State they add up to, and what can be asked of it.
- `decide`: what comes next, given a State and a clock's time.
"""

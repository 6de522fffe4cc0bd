"""What code makes of what planner, scouts and their evaluator propose.

- `tasks`: how many may be set, and how often.
- `evidence`: on what text each story rests.
- `collecting`: what all scouts brought home, as research hands it on.
"""

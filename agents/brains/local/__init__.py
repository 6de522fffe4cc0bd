"""The brain that needs no model: information retrieval and extractive summarisation.

- `roles`: the brain, and which function plays which agent.
- one module per agent (`memory` ... `delivery`); `research` is what both desks share.
- `asking`: how they use their hands.
- `writing`: a story's sentences, chosen, reworded and put together.
"""

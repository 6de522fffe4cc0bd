"""The quality of an issue, in numbers that no model had a say in. Pure.

`compute` draws them up when an issue is verified, from the draft, what the web answered,
the stored texts and what earlier issues told; `card` is what they are, `wording` says
them to readers.
"""

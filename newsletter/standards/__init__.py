"""What an issue is held to: a newsletter's rubric and its link policy. Pure.

`outcomes` names what can come of a link or a sentence, `link_policy` says what each means,
`jurisdiction` who decides on it, `rubric` holds quotas, floors, lengths and banned words,
`tone` how an issue sounds.
"""

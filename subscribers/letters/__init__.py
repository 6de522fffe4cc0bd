"""What a letter is: `compose` makes an issue's letters once, `mime` writes the message,
`dkim` signs it, `references` name it to the outside, `preflight` looks at it last, and an
`envelope` is what transports carry.
"""

"""What comes in by webhook, mail and chat: `forms` and `mail` read it, `taking` keeps it,
`answering` answers it."""

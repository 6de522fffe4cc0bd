"""Readers' pages: `forms` parse, `views` and `preferences` act, `common` answers."""

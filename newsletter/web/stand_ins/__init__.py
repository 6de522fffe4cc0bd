"""What stands in the place of a page, although its server answers 200.

`signs` are walls and absences as data, `soft404` what titles and redirects say of a page that
is gone; `reading` asks both of a page whose text is to be told.
"""

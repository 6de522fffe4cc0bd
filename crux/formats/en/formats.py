"""Days and times of lists and forms: by the clock's 24 hours, with their zone."""

DATE_FORMAT = "j F Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "j F Y, H:i e"

"""How the desk writes dates and times, by language (FORMAT_MODULE_PATH)."""

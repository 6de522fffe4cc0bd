"""A request in words, to those who can do it: `routing` decides, `requests` has it done."""

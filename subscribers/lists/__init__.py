"""A list's way in: table (the file) -> headings, rows (each address) -> staging (once each)
-> importing (treated); its way out: exporting. csv_safety keeps cells harmless.
"""

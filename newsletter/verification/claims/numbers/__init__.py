"""Numbers as a reader reads them: amounts, units and days, and what can be worked out."""

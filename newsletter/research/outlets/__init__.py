"""Where stories come from: a table of outlets, and one module for each way to ask."""

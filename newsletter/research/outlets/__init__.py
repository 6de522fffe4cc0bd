"""Where stories come from: a table of sources, and one module for each way to ask."""

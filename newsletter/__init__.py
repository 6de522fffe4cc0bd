"""What is published: newsletters, issues, drafts, sources, citations and pages."""

"""Looking for stories: `outlets` find them, `ranking` chooses, `sample` stands in."""

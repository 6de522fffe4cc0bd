"""The labelled addresses that the checker of links is measured on."""

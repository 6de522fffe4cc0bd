"""What any text is to us: words, sentences, dates, sites, identifiers, likeness. Pure."""

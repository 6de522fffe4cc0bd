"""Whether letters would be taken as ours: DNS, TLS, sender, links, headers."""

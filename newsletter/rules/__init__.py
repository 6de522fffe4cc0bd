"""The critic's rules, grouped by what they judge; `newsletter.critique` lists them."""

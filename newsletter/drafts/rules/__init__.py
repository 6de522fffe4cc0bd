"""The critic's rules, grouped by what they judge; `newsletter.drafts.critique` lists them."""

"""Searches by words, and what stands behind one address: what scouts look things up with.

- `found`: what every search answers, and how one fails.
- `engines`: which search engine the installation asks; `searxng`, `brave`, `tavily` each
  speak to one.
- `hackernews`, `arxiv`, `reddit`: searches of one place.
- `transcript`: what is said in a video.
- `sample`: what of all this the bundled sample answers.
"""

"""Tools that look something up by words, or behind one address: what scouts have.

- `shown`: what they share: the days they look back, and how an answer is shown.
- `web_search`: the web by a search engine, or without one what can be asked for free.
- `search_stories`: what the newsletter's own outlets told.
- `search_reddit`: threads, and what is said in one.
- `search_arxiv`: papers.
- `read_transcript`: what is said in a video.
"""

"""The outlets that research asks. Edit it: a line more is an outlet more.

Each stands with what its prior, how often a story of it is worth telling, rests on.
Reviewed in November 2026, against what readers of these feeds wrote about them that year:
Qwen's feed ends in September 2025 and Replicate's blog in May 2026, so they are gone.
"""

from newsletter.research.outlets.spec import OutletSpec
from newsletter.research.story import Kind

# Publishers without a feed of their own, read through feeds that a third party
# builds from their pages: github.com/Olshansk/rss-feeds, MIT licence.
_BUILT = "https://raw.githubusercontent.com/Olshansk/rss-feeds/main/feeds/"

# Words of which a title in a broad outlet must hold one, whole and in any case.
ABOUT_MODELS = (
    "ai", "llm", "llms", "gpt", "chatgpt", "claude", "gemini", "gemma", "llama",
    "qwen", "mistral", "deepseek", "openai", "anthropic", "deepmind", "copilot",
    "cursor", "ollama", "agent", "agents", "agentic", "mcp", "rag", "prompt",
    "prompts", "transformer", "transformers", "inference", "embedding", "embeddings",
    "fine-tuning", "language model", "language models", "world models", "langextract",
    "codex", "coding agent",
)  # fmt: skip


def _feed(name: str, url: str, prior: float) -> OutletSpec:
    return OutletSpec(name, "feed", url, prior=prior)


def _broad(name: str, url: str, prior: float) -> OutletSpec:
    return OutletSpec(name, "feed", url, prior=prior, terms=ABOUT_MODELS)


def _releases(repository: str, prior: float) -> OutletSpec:
    url = f"https://github.com/{repository}/releases.atom"
    return OutletSpec(repository, "github", url, prior=prior)


OUTLETS: tuple[OutletSpec, ...] = (
    # Labs: the first to tell of their own models, which is what readers come for.
    # Nearly each model and interface of theirs is news; customer stories are ranked
    # down by their titles.
    _feed("OpenAI", "https://openai.com/news/rss.xml", 0.95),
    # The same, with fewer posts and no customer stories in between.
    _feed("Anthropic", f"{_BUILT}feed_anthropic_news.xml", 0.95),
    # Two or three posts a month, nearly all told elsewhere afterwards.
    _feed("Anthropic Engineering", f"{_BUILT}feed_anthropic_engineering.xml", 0.9),
    # Studies rather than launches, and some are told as papers too.
    _feed("Anthropic Research", f"{_BUILT}feed_anthropic_research.xml", 0.6),
    # Models and results, half of them technical.
    _feed("Google DeepMind", "https://deepmind.google/blog/rss.xml", 0.85),
    # Launches among how-to posts and round-ups.
    _feed("Google AI", "https://blog.google/technology/ai/rss/", 0.7),
    # What changes in the product itself, for everyone.
    _feed("Google Gemini", "https://blog.google/products/gemini/rss/", 0.6),
    # Interfaces and kits; its feed names no days, so it tells with others only.
    _feed("Google Developers", "https://developers.googleblog.com/rss/", 0.65),
    # Research in prose; its papers come by arXiv.
    _feed("Google Research", "https://research.google/blog/rss/", 0.6),
    # Open models, one or two posts a month.
    _feed("Mistral", "https://mistral.ai/rss.xml", 0.8),
    # Open weights, and much of it is product news for consumers.
    _feed("Meta AI", f"{_BUILT}feed_meta_ai.xml", 0.65),
    # Model launches, among announcements of deals.
    _feed("xAI", f"{_BUILT}feed_xainews.xml", 0.7),
    # Few posts, each of them picked up.
    _feed("Thinking Machines", f"{_BUILT}feed_thinkingmachines.xml", 0.8),
    # Technical throughout, rarely something to use at once.
    _feed("Microsoft Research", "https://www.microsoft.com/en-us/research/feed/", 0.5),
    # Papers with a page of their own; seldom a launch.
    _feed("Apple", "https://machinelearning.apple.com/rss.xml", 0.5),
    # Open models with data and code, four of five posts technical.
    _feed("Allen Institute for AI", "https://allenai.org/rss.xml", 0.6),
    # One careful article a month, on research that is known already.
    _feed("BAIR", "https://bair.berkeley.edu/blog/feed.xml", 0.45),
    # Two of three posts are about something else; the terms keep the third.
    _broad("Engineering at Meta", "https://engineering.fb.com/feed/", 0.5),
    # Tools: what readers install.
    # Two of three posts are technical, and many open models appear here first.
    _feed("Hugging Face", "https://huggingface.co/blog/feed.xml", 0.65),
    # Nine of ten posts are technical: features, measurements, models on day one.
    _feed("vLLM", "https://vllm.ai/blog/rss.xml", 0.65),
    # Releases and patterns of agents, with customer stories in between.
    _feed("LangChain", "https://www.langchain.com/blog/rss.xml", 0.6),
    # Short notes, each on a feature that can be tried at once.
    _feed("Ollama", "https://ollama.com/blog/rss.xml", 0.6),
    # A changelog: nothing but what is new.
    _feed("Cursor", "https://cursor.com/changelog/rss.xml", 0.75),
    # Half measurements and kernels, half partnerships.
    _feed("Together AI", "https://www.together.ai/blog/rss.xml", 0.45),
    # Deep on inference, but “now available on Modal” in between.
    _feed("Modal", "https://modal.com/blog/atom.xml", 0.4),
    # Half of it is the foundation's own affairs.
    _broad("PyTorch", "https://pytorch.org/feed/", 0.5),
    # About AI by its making, and half of it teaches.
    _broad("GitHub", "https://github.blog/ai-and-ml/feed/", 0.5),
    # More than a post a day, most for those who use its products.
    _broad("NVIDIA Developer", "https://developer.nvidia.com/blog/feed", 0.4),
    # Several posts a day, nearly all of them how-to and customers.
    _broad("AWS", "https://aws.amazon.com/blogs/machine-learning/feed/", 0.3),
    # Deep in normal weeks, five posts a day in its own innovation weeks.
    _broad("Cloudflare", "https://blog.cloudflare.com/tag/ai/rss/", 0.5),
    # Those who read along: they point to news and seldom make it.
    # Tries things on the day they appear.
    _broad("Simon Willison", "https://simonwillison.net/atom/entries/", 0.5),
    # Long conversations, a summary of the week.
    _broad("Latent Space", "https://www.latent.space/feed", 0.35),
    # Essays on training and open models.
    _broad("Interconnects", "https://www.interconnects.ai/feed", 0.35),
    # Policy and papers, once a week.
    _broad("Import AI", "https://importai.substack.com/feed", 0.3),
    # What he links to between his posts.
    OutletSpec(
        "Simon Willison on Bluesky",
        "bluesky",
        "https://bsky.app/profile/simonwillison.net",
        prior=0.35,
        terms=ABOUT_MODELS,
    ),
    # Releases: sure to be something shipped, seldom a story of the week. Those that
    # many readers build on stand higher; what only mends is ranked down by its number.
    # What many readers work in all day; most of its releases are small.
    _releases("anthropics/claude-code", 0.55),
    # The same from OpenAI, with many candidates in between.
    _releases("openai/codex", 0.5),
    # Nightlies and previews between its releases.
    _releases("google-gemini/gemini-cli", 0.45),
    # Open models are usable here on the day they appear.
    _releases("huggingface/transformers", 0.5),
    # Several packages of one repository, most of them patches.
    _releases("langchain-ai/langgraph", 0.4),
    # What the protocol can do becomes usable here first.
    _releases("modelcontextprotocol/python-sdk", 0.45),
    # New models and hardware for those who run them at home.
    _releases("ollama/ollama", 0.45),
    # Small, often, and each adds something that agents can do.
    _releases("openai/openai-agents-python", 0.5),
    # Often, and mostly support for one model or another.
    _releases("pydantic/pydantic-ai", 0.45),
    # Serving, as vLLM; fewer readers run it.
    _releases("sgl-project/sglang", 0.45),
    # Few a year tell of something new.
    _releases("stanfordnlp/dspy", 0.45),
    # What most serve open models with; its notes have figures.
    _releases("vllm-project/vllm", 0.5),
    # One tool for one task, seldom released.
    _releases("google/langextract", 0.4),
    # Its releases on GitHub are of a hundred packages; this one is what is used.
    OutletSpec("AI SDK (npm)", "npm", "https://www.npmjs.com/package/ai", prior=0.35),
    # Weights on a Mac; many small releases.
    OutletSpec("MLX LM (PyPI)", "pypi", "https://pypi.org/project/mlx-lm/", prior=0.3),
    # What others noticed: 40 points are a sign, the address says whose news it is.
    OutletSpec(
        "Hacker News",
        "hackernews",
        "https://hn.algolia.com/api/v1/search_by_date",
        kind=None,
        prior=0.4,
        terms=ABOUT_MODELS,
    ),
    # Anybody writes there: a page needs boosts, and another telling to be its face.
    OutletSpec(
        "Mastodon on LLMs",
        "mastodon",
        "https://mastodon.social/tags/LLM",
        kind=None,
        prior=0.2,
        terms=ABOUT_MODELS,
    ),
    # Papers. All of a category: the profile has to choose.
    OutletSpec(
        "arXiv",
        "arxiv",
        "https://export.arxiv.org/api/query",
        kind=Kind.PAPER,
        prior=0.5,
        terms=("cs.CL", "cs.AI", "cs.LG", "cs.MA", "cs.SE"),
    ),
    # A person put each on the list, and others voted.
    OutletSpec(
        "Hugging Face daily papers",
        "huggingface",
        "https://huggingface.co/api/daily_papers",
        kind=Kind.PAPER,
        prior=0.6,
    ),
    # In demand, with code and its stars: what Papers with Code listed.
    OutletSpec(
        "Hugging Face trending papers",
        "huggingface",
        "https://huggingface.co/api/daily_papers?sort=trending",
        kind=Kind.PAPER,
        prior=0.6,
    ),
)

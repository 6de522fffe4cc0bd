"""The outlets that research asks. Edit it: a line more is an outlet more.

Priors come from experience, not from a measurement: nearly all that tells a launch
worth a newsletter's space from others is who published it.
"""

from newsletter.research.outlets.registry import checked
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


OUTLETS: tuple[OutletSpec, ...] = checked(
    (
        # Labs
        _feed("OpenAI", "https://openai.com/news/rss.xml", 0.95),
        _feed("Anthropic", f"{_BUILT}feed_anthropic_news.xml", 0.95),
        _feed("Anthropic Engineering", f"{_BUILT}feed_anthropic_engineering.xml", 0.9),
        _feed("Google DeepMind", "https://deepmind.google/blog/rss.xml", 0.85),
        _feed("Google AI", "https://blog.google/technology/ai/rss/", 0.7),
        _feed("Google Developers", "https://developers.googleblog.com/rss/", 0.65),
        _feed("Google Research", "https://research.google/blog/rss/", 0.6),
        # Qwen's newer posts stand at qwen.ai, which has no feed.
        _feed("Qwen", "https://qwenlm.github.io/blog/index.xml", 0.8),
        _feed("Mistral", "https://mistral.ai/rss.xml", 0.8),
        _feed("xAI", f"{_BUILT}feed_xainews.xml", 0.7),
        _feed("Thinking Machines", f"{_BUILT}feed_thinkingmachines.xml", 0.8),
        _feed(
            "Microsoft Research", "https://www.microsoft.com/en-us/research/feed/", 0.5
        ),
        _feed("Apple", "https://machinelearning.apple.com/rss.xml", 0.5),
        _feed("Allen Institute for AI", "https://allenai.org/rss.xml", 0.6),
        _feed("BAIR", "https://bair.berkeley.edu/blog/feed.xml", 0.5),
        _broad("Engineering at Meta", "https://engineering.fb.com/feed/", 0.5),
        # Tools
        _feed("Hugging Face", "https://huggingface.co/blog/feed.xml", 0.65),
        _feed("vLLM", "https://vllm.ai/blog/rss.xml", 0.65),
        _feed("LangChain", "https://www.langchain.com/blog/rss.xml", 0.6),
        _feed("Ollama", "https://ollama.com/blog/rss.xml", 0.6),
        _feed("Cursor", "https://cursor.com/changelog/rss.xml", 0.75),
        _feed("Together AI", "https://www.together.ai/blog/rss.xml", 0.45),
        _feed("Replicate", "https://replicate.com/blog/rss", 0.4),
        _broad("PyTorch", "https://pytorch.org/feed/", 0.5),
        _broad("GitHub", "https://github.blog/ai-and-ml/feed/", 0.5),
        _broad("NVIDIA Developer", "https://developer.nvidia.com/blog/feed", 0.4),
        _broad("AWS", "https://aws.amazon.com/blogs/machine-learning/feed/", 0.3),
        _broad("Cloudflare", "https://blog.cloudflare.com/tag/ai/rss/", 0.5),
        # Those who read along
        _broad("Simon Willison", "https://simonwillison.net/atom/entries/", 0.5),
        _broad("Latent Space", "https://www.latent.space/feed", 0.35),
        _broad("Interconnects", "https://www.interconnects.ai/feed", 0.35),
        _broad("Import AI", "https://importai.substack.com/feed", 0.3),
        # Releases
        _releases("anthropics/claude-code", 0.55),
        _releases("huggingface/transformers", 0.5),
        _releases("langchain-ai/langgraph", 0.4),
        _releases("modelcontextprotocol/python-sdk", 0.45),
        _releases("ollama/ollama", 0.45),
        _releases("openai/openai-agents-python", 0.5),
        _releases("pydantic/pydantic-ai", 0.45),
        _releases("stanfordnlp/dspy", 0.45),
        _releases("vllm-project/vllm", 0.5),
        _releases("google/langextract", 0.4),
        # What others noticed
        OutletSpec(
            "Hacker News",
            "hackernews",
            "https://hn.algolia.com/api/v1/search_by_date",
            kind=None,
            prior=0.4,
            terms=ABOUT_MODELS,
        ),
        # Papers
        OutletSpec(
            "arXiv",
            "arxiv",
            "https://export.arxiv.org/api/query",
            kind=Kind.PAPER,
            prior=0.5,
            terms=("cs.CL", "cs.AI", "cs.LG", "cs.MA", "cs.SE"),
        ),
        OutletSpec(
            "Hugging Face daily papers",
            "huggingface",
            "https://huggingface.co/api/daily_papers",
            kind=Kind.PAPER,
            prior=0.6,
        ),
    )
)

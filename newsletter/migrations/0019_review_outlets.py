"""Adds the outlets that Crux ships since, and switches off two that fell silent.

What an operator has changed stays changed; where nothing is stored, nothing is added.
"""

from django.db import migrations

BUILT = "https://raw.githubusercontent.com/Olshansk/rss-feeds/main/feeds/"
# What a title of these must hold, whole and in any case.
ABOUT_MODELS = (
    "ai llm llms gpt chatgpt claude gemini gemma llama qwen mistral deepseek openai "
    "anthropic deepmind copilot cursor ollama agent agents agentic mcp rag prompt prompts "
    "transformer transformers inference embedding embeddings fine-tuning langextract codex"
).split() + ["language model", "language models", "world models", "coding agent"]
NEW = (
    ("Anthropic Research", "feed", f"{BUILT}feed_anthropic_research.xml", "launch", 0.6, []),
    ("Google Gemini", "feed", "https://blog.google/products/gemini/rss/", "launch", 0.6, []),
    ("Meta AI", "feed", f"{BUILT}feed_meta_ai.xml", "launch", 0.65, []),
    ("Modal", "feed", "https://modal.com/blog/atom.xml", "launch", 0.4, []),
    ("Simon Willison on Bluesky", "bluesky", "https://bsky.app/profile/simonwillison.net",
     "launch", 0.35, ABOUT_MODELS),
    ("openai/codex", "github", "https://github.com/openai/codex/releases.atom",
     "launch", 0.5, []),
    ("google-gemini/gemini-cli", "github",
     "https://github.com/google-gemini/gemini-cli/releases.atom", "launch", 0.45, []),
    ("sgl-project/sglang", "github", "https://github.com/sgl-project/sglang/releases.atom",
     "launch", 0.45, []),
    ("AI SDK (npm)", "npm", "https://www.npmjs.com/package/ai", "launch", 0.35, []),
    ("MLX LM (PyPI)", "pypi", "https://pypi.org/project/mlx-lm/", "launch", 0.3, []),
    ("Mastodon on LLMs", "mastodon", "https://mastodon.social/tags/LLM", "", 0.2,
     ABOUT_MODELS),
    ("Hugging Face trending papers", "huggingface",
     "https://huggingface.co/api/daily_papers?sort=trending", "paper", 0.6, []),
)
SILENT = (
    ("Qwen", "https://qwenlm.github.io/blog/index.xml"),
    ("Replicate", "https://replicate.com/blog/rss"),
)


def review(apps, schema_editor):
    outlets = apps.get_model("newsletter", "Outlet").objects
    if not outlets.exists():
        return
    for name, url in SILENT:
        outlets.filter(name=name, url=url).update(is_active=False)
    for name, how, url, kind, prior, terms in NEW:
        if outlets.filter(url=url).exists():
            continue
        told = {"how": how, "url": url, "kind": kind, "prior": prior, "terms": list(terms)}
        outlets.get_or_create(name=name, defaults=told)


class Migration(migrations.Migration):
    dependencies = [("newsletter", "0018_withdrawn_issues")]
    operations = [migrations.RunPython(review, migrations.RunPython.noop)]

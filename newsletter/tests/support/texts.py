"""A text that sentences and quotes are held to."""

TEXT = (
    "OpenAI released gpt-oss-120b and gpt-oss-20b on August 5, 2025, under the Apache "
    "2.0 license. The 20B model needs 16GB of memory and scores 71.2% on SWE-bench "
    "Verified, 3.2x faster than o3-mini with a 131,072-token context. Large language "
    "models improve accuracy by 3.24 points; it cost $6.58 billion and took 90 minutes."
    " It does not run on phones. Error falls from 10 to 20%. A share of 0.415 remained."
)

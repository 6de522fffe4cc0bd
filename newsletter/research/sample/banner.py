"""What readers of an issue made from the sample must know. Pure."""

BANNER = (
    "Demonstration: the bundled sample of 31 July to 7 August 2025, not this week’s "
    "news. Launch texts are retold in our own words, so a passage quoted from one is a "
    "quote of the bundled copy, not of its publisher. Points and votes are round "
    "stand-ins, some failures are planted, what stands under .example is invented, and "
    "links were checked against the bundled copies, not the web."
)

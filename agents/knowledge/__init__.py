"""What operators want agents to know, and to sound like: `documents`, `importing`."""

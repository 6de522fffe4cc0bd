"""What names the world knows: who makes what, and what places are called elsewhere."""

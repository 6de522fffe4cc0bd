"""What readers want of their letters: choosing, and sums for those who run the newsletter."""

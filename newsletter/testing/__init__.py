"""What tests of every floor share: labelled addresses, and how many examples are tried."""

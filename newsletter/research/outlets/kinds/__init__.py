"""The kinds of outlets, each a module that ends with its `KIND`."""

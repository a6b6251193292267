"""Every channel but mail: feeds, pushes, webhooks and the rest, and what goes when by which."""

"""Whole tables under load while web, worker, beat, broker and database are killed. `make torture` runs 100 rounds."""

"""The pages: each view reads a request, calls one service or selector, and renders."""

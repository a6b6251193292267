"""Telling people: what is to be told, whether it still holds, the mail made of it, and the way it goes."""

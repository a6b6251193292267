"""The rules of every title: pure Python over frozen values, without Django, clock, input or output."""

"""Changes the code in small ways and asks the tests whether they notice."""

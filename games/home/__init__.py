"""First page, my games, titles and rules. Nothing imports it but urls. It may import any room."""

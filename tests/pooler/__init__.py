"""The site behind PgBouncer, which gives each transaction whatever connection is free."""

"""Everything that is read from the database and changes nothing."""

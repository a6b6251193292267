"""Programs that measure, attack and tune the site. The site imports none of them; README.md says what each is for."""

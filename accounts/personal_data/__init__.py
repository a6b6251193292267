"""Export and deletion of accounts, a week after the request.

`games.personal_data`, suspensions and urls may import it. It imports models, emails, services and sign_in.
"""

"""The pages for a user's preferences and face.

Nothing imports it but urls. It imports models, services and sign_in.
"""

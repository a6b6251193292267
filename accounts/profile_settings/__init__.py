"""The pages on which a person sets what they like, and their face.

Nothing imports it but urls. It imports models, services and sign_in.
"""

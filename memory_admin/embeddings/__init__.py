"""The extra `embeddings`: a model in a process of its own, behind the address embedding services have.

Native code reads untrusted text there, away from the database and the site. Nothing of Django is imported.
"""

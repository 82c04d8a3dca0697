"""Settings for all tests. Shared test code lives in modules beside this file, imported by their names."""

from hypothesis import settings

settings.register_profile("project", deadline=None, derandomize=True)
settings.load_profile("project")

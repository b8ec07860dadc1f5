"""What the tests of violations begin with: the stage of the pages."""

from tests.pages.conftest import scene

__all__ = ["scene"]

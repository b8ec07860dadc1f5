"""The site and the API as the server runs them: memory_admin.wsgi behind the gate."""

from memory_admin.wsgi import application as site  # isort: skip

import memory_admin.urls  # noqa: F401
from memory_admin.gate import Gate

application = Gate(site)

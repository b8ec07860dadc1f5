"""The site and the API as the server runs them: memory_admin.wsgi behind the gate."""

from memory_admin.gate import Gate
from memory_admin.wsgi import application as site

application = Gate(site)

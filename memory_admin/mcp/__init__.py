"""The door for agents that speak the Model Context Protocol: tools over the services REST calls."""

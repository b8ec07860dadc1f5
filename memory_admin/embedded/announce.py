"""What `up` prints once everything is ready."""

import dataclasses
import json

from memory_admin.embedded import places
from memory_admin.embedded.first_steps import FirstSteps

TEXT = """
Memory Admin is ready: {url}

  Sign in (works once)   {admin_link}
  Then, step by step     {url}/first-steps/
  Token of an agent      {token}
  Recall something       {curl}
  Agents over MCP        {mcp_url}

Ctrl-C stops everything; your data stays.
"""


def announce(port: int, steps: FirstSteps, pids: dict[str, int], *, as_json: bool) -> None:
    """Print how to reach it, for a person or as one line of JSON for a script."""
    addresses = {"url": f"http://{places.LOCALHOST}:{port}", "mcp_url": places.mcp_url(port)}
    if as_json:
        facts = {**addresses, "admin_link": steps.admin_link, "token": steps.token}
        print(json.dumps(facts | {"pids": pids}), flush=True)
    else:
        print(TEXT.format(**addresses, **dataclasses.asdict(steps)), flush=True)

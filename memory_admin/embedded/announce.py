"""What `up` prints once everything is ready."""

import dataclasses
import json

from memory_admin.embedded.first_steps import FirstSteps

TEXT = """
Memory Admin is ready: {url}

  Sign in (works once)   {admin_link}
  Token of an agent      {token}
  Recall something       {curl}

Ctrl-C stops everything; your data stays.
"""


def announce(url: str, steps: FirstSteps, pids: dict[str, int], *, as_json: bool) -> None:
    """Print how to reach it, for a person or as one line of JSON for a script."""
    if as_json:
        facts = {"url": url, "mcp_url": None, "admin_link": steps.admin_link, "token": steps.token}
        print(json.dumps(facts | {"pids": pids}), flush=True)
    else:
        print(TEXT.format(url=url, **dataclasses.asdict(steps)), flush=True)

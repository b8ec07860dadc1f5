"""Where search by meaning gets its vectors: a service the settings name, or a model that `up` serves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from memory_admin.embedded import places
from memory_admin.embedded.home import LOCAL_PREFIX, Home
from memory_admin.embeddings.model import is_model, lacking, name_of

URL: Final = "MEMORY_ADMIN_EMBEDDINGS_URL"
MODEL: Final = "MEMORY_ADMIN_EMBEDDINGS_MODEL"
FOLDER: Final = "MEMORY_ADMIN_EMBEDDINGS_FOLDER"


@dataclass(frozen=True, slots=True)
class Served:
    """A model to serve on this machine: where it is, what its vectors are filed under, on which port."""

    place: str
    name: str
    port: int


def is_elsewhere(home: Home, settings: Mapping[str, str]) -> bool:
    """Tell whether the settings name a service that is not the one an earlier `up` started."""
    given = settings.get(URL) or settings.get("EMBEDDINGS_URL") or ""
    file = _port_file(home)
    ours = file.is_file() and given == _url(file.read_text().strip())
    return bool(given) and not ours


def served_here(home: Home, settings: Mapping[str, str]) -> Served | None:
    """Return the model to serve, where the extra is installed and a folder or a name to fetch is known."""
    if lacking():
        return None
    folder = Path(settings.get(FOLDER) or home.path / "embedding-model").expanduser().absolute()
    if is_model(folder):
        return Served(str(folder), name_of(folder), places.stored_port(_port_file(home)))
    name = settings.get(MODEL, "")
    return Served(name, name, places.stored_port(_port_file(home))) if "/" in name else None


def settings_of(served: Served | None) -> dict[str, str]:
    """Return what .env says of it; nothing served is search by words alone."""
    return {URL: ""} if served is None else {URL: _url(str(served.port)), MODEL: served.name}


def _port_file(home: Home) -> Path:
    return home.path / "embeddings-port"


def _url(port: str) -> str:
    return f"{LOCAL_PREFIX}{port}/v1"

"""Models that turn text into vectors: in a folder (model.onnx, tokenizer.json), or fetched by fastembed."""

from __future__ import annotations

import hashlib
import importlib.util
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, Protocol

MODEL_FILE: Final = "model.onnx"
TOKENIZER_FILE: Final = "tokenizer.json"
NEEDED: Final = ("onnxruntime", "tokenizers", "numpy")
MOST_TOKENS: Final = 256
_AT_ONCE: Final = 32


class CannotLoad(Exception):
    """The model cannot be used; the message says what to do."""


class Model(Protocol):
    """Anything that turns texts into vectors."""

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Return a unit vector for each text."""


def lacking() -> str:
    """Return a package of the extra that is not installed, empty where it is whole."""
    return next((name for name in NEEDED if importlib.util.find_spec(name) is None), "")


def is_model(folder: Path) -> bool:
    """Tell whether a folder holds what a local model needs."""
    return (folder / MODEL_FILE).is_file() and (folder / TOKENIZER_FILE).is_file()


def name_of(folder: Path) -> str:
    """Return what vectors of a folder's model are filed under: its name and what is in it."""
    digest = hashlib.sha256()
    for name in (MODEL_FILE, TOKENIZER_FILE):
        with (folder / name).open("rb") as stream:
            while block := stream.read(1 << 20):
                digest.update(block)
    return f"{folder.name}-{digest.hexdigest()[:12]}"


def load(place: str, *, threads: int) -> Model:
    """Return the model in a folder, or of a name that fastembed knows; raises CannotLoad."""
    if lack := lacking():
        raise CannotLoad(f"{lack} is not installed: pip install '.[embeddings]' in the checkout")
    if is_model(Path(place)):
        return LocalModel(Path(place), threads)
    if Path(place).is_dir():
        raise CannotLoad(f"{place} needs {MODEL_FILE} and {TOKENIZER_FILE}")
    return FetchedModel(place, threads)


class LocalModel:
    """A sentence transformer in ONNX: the mean of its last layer over the text's tokens, of length one."""

    def __init__(self, folder: Path, threads: int) -> None:
        import onnxruntime
        from tokenizers import Tokenizer

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        try:
            self._tokenizer = Tokenizer.from_file(str(folder / TOKENIZER_FILE))
            self._session = onnxruntime.InferenceSession(str(folder / MODEL_FILE), options)
        except Exception as error:  # what either raises for a broken file is not documented
            raise CannotLoad(f"the model in {folder} cannot be read ({type(error).__name__})") from error
        self._tokenizer.enable_truncation(MOST_TOKENS)
        self._tokenizer.enable_padding()
        self._inputs = {one.name for one in self._session.get_inputs()}

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Return a unit vector for each text; texts of like length go through together."""
        order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
        found: list[list[float]] = [[] for _ in texts]
        for start in range(0, len(order), _AT_ONCE):
            places = order[start : start + _AT_ONCE]
            for place, vector in zip(places, self._through([texts[one] for one in places]), strict=True):
                found[place] = vector
        return found

    def _through(self, texts: list[str]) -> list[list[float]]:
        import numpy

        tokens = self._tokenizer.encode_batch(texts)
        ids = numpy.array([one.ids for one in tokens], dtype=numpy.int64)
        mask = numpy.array([one.attention_mask for one in tokens], dtype=numpy.int64)
        given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": numpy.zeros_like(ids)}
        layer: Any = self._session.run(None, {name: given[name] for name in self._inputs})[0]
        pooled = (layer * mask[:, :, None]).sum(axis=1) / mask.sum(axis=1)[:, None]
        vectors: list[list[float]] = (pooled / numpy.linalg.norm(pooled, axis=1, keepdims=True)).tolist()
        return vectors


class FetchedModel:
    """A model that fastembed fetches on first use."""

    def __init__(self, name: str, threads: int) -> None:
        try:
            from fastembed import TextEmbedding
        except ImportError as error:
            raise CannotLoad(f"{name} is no folder, and fastembed is not installed") from error
        try:
            self._model = TextEmbedding(model_name=name, threads=threads)
        except Exception as error:  # an unknown name, or no way out of this network
            raise CannotLoad(f"{name} cannot be fetched: name a folder with {MODEL_FILE} instead") from error

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Return a unit vector for each text."""
        return [vector.tolist() for vector in self._model.embed(list(texts), batch_size=_AT_ONCE)]

"""All programs of the scoreboard, by family: the maker, and the package that the model is from."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ... import model_programs as models
from ...model_programs import Model


class Entry(NamedTuple):
    """One program. The docstring of `make` is its description."""

    family: str
    package: str
    make: Callable[[], Model]
    devices: int = 1


ROWS = (
    Entry("language", "flax", models.flax_transformer),
    Entry("language", "flax", models.flax_weight_norm),
    Entry("language", "flax", models.flax_bf16),
    Entry("vision", "flax", models.flax_batch_norm),
    Entry("vision", "flax", models.flax_cnn_weight_norm),
    Entry("loops", "flax", models.flax_scan),
    Entry("vision", "flax", models.flax_vit),
    Entry("initialisation", "flax", models.flax_initialisation),
    Entry("vision", "keras", models.keras_mobilenet),
    Entry("vision", "keras", models.keras_efficientnet),
    Entry("vision", "keras", models.keras_densenet),
    Entry("vision", "keras", models.keras_resnet),
    Entry("language", "keras-hub", models.keras_hub_llama),
    Entry("language", "transformers", models.huggingface_small_gpt2),
    Entry("language", "transformers", models.huggingface_roberta),
    Entry("language", "transformers", models.huggingface_llama),
    Entry("vision", "transformers", models.huggingface_vit),
    Entry("language", "transformers", models.huggingface_bert),
    Entry("language", "transformers", models.huggingface_gpt2),
    Entry("vision", "torch", models.torch_batch_norm),
    Entry("vision", "torch", models.torch_weight_norm),
    Entry("language", "torch", models.torch_bert),
    Entry("language", "torch", models.torch_llama),
    Entry("small networks", "equinox", models.equinox_mlp),
    Entry("vision", "equinox", models.equinox_weight_norm),
    Entry("language", "equinox", models.equinox_transformer),
    Entry("training", "optax", models.optax_step),
    Entry("generation", "jax", models.sampling),
)
CATALOGUE = {row.make.__name__: row for row in ROWS}
"""By the name of the maker."""

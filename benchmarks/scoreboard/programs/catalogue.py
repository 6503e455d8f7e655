"""All programs of the scoreboard, by family: the maker, and the package that the model is from."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ... import model_programs as models
from ...model_programs import Model
from . import learning, science


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
    Entry("science", "jax", science.poisson_fft),
    Entry("science", "jax", science.navier_stokes),
    Entry("science", "jax", science.heat_equation),
    Entry("science", "jax", science.mel_spectrogram),
    Entry("science", "jax", science.interpolation_table),
    Entry("science", "jax", science.ray_casting),
    Entry("science", "jax", science.n_body),
    Entry("science", "jax", science.kalman_filter),
    Entry("science", "jax", science.discrete_cosines),
    Entry("science", "jax", science.gaussian_pyramid),
    Entry("differential equations", "diffrax", science.diffrax_lotka_volterra),
    Entry("differential equations", "diffrax", science.diffrax_neural_ode),
    Entry("differential equations", "diffrax", science.diffrax_stiff),
    Entry("science", "interpax", science.interpax_spline),
    Entry("physics", "mujoco-mjx", science.mjx_pendulum),
    Entry("physics", "brax", science.brax_pendulum),
    Entry("physics", "jax-md", science.jax_md_lennard_jones),
    Entry("probability", "numpyro", science.numpyro_eight_schools),
    Entry("probability", "numpyro", science.numpyro_nuts),
    Entry("probability", "blackjax", science.blackjax_hmc),
    Entry("probability", "distrax", science.distrax_flow),
    Entry("small networks", "dm-haiku", learning.haiku_mlp),
    Entry("small networks", "dm-haiku", learning.haiku_lstm),
    Entry("vision", "dm-haiku", learning.haiku_resnet),
    Entry("small networks", "jraph", learning.jraph_network),
    Entry("vision", "keras", learning.keras_xception),
    Entry("small networks", "keras", learning.keras_gru),
    Entry("language", "keras-hub", learning.keras_hub_bert),
    Entry("language", "torch", learning.torch_gpt2),
    Entry("language", "torch", learning.torch_encoder),
    Entry("vision", "torch", learning.torch_vit),
    Entry("training", "optax", learning.optax_adam_donated),
    Entry("training", "optax", learning.optax_adafactor),
    Entry("training", "optax", learning.optax_lion_accumulated),
    Entry("training", "jax", learning.dropout_training),
    Entry("generation", "jax", learning.cached_generation),
    Entry("generation", "jax", learning.beam_search),
    Entry("quantised", "jax", learning.int8_weights),
    Entry("quantised", "jax", learning.int4_weights),
    Entry("quantised", "jax", learning.float8_weights),
    Entry("quantised", "jax", learning.int8_convolutions),
    Entry("devices", "jax", learning.sharded_perceptron, 4),
    Entry("devices", "jax", learning.sharded_training, 4),
    Entry("unknown sizes", "jax", learning.symbolic_batch),
    Entry("unknown sizes", "jax", learning.symbolic_pooling),
    Entry("initialisation", "jax", learning.random_initialisation),
)
CATALOGUE = {row.make.__name__: row for row in ROWS}
"""By the name of the maker."""

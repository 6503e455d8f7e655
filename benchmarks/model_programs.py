"""Real models of several producers, with random weights: nothing is downloaded.

A maker builds one model and gives its function, its weights, and the arguments to run it with. Makers raise `Absent`
where a package is missing.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple
from unittest.mock import MagicMock

import numpy as np

from xdsl_stablehlo.values.element_types import Array

from .peers import Absent, optional


class Model(NamedTuple):
    """A function of weights and arguments, with both."""

    function: Callable[..., Any]
    """Its first parameter has the name `weights`."""
    weights: Any
    """A pytree of arrays."""
    arguments: tuple[Any, ...]
    """Pytrees of arrays."""
    symbolic: tuple[str, ...] = ()
    """The shapes of the arguments where sizes are unknown, as `jax.export` reads them."""
    donated: tuple[int, ...] = ()
    """Which leaves of the arguments a call may overwrite."""
    placed: Callable[[], Sequence[Any]] | None = None
    """Gives the shardings of all leaves, those of the weights first, in a process with as many devices."""

    @property
    def closed(self) -> Callable[..., Any]:
        """The function of the arguments alone: the weights are constants of it."""
        return partial(self.function, self.weights)


def normal(*shape: int) -> Array:
    """Numbers in f32 from a normal distribution, always the same."""
    return np.random.default_rng(0).normal(size=shape).astype(np.float32)


def tokens(count: int, length: int) -> Array:
    """Numbers of tokens below 1000, always the same, of this shape."""
    return np.random.default_rng(1).integers(0, 1000, (count, length)).astype(np.int32)


# ---- flax ----


def _transformer(width: int, depth: int, heads: int, dtype: str = "float32", norm: bool = False) -> Any:
    """A pre-norm transformer of flax's own parts, with learned positions; `norm` is for normalised dense weights."""
    nn, jnp = optional("flax.linen"), optional("jax.numpy")
    wrapped: Callable[[Any], Any] = nn.WeightNorm if norm else lambda layer: layer

    class Block(nn.Module):
        @nn.compact
        def __call__(self, x: Any, mask: Any = None) -> Any:
            y = nn.LayerNorm(dtype=dtype)(x)
            x = x + nn.MultiHeadDotProductAttention(num_heads=heads, dtype=dtype)(y, mask=mask)
            y = wrapped(nn.Dense(4 * width, dtype=dtype))(nn.LayerNorm(dtype=dtype)(x))
            return x + wrapped(nn.Dense(width, dtype=dtype))(nn.gelu(y))

    class Transformer(nn.Module):
        vocabulary: int = 0

        @nn.compact
        def __call__(self, x: Any) -> Any:
            mask = nn.make_causal_mask(x) if self.vocabulary else None
            if self.vocabulary:
                x = nn.Embed(self.vocabulary, width, dtype=dtype)(x)
            else:
                x = nn.Conv(width, (16, 16), strides=(16, 16))(x).reshape(x.shape[0], -1, width)
            x = x + self.param("positions", nn.initializers.normal(0.02), (1, x.shape[1], width), dtype)
            for _ in range(depth):
                x = Block()(x, mask)
            x = nn.LayerNorm(dtype=dtype)(x)
            x = x if self.vocabulary else jnp.mean(x, axis=1)
            return nn.Dense(self.vocabulary or 1000, dtype=dtype)(x)

    return Transformer


def _flax(model: Any, *arguments: Array, **options: Any) -> Model:
    """A model of flax with weights from a fixed key; `options` are those of its calls."""
    jax = optional("jax")
    weights = jax.jit(partial(model.init, **options))(jax.random.key(0), *arguments)

    def run(weights: Any, *arguments: Any) -> Any:
        return model.apply(weights, *arguments, **options)

    return Model(run, weights, arguments)


def flax_vit() -> Model:
    """flax (linen): a ViT-B/16, 86M parameters."""
    return _flax(_transformer(768, 12, 12)(), normal(1, 224, 224, 3))


def flax_initialisation() -> Model:
    """flax (linen): 134M parameters of a language model made inside of `jit`, from a fixed key."""
    jax, model = optional("jax"), _transformer(768, 12, 12)(32000)
    given = tokens(1, 128)

    def initialise(weights: Any) -> Any:
        return jax.tree.leaves(model.init(jax.random.key(0), given))

    return Model(initialise, (), ())


def flax_transformer() -> Model:
    """flax (linen): a language model of four layers of width 128."""
    return _flax(_transformer(128, 4, 4)(1000), tokens(2, 64))


def flax_weight_norm() -> Model:
    """`flax_transformer` with weight norm in its perceptrons."""
    return _flax(_transformer(128, 4, 4, norm=True)(1000), tokens(2, 64))


def flax_bf16() -> Model:
    """`flax_transformer` with weights in f32 that computes in bf16."""
    return _flax(_transformer(128, 4, 4, "bfloat16")(1000), tokens(2, 64))


def flax_large_weight_norm() -> Model:
    """flax (linen): a language model of six layers of width 1024 with weight norm, 85M parameters."""
    return _flax(_transformer(1024, 6, 16, norm=True)(4096), tokens(1, 64))


def flax_large_bf16() -> Model:
    """flax (linen): a language model of 16 layers of width 1280 with weights in f32 that computes in bf16, 1.4 GB."""
    return _flax(_transformer(1280, 16, 16, "bfloat16")(16000), tokens(1, 16))


def flax_scan() -> Model:
    """flax (linen): `nn.scan` over 24 layers with weight norm."""
    nn = optional("flax.linen")

    class Layer(nn.Module):
        @nn.compact
        def __call__(self, x: Any, _: Any) -> Any:
            y = nn.WeightNorm(nn.Dense(1280))(nn.LayerNorm()(x))
            return x + nn.WeightNorm(nn.Dense(320))(nn.gelu(y)), None

    class Stack(nn.Module):
        @nn.compact
        def __call__(self, x: Any) -> Any:
            layers = nn.scan(Layer, {"params": 0}, split_rngs={"params": True}, length=24)
            return layers()(x, None)[0]

    return _flax(Stack(), normal(32, 320))


def _flax_cnn(norm: bool) -> Model:
    nn, jnp = optional("flax.linen"), optional("jax.numpy")

    class Network(nn.Module):
        @nn.compact
        def __call__(self, x: Any) -> Any:
            for width in (32, 64, 128):
                if norm:
                    x = nn.relu(nn.WeightNorm(nn.Conv(width, (3, 3), (2, 2)))(x))
                else:
                    x = nn.Conv(width, (3, 3), (2, 2), use_bias=False)(x)
                    x = nn.relu(nn.BatchNorm(use_running_average=True)(x))
            head = nn.WeightNorm(nn.Dense(10)) if norm else nn.Dense(10)
            return head(jnp.mean(x, axis=(1, 2)))

    return _flax(Network(), normal(2, 32, 32, 3))


def flax_batch_norm() -> Model:
    """flax (linen): three convolutions with batch norm."""
    return _flax_cnn(norm=False)


def flax_cnn_weight_norm() -> Model:
    """flax (linen): three convolutions and a head with weight norm."""
    return _flax_cnn(norm=True)


# ---- Keras ----


def keras_model(make: Callable[[Any], Any], *arguments: Array, names: Sequence[str] = ()) -> Model:
    """A model of Keras on JAX, from what `make` takes of the package; `names` are those of several inputs."""
    os.environ["KERAS_BACKEND"] = "jax"
    keras = optional("keras")
    keras.utils.set_random_seed(0)
    model = make(keras)
    weights = [v.value for v in model.trainable_variables], [v.value for v in model.non_trainable_variables]

    def run(weights: Any, *inputs: Any) -> Any:
        given = dict(zip(names, inputs, strict=True)) if names else inputs[0]
        return model.stateless_call(*weights, given, training=False)[0]

    return Model(run, weights, arguments)


def keras_resnet() -> Model:
    """Keras on JAX: its ResNet-50, 26M parameters."""
    return keras_model(lambda keras: keras.applications.ResNet50(weights=None), normal(1, 224, 224, 3))


def keras_mobilenet() -> Model:
    """Keras on JAX: its MobileNetV2, 3.5M parameters."""
    return keras_model(lambda keras: keras.applications.MobileNetV2(weights=None), normal(1, 224, 224, 3))


def keras_efficientnet() -> Model:
    """Keras on JAX: its EfficientNetB0, 5.3M parameters."""
    return keras_model(lambda keras: keras.applications.EfficientNetB0(weights=None), normal(1, 224, 224, 3))


def keras_densenet() -> Model:
    """Keras on JAX: its DenseNet-121, 8M parameters."""
    return keras_model(lambda keras: keras.applications.DenseNet121(weights=None), normal(1, 224, 224, 3))


def keras_hub_llama() -> Model:
    """KerasHub on JAX: the backbone of a Llama, four layers of width 128."""

    def make(_: Any) -> Any:
        return optional("keras_hub").models.LlamaBackbone(
            vocabulary_size=1000,
            num_layers=4,
            num_query_heads=4,
            num_key_value_heads=2,
            hidden_dim=128,
            intermediate_dim=256,
        )

    return keras_model(make, tokens(2, 32), np.ones((2, 32), np.int32), names=("token_ids", "padding_mask"))


# ---- transformers ----


def _huggingface(name: str, config: Callable[[Any], Any], *arguments: Array) -> Model:
    """A model of `transformers` for Flax, whose releases from 5 on have none. Raises `Absent`."""
    transformers, jnp = optional("transformers"), optional("jax.numpy")
    found = getattr(transformers, name, None)
    if found is None:
        raise Absent("No module named 'transformers<5'")
    model = found(config(transformers), seed=0)

    def run(weights: Any, inputs: Any, *others: Any) -> Any:
        return model(inputs, *[jnp.asarray(other) for other in others], params=weights)[0]

    return Model(run, model.params, arguments)


SMALL = {
    "vocab_size": 1000,
    "hidden_size": 128,
    "num_hidden_layers": 4,
    "num_attention_heads": 4,
    "intermediate_size": 256,
}
"""A small configuration, for all models of `transformers` that have these settings."""


def huggingface_bert() -> Model:
    """HuggingFace's Flax BERT (base), 110M parameters."""
    mask = np.ones((2, 128), np.int32)
    mask[1, 100:] = 0
    name = "FlaxBertForSequenceClassification"
    return _huggingface(name, lambda module: module.BertConfig(), tokens(2, 128), mask)


def huggingface_gpt2() -> Model:
    """HuggingFace's Flax GPT-2, 12 layers of width 1024, 204M parameters."""

    def config(module: Any) -> Any:
        return module.GPT2Config(n_layer=12, n_embd=1024, n_head=16)

    return _huggingface("FlaxGPT2LMHeadModel", config, tokens(1, 256))


def huggingface_small_gpt2() -> Model:
    """HuggingFace's Flax GPT-2, four layers of width 128."""

    def config(module: Any) -> Any:
        return module.GPT2Config(vocab_size=1000, n_positions=128, n_layer=4, n_embd=128, n_head=4)

    return _huggingface("FlaxGPT2LMHeadModel", config, tokens(1, 32))


def huggingface_roberta() -> Model:
    """HuggingFace's Flax RoBERTa, four layers of width 128."""
    name = "FlaxRobertaForSequenceClassification"
    return _huggingface(name, lambda module: module.RobertaConfig(**SMALL), tokens(2, 32))


def huggingface_llama() -> Model:
    """HuggingFace's Flax Llama, four layers of width 128."""
    return _huggingface(
        "FlaxLlamaForCausalLM", lambda module: module.LlamaConfig(**SMALL, use_cache=False), tokens(2, 32)
    )


def huggingface_vit() -> Model:
    """HuggingFace's Flax ViT, four layers of width 128."""
    sizes = {key: size for key, size in SMALL.items() if key != "vocab_size"}
    return _huggingface(
        "FlaxViTForImageClassification",
        lambda module: module.ViTConfig(**sizes, image_size=64, patch_size=16),
        normal(2, 3, 64, 64),
    )


# ---- PyTorch ----


def torch_model(make: Callable[[Any, Any], Any], *arguments: Array) -> Model:
    """A model of PyTorch through torchax, from what `make` takes of `torch` and, where it needs it, `transformers`."""
    torch = optional("torch")
    torch.manual_seed(0)
    model = make(torch, partial(optional, "transformers")).eval()
    with _removed_ops(optional("torch._ops")):
        weights, function = optional("torchax").extract_jax(model)

    def run(weights: Any, *inputs: Any) -> Any:
        found = function(weights, inputs)
        return found if hasattr(found, "shape") else next(iter(found.values()))

    return Model(run, weights, arguments)


def torch_llama() -> Model:
    """PyTorch through torchax: HuggingFace's Llama, 8 layers of width 768, 81M parameters."""

    def make(_: Any, transformers: Callable[[], Any]) -> Any:
        config = transformers().LlamaConfig(
            hidden_size=768,
            intermediate_size=2048,
            num_hidden_layers=8,
            num_attention_heads=12,
            vocab_size=16000,
            use_cache=False,
            attn_implementation="eager",
        )
        return transformers().LlamaForCausalLM(config)

    return torch_model(make, tokens(1, 128))


def torch_bert() -> Model:
    """PyTorch through torchax: HuggingFace's BERT, four layers of width 128."""

    def make(_: Any, transformers: Callable[[], Any]) -> Any:
        config = transformers().BertConfig(**SMALL, attn_implementation="eager")
        return transformers().BertForSequenceClassification(config)

    return torch_model(make, tokens(2, 32), np.ones((2, 32), np.int32))


def _torch_cnn(torch: Any, layers: Callable[[Any, int], list[Any]]) -> Any:
    """Three convolutions, each followed or replaced by what `layers` makes of it and its width."""
    nn, widths = torch.nn, (3, 32, 64, 128)
    blocks: list[Any] = []
    for before, after in pairwise(widths):
        blocks += [*layers(nn.Conv2d(before, after, 3, 2, 1), after), nn.ReLU()]
    return nn.Sequential(*blocks, nn.Flatten(), nn.Linear(128 * 16, 10))


def torch_batch_norm() -> Model:
    """PyTorch through torchax: three convolutions with batch norm."""
    return torch_model(
        lambda torch, _: _torch_cnn(torch, lambda conv, width: [conv, torch.nn.BatchNorm2d(width)]),
        normal(2, 3, 32, 32),
    )


def torch_weight_norm() -> Model:
    """PyTorch through torchax: three convolutions with weight norm, which has no parametrization there."""

    def make(torch: Any, _: Any) -> Any:
        class Normalised(torch.nn.Module):
            def __init__(self, convolution: Any):
                torch.nn.Module.__init__(self)
                self.inner = convolution
                self.length = torch.nn.Parameter(torch.ones(len(convolution.weight), 1, 1, 1))

            def forward(self, x: Any) -> Any:
                direction = self.inner.weight
                weight = self.length * direction / (direction**2).sum((1, 2, 3), keepdim=True).sqrt()
                return torch.nn.functional.conv2d(x, weight, self.inner.bias, 2, 1)

        return _torch_cnn(torch, lambda convolution, _: [Normalised(convolution)])

    return torch_model(make, normal(2, 3, 32, 32))


@contextmanager
def _removed_ops(ops: Any) -> Generator[None]:
    """Let torchax 0.0.13 be imported next to torch from 2.13 on, which lacks some ops and overloads that it names."""

    def lenient(original: Any, stub: Callable[[], Any]) -> Any:
        def get(self: Any, name: str) -> Any:
            try:
                return original(self, name)
            except AttributeError:
                if name.startswith("_"):
                    raise
                return stub()

        return get

    kinds = ops.OpOverloadPacket, ops._OpNamespace
    originals = [kind.__getattr__ for kind in kinds]
    for kind, original, stub in zip(kinds, originals, (object, MagicMock), strict=True):
        kind.__getattr__ = lenient(original, stub)
    try:
        yield
    finally:
        for kind, original in zip(kinds, originals, strict=True):
            kind.__getattr__ = original


# ---- equinox ----


def _equinox(make: Callable[[Any, Any], Any], *arguments: Array) -> Model:
    """A model of equinox, from what `make` takes of the package and a key; it is mapped over the first dimension."""
    jax, equinox = optional("jax"), optional("equinox")
    weights, static = equinox.partition(make(equinox, jax.random.key(0)), equinox.is_array)

    def run(weights: Any, *batch: Any) -> Any:
        return jax.vmap(equinox.combine(weights, static))(*batch)

    return Model(run, weights, arguments)


def equinox_mlp() -> Model:
    """equinox: a perceptron of four layers of width 256."""
    return _equinox(lambda equinox, key: equinox.nn.MLP(64, 10, 256, 4, key=key), normal(8, 64))


def equinox_weight_norm() -> Model:
    """equinox: three convolutions with weight norm."""
    jax = optional("jax")

    def make(equinox: Any, key: Any) -> Any:
        nn = equinox.nn
        keys, widths = jax.random.split(key, 4), (3, 32, 64, 128)
        layers: list[Any] = []
        for k, i, o in zip(keys, widths, widths[1:]):
            layers += [nn.WeightNorm(nn.Conv2d(i, o, 3, 2, 1, key=k)), nn.Lambda(jax.nn.relu)]
        return nn.Sequential([*layers, nn.Lambda(jax.numpy.ravel), nn.Linear(128 * 16, 10, key=keys[3])])

    return _equinox(make, normal(2, 3, 32, 32))


def equinox_transformer() -> Model:
    """equinox: four layers of width 128 with rotary embeddings and RMS norm."""
    jax = optional("jax")

    def make(equinox: Any, key: Any) -> Any:
        nn = equinox.nn

        class Layer(equinox.Module):
            parts: Any

            def __init__(self, key: Any):
                first, second, third = jax.random.split(key, 3)
                attention = nn.MultiheadAttention(4, 128, key=first)
                up, down = nn.Linear(128, 512, key=second), nn.Linear(512, 128, key=third)
                self.parts = (
                    nn.RMSNorm(128),
                    attention,
                    nn.RotaryPositionalEmbedding(32),
                    nn.RMSNorm(128),
                    up,
                    down,
                )

            def __call__(self, x: Any, *, key: Any = None) -> Any:
                norm, attention, rotation, other, up, down = self.parts

                def rotated(query: Any, key: Any, value: Any) -> Any:
                    turn = jax.vmap(rotation, in_axes=1, out_axes=1)
                    return turn(query), turn(key), value

                y = jax.vmap(norm)(x)
                x = x + attention(y, y, y, process_heads=rotated)
                return x + jax.vmap(down)(jax.nn.gelu(jax.vmap(up)(jax.vmap(other)(x))))

        return nn.Sequential([Layer(each) for each in jax.random.split(key, 4)])

    return _equinox(make, normal(2, 32, 128))


# ---- JAX by itself ----


def optax_step() -> Model:
    """optax: one AdamW step with clipping and a schedule for a perceptron, weights and state as arguments."""
    jax, jnp, optax = optional("jax"), optional("jax.numpy"), optional("optax")
    schedule = optax.warmup_cosine_decay_schedule(0.0, 1e-3, 100, 10_000)
    optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(schedule, weight_decay=0.01))
    layers = [normal(256, 1024) / 16, normal(1024, 1024) / 32, normal(1024, 10) / 32]

    def loss(layers: Any, x: Any, y: Any) -> Any:
        for layer in layers[:-1]:
            x = jax.nn.relu(x @ layer)
        logits = x @ layers[-1]
        return optax.softmax_cross_entropy(logits, optax.smooth_labels(jax.nn.one_hot(y, 10), 0.1)).mean()

    state, tree = jax.tree.flatten((layers, optimizer.init(layers)))

    def step(weights: Any, x: Any, y: Any, *state: Any) -> Any:
        layers, inner = jax.tree.unflatten(tree, state)
        value, gradients = jax.value_and_grad(loss)(layers, x, y)
        updates, inner = optimizer.update(gradients, inner, layers)
        return [value, *jax.tree.leaves((optax.apply_updates(layers, updates), inner))]

    labels = jnp.arange(32, dtype="int32") % 10
    return Model(step, (), (normal(32, 256), np.asarray(labels), *[np.asarray(leaf) for leaf in state]))


def sampling() -> Model:
    """A sampling loop with a fixed seed: 64 tokens from a recurrent network of 9M weights (GRU, Cho et al. 2014)."""
    jax, jnp, lax = optional("jax"), optional("jax.numpy"), optional("jax.lax")
    width, vocabulary = 768, 4096
    embedding, output = normal(vocabulary, width) * 0.05, normal(width, vocabulary) * 0.1
    inner, outer = normal(width, 3 * width) * 0.03, normal(width, 3 * width)[::-1] * 0.03

    def sample(weights: Any, first: Any) -> Any:
        embedding, inner, outer, output = weights

        def step(state: Any, key: Any) -> Any:
            hidden, token = state
            a, b = jnp.split(jnp.asarray(embedding)[token] @ inner, 3, -1), jnp.split(hidden @ outer, 3, -1)
            reset, update = jax.nn.sigmoid(a[0] + b[0]), jax.nn.sigmoid(a[1] + b[1])
            hidden = update * hidden + (1 - update) * jnp.tanh(a[2] + reset * b[2])
            token = jax.random.categorical(key, hidden @ output / 0.8, axis=-1)
            return (hidden, token), token

        keys = jax.random.split(jax.random.key(42), 64)
        return lax.scan(step, (jnp.zeros((len(first), width)), first), keys)[1]

    return Model(sample, (embedding, inner, outer, output), (tokens(4, 1)[:, 0],))


def _named(*makers: Callable[[], Model]) -> dict[str, Callable[[], Model]]:
    return {make.__name__: make for make in makers}


MODELS = _named(
    flax_vit,
    flax_initialisation,
    keras_resnet,
    huggingface_bert,
    huggingface_gpt2,
    torch_llama,
    optax_step,
    sampling,
)
"""Those that are folded, with their weights as constants."""

SPLIT_MODELS = _named(
    flax_transformer,
    flax_weight_norm,
    flax_bf16,
    flax_batch_norm,
    flax_cnn_weight_norm,
    flax_scan,
    flax_vit,
    flax_large_weight_norm,
    flax_large_bf16,
    keras_mobilenet,
    keras_efficientnet,
    keras_densenet,
    keras_resnet,
    keras_hub_llama,
    huggingface_small_gpt2,
    huggingface_roberta,
    huggingface_llama,
    huggingface_vit,
    huggingface_bert,
    huggingface_gpt2,
    torch_batch_norm,
    torch_weight_norm,
    torch_bert,
    torch_llama,
    equinox_mlp,
    equinox_weight_norm,
    equinox_transformer,
)
"""Those that are split, with their weights known at load."""

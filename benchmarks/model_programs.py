"""Real models of several producers, with random weights: nothing is downloaded.

A maker builds one model and gives the function to export and the arguments to run it with; weights are closed over, so
they are constants of the module. Makers raise `Absent` where a package is missing.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from xdsl_stablehlo.values.element_types import Array

from .peers import Absent, optional


class Model(NamedTuple):
    """What is exported."""

    function: Callable[..., Any]
    arguments: tuple[Array, ...]


def _normal(*shape: int) -> Array:
    return np.random.default_rng(0).normal(size=shape).astype(np.float32)


def _tokens(count: int, length: int) -> Array:
    return np.random.default_rng(1).integers(0, 1000, (count, length)).astype(np.int32)


def _transformer(width: int, depth: int, heads: int) -> Any:
    """A pre-norm transformer of flax's own parts, with learned positions."""
    nn, jnp = optional("flax.linen"), optional("jax.numpy")

    class Block(nn.Module):
        @nn.compact
        def __call__(self, x: Any, mask: Any = None) -> Any:
            y = nn.LayerNorm()(x)
            x = x + nn.MultiHeadDotProductAttention(num_heads=heads)(y, mask=mask)
            y = nn.Dense(4 * width)(nn.LayerNorm()(x))
            return x + nn.Dense(width)(nn.gelu(y))

    class Transformer(nn.Module):
        vocabulary: int = 0

        @nn.compact
        def __call__(self, x: Any) -> Any:
            mask = nn.make_causal_mask(x) if self.vocabulary else None
            if self.vocabulary:
                x = nn.Embed(self.vocabulary, width)(x)
            else:
                x = nn.Conv(width, (16, 16), strides=(16, 16))(x).reshape(x.shape[0], -1, width)
            x = x + self.param("positions", nn.initializers.normal(0.02), (1, x.shape[1], width))
            for _ in range(depth):
                x = Block()(x, mask)
            x = nn.LayerNorm()(x)
            return nn.Dense(self.vocabulary or 1000)(x if self.vocabulary else jnp.mean(x, axis=1))

    return Transformer


def flax_vit() -> Model:
    """flax (linen): a ViT-B/16, 86M parameters."""
    jax = optional("jax")
    model, image = _transformer(768, 12, 12)(), _normal(1, 224, 224, 3)
    weights = jax.jit(model.init)(jax.random.key(0), image)
    return Model(partial(model.apply, weights), (image,))


def flax_initialisation() -> Model:
    """flax (linen): 134M parameters of a language model made inside of `jit`, from a fixed key."""
    jax, model = optional("jax"), _transformer(768, 12, 12)(32000)
    tokens = _tokens(1, 128)

    def initialise() -> Any:
        return jax.tree.leaves(model.init(jax.random.key(0), tokens))

    return Model(initialise, ())


def keras_resnet() -> Model:
    """Keras on JAX: its ResNet-50, 26M parameters."""
    os.environ["KERAS_BACKEND"] = "jax"
    keras = optional("keras")
    keras.utils.set_random_seed(0)
    model = keras.applications.ResNet50(weights=None)
    fixed = [v.value for v in model.trainable_variables], [v.value for v in model.non_trainable_variables]

    def run(images: Any) -> Any:
        return model.stateless_call(*fixed, images, training=False)[0]

    return Model(run, (_normal(1, 224, 224, 3),))


def huggingface_bert() -> Model:
    """HuggingFace's Flax BERT (base), 110M parameters."""
    transformers, jnp = optional("transformers"), optional("jax.numpy")
    model = _named(transformers, "FlaxBertForSequenceClassification")(transformers.BertConfig(), seed=0)
    mask = np.ones((2, 128), np.int32)
    mask[1, 100:] = 0

    def run(tokens: Any, mask: Any) -> Any:
        return model(tokens, jnp.asarray(mask)).logits

    return Model(run, (_tokens(2, 128), mask))


def huggingface_gpt2() -> Model:
    """HuggingFace's Flax GPT-2, 12 layers of width 1024, 204M parameters."""
    transformers = optional("transformers")
    config = transformers.GPT2Config(n_layer=12, n_embd=1024, n_head=16)
    model = _named(transformers, "FlaxGPT2LMHeadModel")(config, seed=0)

    def run(tokens: Any) -> Any:
        return model(tokens).logits

    return Model(run, (_tokens(1, 256),))


def _named(module: Any, name: str) -> Any:
    """A class of `transformers`, whose releases from 5 on have none for Flax. Raises `Absent`."""
    found = getattr(module, name, None)
    if found is None:
        raise Absent("No module named 'transformers<5'")
    return found


def torch_llama() -> Model:
    """PyTorch through torchax: HuggingFace's Llama, 8 layers of width 768, 81M parameters."""
    torch, transformers = optional("torch"), optional("transformers")
    _without_named_dimensions(optional("torch._ops").OpOverloadPacket)
    torchax = optional("torchax")
    torch.manual_seed(0)
    config = transformers.LlamaConfig(
        hidden_size=768,
        intermediate_size=2048,
        num_hidden_layers=8,
        num_attention_heads=12,
        vocab_size=16000,
        use_cache=False,
        attn_implementation="eager",
    )
    weights, function = torchax.extract_jax(transformers.LlamaForCausalLM(config).eval())

    def run(tokens: Any) -> Any:
        return function(weights, (tokens,))["logits"]

    return Model(run, (_tokens(1, 128),))


def _without_named_dimensions(packets: Any) -> None:
    """Let torchax 0.0.13 be imported next to torch 2.13, which has no overloads for named dimensions any more."""
    original = packets.__getattr__

    def get(self: Any, name: str) -> Any:
        try:
            return original(self, name)
        except AttributeError:
            if "name" not in name.lower():
                raise
            return object()

    packets.__getattr__ = get


def optax_step() -> Model:
    """optax: one AdamW step with clipping and a schedule for a perceptron, weights and state as arguments."""
    jax, jnp, optax = optional("jax"), optional("jax.numpy"), optional("optax")
    schedule = optax.warmup_cosine_decay_schedule(0.0, 1e-3, 100, 10_000)
    optimizer = optax.chain(optax.clip_by_global_norm(1.0), optax.adamw(schedule, weight_decay=0.01))
    weights = [_normal(256, 1024) / 16, _normal(1024, 1024) / 32, _normal(1024, 10) / 32]

    def loss(weights: Any, x: Any, y: Any) -> Any:
        for weight in weights[:-1]:
            x = jax.nn.relu(x @ weight)
        logits = x @ weights[-1]
        return optax.softmax_cross_entropy(logits, optax.smooth_labels(jax.nn.one_hot(y, 10), 0.1)).mean()

    state, tree = jax.tree.flatten((weights, optimizer.init(weights)))

    def step(x: Any, y: Any, *state: Any) -> Any:
        weights, inner = jax.tree.unflatten(tree, state)
        value, gradients = jax.value_and_grad(loss)(weights, x, y)
        updates, inner = optimizer.update(gradients, inner, weights)
        return [value, *jax.tree.leaves((optax.apply_updates(weights, updates), inner))]

    labels = jnp.arange(32, dtype="int32") % 10
    return Model(step, (_normal(32, 256), np.asarray(labels), *[np.asarray(leaf) for leaf in state]))


def sampling() -> Model:
    """A sampling loop with a fixed seed: 64 tokens from a recurrent network of 9M weights (GRU, Cho et al. 2014)."""
    jax, jnp, lax = optional("jax"), optional("jax.numpy"), optional("jax.lax")
    width, vocabulary = 768, 4096
    embedding, output = _normal(vocabulary, width) * 0.05, _normal(width, vocabulary) * 0.1
    inner, outer = _normal(width, 3 * width) * 0.03, _normal(width, 3 * width)[::-1] * 0.03

    def step(state: Any, key: Any) -> Any:
        hidden, token = state
        a, b = jnp.split(jnp.asarray(embedding)[token] @ inner, 3, -1), jnp.split(hidden @ outer, 3, -1)
        reset, update = jax.nn.sigmoid(a[0] + b[0]), jax.nn.sigmoid(a[1] + b[1])
        hidden = update * hidden + (1 - update) * jnp.tanh(a[2] + reset * b[2])
        token = jax.random.categorical(key, hidden @ output / 0.8, axis=-1)
        return (hidden, token), token

    def sample(first: Any) -> Any:
        keys = jax.random.split(jax.random.key(42), 64)
        return lax.scan(step, (jnp.zeros((len(first), width)), first), keys)[1]

    return Model(sample, (_tokens(4, 1)[:, 0],))


MODELS: dict[str, Callable[[], Model]] = {
    make.__name__: make
    for make in (
        flax_vit,
        flax_initialisation,
        keras_resnet,
        huggingface_bert,
        huggingface_gpt2,
        torch_llama,
        optax_step,
        sampling,
    )
}

"""Networks, their training, generation, quantised weights, several devices, and unknown sizes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from ...model_programs import SMALL, Model, keras_model, normal, tokens, torch_model
from ...peers import optional


def _jax() -> tuple[Any, Any]:
    return optional("jax"), optional("jax.numpy")


# ---- networks ----


def _haiku(make: Callable[[Any, Any], Any], *arguments: Any) -> Model:
    """A network of haiku, from what `make` does with the package and the input, without state."""
    jax, haiku = optional("jax"), optional("haiku")
    network = haiku.without_apply_rng(haiku.transform(partial(make, haiku)))
    return Model(network.apply, network.init(jax.random.PRNGKey(0), *arguments), arguments)


def haiku_mlp() -> Model:
    """haiku: a perceptron for pictures of digits, with layer norm."""

    def make(haiku: Any, x: Any) -> Any:
        x = haiku.LayerNorm(-1, create_scale=True, create_offset=True)(haiku.Flatten()(x))
        return haiku.nets.MLP([300, 100, 10])(x)

    return _haiku(make, normal(8, 28, 28, 1))


def haiku_lstm() -> Model:
    """haiku: an LSTM of width 128 over 32 steps, unrolled by scan."""

    def make(haiku: Any, x: Any) -> Any:
        core = haiku.LSTM(128)
        return haiku.dynamic_unroll(core, x, core.initial_state(4))[0]

    return _haiku(make, normal(32, 4, 64))


def haiku_resnet() -> Model:
    """haiku: its ResNet-18 for small pictures, with the statistics of batch norm as weights."""
    jax, haiku = optional("jax"), optional("haiku")

    def network(x: Any, is_training: bool = True) -> Any:
        return haiku.nets.ResNet18(10)(x, is_training=is_training)

    transformed = haiku.without_apply_rng(haiku.transform_with_state(network))
    x = normal(2, 32, 32, 3)

    def run(weights: Any, x: Any) -> Any:
        return transformed.apply(*weights, x, is_training=False)[0]

    return Model(run, transformed.init(jax.random.PRNGKey(0), x), (x,))


def jraph_network() -> Model:
    """jraph: two rounds of messages on a graph of 64 nodes whose edges are constants."""
    jax, jraph = optional("jax"), optional("jraph")
    random = np.random.default_rng(2)
    senders, receivers = random.integers(0, 64, (2, 256))

    def run(weights: Any, nodes: Any) -> Any:
        graph = jraph.GraphsTuple(
            nodes,
            None,
            jax.numpy.array(receivers),
            jax.numpy.array(senders),
            None,
            np.array([64]),
            np.array([256]),
        )
        for weight in weights:

            def update(x: Any, weight: Any = weight) -> Any:
                return jax.nn.relu(x @ weight)

            graph = jraph.GraphConvolution(update, add_self_edges=True)(graph)
        return graph.nodes

    return Model(run, [normal(32, 32) * 0.2, normal(32, 32)[::-1] * 0.2], (normal(64, 32),))


def keras_xception() -> Model:
    """Keras on JAX: its Xception, 23M parameters."""
    return keras_model(lambda keras: keras.applications.Xception(weights=None), normal(1, 299, 299, 3))


def keras_gru() -> Model:
    """Keras on JAX: an embedding, two bidirectional GRUs and a head."""

    def make(keras: Any) -> Any:
        layers = keras.layers
        return keras.Sequential(
            [
                layers.Input((24,), dtype="int32"),
                layers.Embedding(1000, 64),
                layers.Bidirectional(layers.GRU(64, return_sequences=True)),
                layers.Bidirectional(layers.GRU(64)),
                layers.Dense(5),
            ]
        )

    return keras_model(make, tokens(4, 24))


def keras_hub_bert() -> Model:
    """KerasHub on JAX: the backbone of a BERT, four layers of width 128."""

    def make(_: Any) -> Any:
        return optional("keras_hub").models.BertBackbone(
            vocabulary_size=1000, num_layers=4, num_heads=4, hidden_dim=128, intermediate_dim=256
        )

    ones = np.ones((2, 32), np.int32)
    names = ("token_ids", "segment_ids", "padding_mask")
    return keras_model(make, tokens(2, 32), ones * 0, ones, names=names)


def torch_gpt2() -> Model:
    """PyTorch through torchax: HuggingFace's GPT-2, four layers of width 128."""

    def make(_: Any, transformers: Callable[[], Any]) -> Any:
        config = transformers().GPT2Config(
            vocab_size=1000, n_layer=4, n_embd=128, n_head=4, use_cache=False, attn_implementation="eager"
        )
        return transformers().GPT2LMHeadModel(config)

    return torch_model(make, tokens(2, 32))


def torch_encoder() -> Model:
    """PyTorch through torchax: three of torch's own transformer layers, of width 128."""

    def make(torch: Any, _: Any) -> Any:
        layers = [torch.nn.TransformerEncoderLayer(128, 4, 256, batch_first=True) for _ in range(3)]
        return torch.nn.Sequential(*layers)

    return torch_model(make, normal(2, 32, 128))


def torch_vit() -> Model:
    """PyTorch through torchax: HuggingFace's ViT, four layers of width 128."""

    def make(_: Any, transformers: Callable[[], Any]) -> Any:
        sizes = {key: size for key, size in SMALL.items() if key != "vocab_size"}
        config = transformers().ViTConfig(**sizes, image_size=64, patch_size=16, attn_implementation="eager")
        return transformers().ViTForImageClassification(config)

    return torch_model(make, normal(2, 3, 64, 64))


# ---- training ----


def _perceptron(layers: Any, x: Any) -> Any:
    jax = optional("jax")
    for layer in layers[:-1]:
        x = jax.nn.gelu(x @ layer)
    return x @ layers[-1]


def _training(optimizer: Callable[[Any], Any], steps: int, donated: bool) -> Model:
    """Steps of an optimizer of optax for a perceptron; weights and state are arguments."""
    jax, optax = optional("jax"), optional("optax")
    rule = optimizer(optax)
    start = [normal(64, 256) / 8, normal(256, 256) / 16, normal(256, 8) / 16]
    state, tree = jax.tree.flatten((start, rule.init(start)))

    def loss(layers: Any, x: Any, y: Any) -> Any:
        return optax.huber_loss(_perceptron(layers, x), y).mean()

    def train(_: Any, x: Any, y: Any, *state: Any) -> Any:
        def step(carried: Any, batch: Any) -> Any:
            layers, inner = carried
            value, gradients = jax.value_and_grad(loss)(layers, *batch)
            updates, inner = rule.update(gradients, inner, layers)
            return (optax.apply_updates(layers, updates), inner), value

        return jax.tree.leaves(jax.lax.scan(step, jax.tree.unflatten(tree, state), (x, y)))

    arguments = normal(steps, 16, 64), normal(steps, 16, 8), *[np.asarray(leaf) for leaf in state]
    return Model(train, (), arguments, donated=tuple(range(2, len(arguments))) if donated else ())


def optax_adam_donated() -> Model:
    """optax: four steps of Adam by scan, with weights and state donated."""
    return _training(lambda optax: optax.adam(optax.cosine_decay_schedule(1e-3, 1000)), 4, donated=True)


def optax_adafactor() -> Model:
    """optax: two steps of Adafactor by scan."""
    return _training(lambda optax: optax.adafactor(1e-3), 2, donated=False)


def optax_lion_accumulated() -> Model:
    """optax: four steps of Lion whose gradients are accumulated over two, with donation."""
    return _training(lambda optax: optax.MultiSteps(optax.lion(1e-4), 2), 4, donated=True)


def dropout_training() -> Model:
    """JAX: a gradient of a perceptron with dropout from a fixed key."""
    jax, jnp = _jax()

    def loss(layers: Any, x: Any) -> Any:
        keep = jax.random.bernoulli(jax.random.key(3), 0.9, x.shape)
        return jnp.mean(_perceptron(layers, jnp.where(keep, x / 0.9, 0.0)) ** 2)

    return Model(jax.value_and_grad(loss), [normal(64, 128) / 8, normal(128, 8) / 8], (normal(16, 64),))


# ---- generation ----


def cached_generation() -> Model:
    """JAX: 16 tokens by greedy choice from two layers of attention with a cache of keys and values."""
    jax, jnp = _jax()
    width, vocabulary, length = 128, 1000, 32

    def generate(weights: Any, first: Any) -> Any:
        embedding, layers = jnp.asarray(weights[0]), weights[1]
        place = jnp.arange(length)
        angles = place[:, None] / 10000 ** (jnp.arange(width // 2) * 2 / width)
        positions = jnp.concatenate([jnp.sin(angles), jnp.cos(angles)], -1)

        def step(state: Any, now: Any) -> Any:
            token, cache = state
            x = embedding[token] + positions[now]
            new: list[Any] = []
            for (query, key, value, out), (keys, values) in zip(layers, cache, strict=True):
                keys = jax.lax.dynamic_update_slice(keys, (x @ key)[:, None], (0, now, 0))
                values = jax.lax.dynamic_update_slice(values, (x @ value)[:, None], (0, now, 0))
                scores = jnp.einsum("bd,bld->bl", x @ query, keys) / jnp.sqrt(1.0 * width)
                scores = jax.nn.softmax(jnp.where(place <= now, scores, -jnp.inf))
                x = x + jnp.tanh(jnp.einsum("bl,bld->bd", scores, values) @ out)
                new.append((keys, values))
            token = jnp.argmax(x @ embedding.T, -1).astype(jnp.int32)
            return (token, new), token

        empty = [(jnp.zeros((2, length, width)), jnp.zeros((2, length, width))) for _ in layers]
        return jax.lax.scan(step, (first, empty), jnp.arange(16))[1]

    layers = [[np.roll(normal(width, width), i + 4 * j) / 11 for i in range(4)] for j in range(2)]
    return Model(generate, (normal(vocabulary, width) * 0.3, layers), (tokens(2, 1)[:, 0],))


def beam_search() -> Model:
    """JAX: a beam of four over eight steps of a bigram model, by top-k in a while loop."""
    jax, jnp = _jax()

    def search(weights: Any, first: Any) -> Any:
        table = jax.nn.log_softmax(weights)

        def step(state: Any) -> Any:
            at, scores, found = state
            every = scores[:, None] + table[found[:, at]]
            scores, flat = jax.lax.top_k(every.ravel(), 4)
            found = found[flat // 200].at[:, at + 1].set((flat % 200).astype(jnp.int32))
            return at + 1, scores, found

        begin = jnp.zeros((4, 9), jnp.int32).at[:, 0].set(first), jnp.array([0.0, -1e9, -1e9, -1e9])

        def is_short(state: Any) -> Any:
            return state[0] < 8

        return jax.lax.while_loop(is_short, step, (0, begin[1], begin[0]))[1:]

    return Model(search, normal(200, 200), (np.int32(5).reshape(()),))


# ---- quantised weights ----


def _quantised(dtype: str, most: float, convolution: bool = False) -> Model:
    """Two layers whose weights are stored in `dtype`, each column with a scale, and widened in the program."""
    jax, jnp = _jax()

    def stored(weight: Any) -> Any:
        scale = np.abs(weight).max(tuple(range(weight.ndim - 1)), keepdims=True) / most
        kind = getattr(jnp, dtype)
        return np.asarray(jnp.asarray(np.clip(weight / scale, -most, most)).astype(kind)), scale

    def run(weights: Any, x: Any) -> Any:
        for stored, scale in weights:
            weight = stored.astype(jnp.float32) * scale
            if convolution:
                x = jax.lax.conv_general_dilated(
                    x, weight, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")
                )
            else:
                x = x @ weight
            x = jax.nn.relu(x)
        return x

    shapes = [(3, 3, 8, 32), (3, 3, 32, 16)] if convolution else [(256, 512), (512, 256)]
    given = normal(1, 16, 16, 8) if convolution else normal(8, 256)
    return Model(run, [stored(normal(*shape) / 16) for shape in shapes], (given,))


def int8_weights() -> Model:
    """JAX: two layers with weights in int8 and a scale for each column."""
    return _quantised("int8", 127.0)


def int4_weights() -> Model:
    """JAX: two layers with weights in int4 and a scale for each column."""
    return _quantised("int4", 7.0)


def float8_weights() -> Model:
    """JAX: two layers with weights in float8_e4m3fn and a scale for each column."""
    return _quantised("float8_e4m3fn", 448.0)


def int8_convolutions() -> Model:
    """JAX: two convolutions with weights in int8 and a scale for each channel."""
    return _quantised("int8", 127.0, convolution=True)


# ---- several devices, unknown sizes ----


def _placed(specs: list[tuple[str | None, ...]]) -> Callable[[], list[Any]]:
    """Shardings over four devices."""

    def shardings() -> list[Any]:
        jax = optional("jax")
        mesh = jax.sharding.Mesh(np.array(jax.devices()[:4]), ("all",))
        return [jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec(*spec)) for spec in specs]

    return shardings


def sharded_perceptron() -> Model:
    """JAX on four devices: a perceptron whose inner dimension is sharded, as Shardy writes it."""
    layers = [normal(64, 512) / 8, normal(512, 64) / 16]
    return Model(_perceptron, layers, (normal(8, 64),), placed=_placed([(None, "all"), ("all", None), ()]))


def sharded_training() -> Model:
    """JAX on four devices: a gradient step whose batch is sharded."""
    jax, jnp = _jax()

    def loss(layers: Any, x: Any) -> Any:
        return jnp.mean(_perceptron(layers, x) ** 2)

    def step(layers: Any, x: Any) -> Any:
        gradients = jax.grad(loss)(layers, x)
        return [layer - 0.1 * gradient for layer, gradient in zip(layers, gradients, strict=True)]

    layers = [normal(64, 128) / 8, normal(128, 8) / 8]
    return Model(step, layers, (normal(32, 64),), placed=_placed([(), (), ("all", None)]))


def symbolic_batch() -> Model:
    """JAX: attention with a causal mask for any batch and any length."""
    jax, jnp = _jax()

    def attention(weights: Any, x: Any) -> Any:
        query, key, value = (x @ weight for weight in weights)
        scores = jnp.einsum("bqd,bkd->bqk", query, key) / 8
        mask = jnp.tril(jnp.ones((x.shape[1], x.shape[1]), bool))
        return jax.nn.softmax(jnp.where(mask, scores, -jnp.inf)) @ value

    weights = [normal(64, 64) / 8, normal(64, 64)[::-1] / 8, normal(64, 64).T / 8]
    return Model(attention, weights, (normal(2, 24, 64),), symbolic=("b, l, 64",))


def symbolic_pooling() -> Model:
    """JAX: means over windows and positions for any batch, with sizes computed in the program."""
    jax, jnp = _jax()

    def pooled(weights: Any, x: Any) -> Any:
        x = jax.lax.reduce_window(x, 0.0, jax.lax.add, (1, 4, 1), (1, 4, 1), "VALID") / 4
        place = jnp.arange(x.shape[1]) / x.shape[1]
        x = jnp.concatenate([x, jnp.broadcast_to(place[None, :, None], (*x.shape[:2], 1))], -1)
        return jnp.mean(jax.nn.relu(x @ weights), 1)

    return Model(pooled, normal(17, 32), (normal(3, 32, 16),), symbolic=("b, 4*l, 16",))


# ---- initialisation ----


def random_initialisation() -> Model:
    """JAX: weights of six layers, orthogonal, truncated normal and uniform, made inside of `jit` from a fixed key."""
    jax, _ = _jax()

    def initialise(_: Any) -> Any:
        make = jax.nn.initializers
        kinds = [make.orthogonal(), make.truncated_normal(0.02), make.he_uniform()] * 2
        keys = jax.random.split(jax.random.key(7), 6)
        return [kind(key, (96, 96)) for kind, key in zip(kinds, keys, strict=True)]

    return Model(initialise, (), ())

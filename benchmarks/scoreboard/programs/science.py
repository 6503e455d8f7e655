"""Scientific programs: transforms, differential equations, tables, rays, physics and probability."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from ...model_programs import Model, normal
from ...peers import optional


def _jax() -> tuple[Any, Any]:
    return optional("jax"), optional("jax.numpy")


# ---- JAX by itself ----


def poisson_fft() -> Model:
    """The Poisson equation on a grid of 128 x 128, solved by FFT."""
    _, jnp = _jax()

    def solve(_: Any, density: Any) -> Any:
        k = 2 * jnp.pi * jnp.fft.fftfreq(128)
        square = k[:, None] ** 2 + k[None, : 128 // 2 + 1] ** 2
        inverse = jnp.where(square == 0, 0.0, -1 / jnp.where(square == 0, 1.0, square))
        return jnp.fft.irfft2(jnp.fft.rfft2(density) * inverse, s=(128, 128))

    return Model(solve, (), (normal(128, 128),))


def navier_stokes() -> Model:
    """Four steps of two-dimensional Navier-Stokes in vorticity, pseudo-spectral, with dealiasing."""
    jax, jnp = _jax()

    def steps(_: Any, vorticity: Any) -> Any:
        k = jnp.fft.fftfreq(64, 1 / 64)
        kx, ky = jnp.meshgrid(k, k[: 64 // 2 + 1], indexing="ij")
        square = kx**2 + ky**2
        keep = (jnp.abs(kx) < 21) & (jnp.abs(ky) < 21)

        def step(w: Any, _: Any) -> Any:
            stream = jnp.where(square > 0, w / jnp.where(square > 0, square, 1), 0)
            u, v = jnp.fft.irfft2(1j * ky * stream), jnp.fft.irfft2(-1j * kx * stream)
            advection = u * jnp.fft.irfft2(1j * kx * w) + v * jnp.fft.irfft2(1j * ky * w)
            change = keep * jnp.fft.rfft2(advection)
            return (w - 1e-3 * change) * jnp.exp(-1e-3 * 1e-2 * square), None

        return jnp.fft.irfft2(jax.lax.scan(step, jnp.fft.rfft2(vorticity), None, length=4)[0])

    return Model(steps, (), (normal(64, 64),))


def heat_equation() -> Model:
    """Fifty steps of the heat equation by finite differences with a mask for the boundary."""
    jax, jnp = _jax()

    def run(_: Any, field: Any) -> Any:
        x = jnp.linspace(0, 1, 96)
        inside = (x[:, None] - 0.5) ** 2 + (x[None, :] - 0.5) ** 2 < 0.2

        def step(_: Any, u: Any) -> Any:
            around = jnp.roll(u, 1, 0) + jnp.roll(u, -1, 0) + jnp.roll(u, 1, 1) + jnp.roll(u, -1, 1)
            return jnp.where(inside, u + 0.2 * (around - 4 * u), 0.0)

        return jax.lax.fori_loop(0, 50, step, field)

    return Model(run, (), (normal(96, 96),))


def mel_spectrogram() -> Model:
    """Log mel spectrogram of 16,000 samples: windows, FFT, and the filters of Slaney's scale made in the program."""
    _, jnp = _jax()

    def run(_: Any, wave: Any) -> Any:
        frames = wave[jnp.arange(0, 16000 - 512, 160)[:, None] + jnp.arange(512)[None, :]]
        power = jnp.abs(jnp.fft.rfft(frames * jnp.hanning(512))) ** 2
        mels = jnp.linspace(0.0, 2595 * jnp.log10(1 + 8000 / 700), 82)
        edges = 700 * (10 ** (mels / 2595) - 1)
        hertz = jnp.linspace(0, 8000, 257)[:, None]
        up = (hertz - edges[:-2]) / (edges[1:-1] - edges[:-2])
        down = (edges[2:] - hertz) / (edges[2:] - edges[1:-1])
        return jnp.log(power @ jnp.maximum(0, jnp.minimum(up, down)) + 1e-6)

    return Model(run, (), (normal(16000),))


def interpolation_table() -> Model:
    """Cubic and linear interpolation in tables that the program makes, of 4096 points."""
    _, jnp = _jax()

    def run(_: Any, x: Any) -> Any:
        grid = jnp.linspace(0.0, 10.0, 1001)
        table = jnp.sin(grid) * jnp.exp(-grid / 5) + jnp.sqrt(grid)
        slopes = jnp.gradient(table, grid[1] - grid[0])
        at = jnp.clip(jnp.searchsorted(grid, x) - 1, 0, 999)
        t = (x - grid[at]) * 100
        a, b = table[at], table[at + 1]
        first, second = slopes[at] * 0.01, slopes[at + 1] * 0.01
        cubic = a + t * (first + t * (3 * (b - a) - 2 * first - second + t * (2 * (a - b) + first + second)))
        return cubic, jnp.interp(x, grid, table)

    return Model(run, (), (np.minimum(np.abs(normal(4096)) * 3, np.float32(9.99)),))


def ray_casting() -> Model:
    """A picture of 96 x 96 of four spheres by sphere tracing with shadows; the camera is the input."""
    jax, jnp = _jax()

    def run(_: Any, camera: Any) -> Any:
        x, y = jnp.meshgrid(jnp.linspace(-1, 1, 96), jnp.linspace(-1, 1, 96))
        rays = jnp.stack([x, y, jnp.full_like(x, 1.5)], -1)
        rays = rays / jnp.linalg.norm(rays, axis=-1, keepdims=True)
        centres = jnp.array([[0.0, 0, 4], [1, 0.5, 5], [-1, 0.2, 4.5], [0, -101, 4]])
        radii, light = jnp.array([0.8, 0.6, 0.5, 100.0]), jnp.array([0.5, 0.7, -0.5])

        def distance(point: Any) -> Any:
            return jnp.min(jnp.linalg.norm(point[..., None, :] - centres, axis=-1) - radii, -1)

        def march(origin: Any, direction: Any) -> Any:
            def step(_: Any, t: Any) -> Any:
                return t + distance(origin + t[..., None] * direction)

            return jax.lax.fori_loop(0, 24, step, jnp.full(direction.shape[:-1], 0.01))

        hit = camera + march(camera, rays)[..., None] * rays
        to_light = jnp.broadcast_to(light / jnp.linalg.norm(light), rays.shape)
        return jnp.where(march(hit, to_light) > 10, 1.0, 0.2) * (distance(hit) < 0.05)

    return Model(run, (), (np.zeros(3, np.float32),))


def n_body() -> Model:
    """Leapfrog for 128 bodies, ten steps."""
    jax, jnp = _jax()

    def run(_: Any, positions: Any, velocities: Any) -> Any:
        masses = jnp.linspace(0.5, 1.5, 128)

        def force(x: Any) -> Any:
            apart = x[None] - x[:, None]
            square = jnp.sum(apart**2, -1) + 1e-2
            pull = jnp.where(jnp.eye(128, dtype=bool), 0.0, masses / (square * jnp.sqrt(square)))
            return jnp.sum(pull[..., None] * apart, 1)

        def step(state: Any, _: Any) -> Any:
            x, v = state
            v = v + 0.005 * force(x)
            x = x + 0.01 * v
            return (x, v + 0.005 * force(x)), None

        return jax.lax.scan(step, (positions, velocities), None, length=10)[0]

    return Model(run, (), (normal(128, 3), normal(128, 3) * 0.1))


def kalman_filter() -> Model:
    """A Kalman filter with eight states over 64 measurements, whose matrices are made in the program."""
    jax, jnp = _jax()

    def run(_: Any, measured: Any) -> Any:
        move = jnp.eye(8) + 0.1 * jnp.eye(8, k=4)
        see, noise, error = jnp.eye(4, 8), 0.01 * jnp.eye(8), 0.1 * jnp.eye(4)

        def step(state: Any, z: Any) -> Any:
            x, p = move @ state[0], move @ state[1] @ move.T + noise
            gain = jnp.linalg.solve(see @ p @ see.T + error, see @ p).T
            x, p = x + gain @ (z - see @ x), (jnp.eye(8) - gain @ see) @ p
            return (x, p), x

        return jax.lax.scan(step, (jnp.zeros(8), jnp.eye(8)), measured)[1]

    return Model(run, (), (normal(64, 4),))


def discrete_cosines() -> Model:
    """JPEG's forward and inverse transform with quantisation of blocks of 8 x 8, tables made in the program."""
    _, jnp = _jax()

    def run(_: Any, picture: Any) -> Any:
        n, k = jnp.arange(8.0), jnp.arange(8.0)[:, None]
        matrix = jnp.cos(jnp.pi * (2 * n + 1) * k / 16) * jnp.where(k == 0, jnp.sqrt(1 / 8), 0.5)
        table = 16.0 + 4 * (n + k)
        blocks = picture.reshape(16, 8, 16, 8).transpose(0, 2, 1, 3)
        found = jnp.round(matrix @ blocks @ matrix.T / table) * table
        return (matrix.T @ found @ matrix).transpose(0, 2, 1, 3).reshape(128, 128)

    return Model(run, (), (normal(128, 128) * 40,))


def gaussian_pyramid() -> Model:
    """Four levels of a pyramid of Gaussian blurs by convolution, with kernels made in the program."""
    jax, jnp = _jax()

    def run(_: Any, picture: Any) -> Any:
        levels: list[Any] = []
        for sigma in (0.8, 1.2, 1.6, 2.0):
            x = jnp.exp(-0.5 * (jnp.arange(-4, 5) / sigma) ** 2)
            kernel = jnp.outer(x / x.sum(), x / x.sum())[None, None]
            picture = jax.lax.conv(picture, kernel, (2, 2), "SAME")
            levels.append(picture)
        return levels

    return Model(run, (), (normal(1, 1, 128, 128),))


# ---- differential equations ----


def _diffrax(solver: str, field: Any, weights: Any, start: Any, stiff: bool = False) -> Model:
    """The solution at 20 times of `field(t, y, weights)`."""
    # Errors would call Python from the program, which is not exported then.
    os.environ["EQX_ON_ERROR"] = "nan"
    diffrax, jnp = optional("diffrax"), optional("jax.numpy")

    def solve(weights: Any, y: Any) -> Any:
        return diffrax.diffeqsolve(
            diffrax.ODETerm(field),
            getattr(diffrax, solver)(),
            t0=0.0,
            t1=2.0,
            dt0=None if stiff else 0.05,
            y0=y,
            args=weights,
            saveat=diffrax.SaveAt(ts=jnp.linspace(0.0, 2.0, 20)),
            stepsize_controller=diffrax.PIDController(rtol=1e-4, atol=1e-6),
            max_steps=512,
            throw=False,
        ).ys

    return Model(solve, weights, (start,))


def diffrax_lotka_volterra() -> Model:
    """diffrax: predators and prey, by Tsit5 with steps chosen by the error."""
    _, jnp = _jax()

    def field(_: Any, y: Any, __: Any) -> Any:
        return jnp.stack([y[0] * (1.1 - 0.4 * y[1]), y[1] * (0.1 * y[0] - 0.4)])

    return _diffrax("Tsit5", field, (), np.array([10.0, 5.0], np.float32))


def diffrax_neural_ode() -> Model:
    """diffrax: a neural ODE, whose field is a perceptron of width 64, by Dopri5."""
    _, jnp = _jax()

    def field(_: Any, y: Any, weights: Any) -> Any:
        first, second = weights
        return jnp.tanh(y @ first) @ second

    return _diffrax("Dopri5", field, (normal(8, 64) * 0.3, normal(64, 8) * 0.1), normal(8))


def diffrax_stiff() -> Model:
    """diffrax: Robertson's stiff chemical reaction, by the implicit Kvaerno5."""
    _, jnp = _jax()

    def field(_: Any, y: Any, __: Any) -> Any:
        first, second, third = 0.04 * y[0], 3e7 * y[1] ** 2, 1e4 * y[1] * y[2]
        return jnp.stack([third - first, first - second - third, second])

    return _diffrax("Kvaerno5", field, (), np.array([1.0, 0.0, 0.0], np.float32), stiff=True)


def interpax_spline() -> Model:
    """interpax: a two-dimensional cubic spline of a table made in the program."""
    interpax, jnp = optional("interpax"), optional("jax.numpy")

    def run(_: Any, x: Any, y: Any) -> Any:
        grid = jnp.linspace(0.0, 3.0, 48)
        table = jnp.sin(grid)[:, None] * jnp.cos(grid)
        return interpax.interp2d(x, y, grid, grid, table, method="cubic")

    return Model(run, (), (np.abs(normal(512)), np.abs(normal(512))))


# ---- physics ----


GEOM = '<geom type="capsule" size="0.05" fromto="0 0 0 0 0 -0.5" contype="0" conaffinity="0"/>'
JOINT = '<joint type="hinge" axis="0 1 0" damping="0.1"/>'
PENDULUM = f"""<mujoco><option timestep="0.01" solver="CG" iterations="4" ls_iterations="4"/>
<worldbody><body pos="0 0 2">{JOINT}{GEOM}<body pos="0 0 -0.5">{JOINT}{GEOM}</body></body></worldbody></mujoco>"""


def mjx_pendulum() -> Model:
    """MuJoCo XLA: one step of a double pendulum."""
    mujoco, mjx = optional("mujoco"), optional("mujoco.mjx")
    model = mjx.put_model(mujoco.MjModel.from_xml_string(PENDULUM))

    def step(_: Any, position: Any, velocity: Any) -> Any:
        state = mjx.step(model, mjx.make_data(model).replace(qpos=position, qvel=velocity))
        return state.qpos, state.qvel

    return Model(step, (), (normal(2), normal(2)))


def brax_pendulum() -> Model:
    """brax: a step of the inverted pendulum, by its spring physics."""
    jax, envs = optional("jax"), optional("brax.envs")
    environment = envs.get_environment("inverted_pendulum", backend="spring")
    leaves, tree = jax.tree.flatten(jax.jit(environment.reset)(jax.random.PRNGKey(0)))

    def step(_: Any, action: Any, *state: Any) -> Any:
        found = environment.step(jax.tree.unflatten(tree, state), action)
        return found.obs, found.reward

    return Model(step, (), (normal(1), *[np.asarray(leaf) for leaf in leaves]))


def jax_md_lennard_jones() -> Model:
    """JAX MD: five steps of 64 particles with Lennard-Jones potentials in a periodic box."""
    jax, md = optional("jax"), optional("jax_md")

    def run(_: Any, positions: Any) -> Any:
        displacement, shift = md.space.periodic(8.0)
        energy = md.energy.lennard_jones_pair(displacement)
        start, step = md.simulate.nve(energy, shift, 1e-3)
        state = start(jax.random.PRNGKey(0), positions, kT=0.1)

        def again(_: Any, state: Any) -> Any:
            return step(state)

        return jax.lax.fori_loop(0, 5, again, state).position

    corners = np.stack(np.meshgrid(*[np.arange(4) * 2.0] * 3), -1).reshape(-1, 3)
    return Model(run, (), (corners.astype(np.float32),))


# ---- probability ----


def numpyro_eight_schools() -> Model:
    """NumPyro: the gradient of the log density of the eight schools, by its handlers."""
    jax, jnp = _jax()
    numpyro, distributions = optional("numpyro"), optional("numpyro.distributions")
    effects = jnp.array([28.0, 8, -3, 7, -1, 1, 18, 12])
    errors = jnp.array([15.0, 10, 16, 11, 9, 11, 10, 18])

    def schools() -> None:
        mean = numpyro.sample("mean", distributions.Normal(0, 5))
        spread = numpyro.sample("spread", distributions.HalfCauchy(5))
        with numpyro.plate("schools", 8):
            effect = numpyro.sample("effect", distributions.Normal(mean, spread))
            numpyro.sample("seen", distributions.Normal(effect, errors), obs=effects)

    def gradient(_: Any, mean: Any, spread: Any, effect: Any) -> Any:
        def density(given: Any) -> Any:
            return numpyro.infer.util.log_density(schools, (), {}, given)[0]

        return jax.value_and_grad(density)({"mean": mean, "spread": jnp.exp(spread), "effect": effect})

    one = np.ones((), np.float32)
    return Model(gradient, (), (one, one, normal(8)))


def numpyro_nuts() -> Model:
    """NumPyro: five samples by NUTS after five of adaptation, of a logistic regression, with a fixed seed."""
    jax, numpyro = optional("jax"), optional("numpyro")
    infer, distributions = optional("numpyro.infer"), optional("numpyro.distributions")

    def regression(x: Any, y: Any) -> None:
        slopes = numpyro.sample("slopes", distributions.Normal(0, 1).expand([4]).to_event(1))
        numpyro.sample("y", distributions.Bernoulli(logits=x @ slopes), obs=y)

    def run(_: Any, x: Any, y: Any) -> Any:
        sampler = infer.MCMC(infer.NUTS(regression), num_warmup=5, num_samples=5, progress_bar=False)
        sampler.run(jax.random.PRNGKey(0), x, y)
        return sampler.get_samples()["slopes"]

    return Model(run, (), (normal(32, 4), np.arange(32, dtype=np.int32) % 2))


def blackjax_hmc() -> Model:
    """BlackJAX: ten steps of Hamiltonian Monte Carlo on Rosenbrock's density, with a fixed seed."""
    jax, jnp = _jax()
    blackjax = optional("blackjax")

    def density(x: Any) -> Any:
        return -jnp.sum(100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2)

    def run(_: Any, start: Any) -> Any:
        kernel = blackjax.hmc(density, 1e-3, jnp.ones(4), 8)

        def step(state: Any, key: Any) -> Any:
            state, _ = kernel.step(key, state)
            return state, state.position

        return jax.lax.scan(step, kernel.init(start), jax.random.split(jax.random.PRNGKey(1), 10))[1]

    return Model(run, (), (normal(4),))


def distrax_flow() -> Model:
    """distrax: the log density of a flow of four masked couplings, with weights as arguments."""
    jnp, distrax = optional("jax.numpy"), optional("distrax")

    def run(weights: Any, x: Any) -> Any:
        layers: list[Any] = []
        for i, weight in enumerate(weights):

            def shift(parameters: Any) -> Any:
                return distrax.ScalarAffine(parameters[..., :8], log_scale=jnp.tanh(parameters[..., 8:]))

            def condition(y: Any, weight: Any = weight) -> Any:
                return jnp.tanh(y @ weight)

            mask = jnp.arange(8) % 2 == i % 2
            layers.append(distrax.MaskedCoupling(mask=mask, bijector=shift, conditioner=condition))
        base = distrax.MultivariateNormalDiag(jnp.zeros(8), jnp.ones(8))
        return distrax.Transformed(base, distrax.Block(distrax.Chain(layers), 0)).log_prob(x)

    return Model(run, [normal(8, 16) * 0.1 for _ in range(4)], (normal(64, 8),))

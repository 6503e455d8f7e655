/* Correctly rounded functions of f64 and f32 arrays, the fast path of `ladder`, and sums; loaded by `compiled`.

A function is computed as the sum of two doubles, which is within a bound of the exact value. Where all numbers within
this bound round to the same float, that is the result. The others are open, and NumPy's formulas decide them: results
do not depend on this file, on the compiler or on the processor, and neither do they without this file. Bounds hold for
arithmetic to nearest without contraction (-ffp-contract=off); tables and reductions are those of `wide`.

Steps are plain loops over blocks, which compilers vectorise. Each is compiled once for any processor and, on x86-64,
once for AVX2 with FMA and once for AVX-512. */

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#ifdef __FAST_MATH__
#error "IEEE 754 arithmetic is needed"
#endif
#if defined(__clang__) || !defined(__GNUC__)
#pragma STDC FP_CONTRACT OFF
#endif
#ifdef _MSC_VER
#define INLINE static __forceinline
#define PUBLIC __declspec(dllexport)
#else
#define INLINE static inline __attribute__((always_inline))
#define PUBLIC __attribute__((visibility("default")))
#endif
#ifdef __FP_FAST_FMA
#define PLAIN FUSED
#else
#define PLAIN 0
#endif

#define BLOCK 512

typedef struct {
    double high, low;
} pair;

/* How a step is compiled: with the processor's fused products or without. */
typedef enum { FUSED = 1 } mode;

/* high + low is within `relative` times |high|, and `absolute`, of the exact value, but for a power of two and a sign,
for which `shift` is added to the bits of the result. `inside` says whether the formulas apply. */
typedef struct {
    pair value;
    double relative, absolute;
    uint64_t shift;
    bool inside;
} estimate;

INLINE uint64_t bits_of(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

INLINE double from_bits(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* Adding it to a number below 2**51 rounds that to an integer, which is in the last bits of the sum. */
#define WHOLE 6755399441055744.0

/* a b + c, rounded once or twice. */
INLINE double mad(double a, double b, double c, mode m) { return m & FUSED ? fma(a, b, c) : a * b + c; }

/* The rounded sum and its rounding error; `ordered` if |a| >= |b|, or a is 0. */

INLINE pair two_sum(double a, double b) {
    double s = a + b, t = s - a;
    return (pair){s, (a - (s - t)) + (b - t)};
}

INLINE pair ordered_sum(double a, double b) {
    double s = a + b;
    return (pair){s, b - (s - a)};
}

/* The rounded product and its rounding error. */
INLINE pair two_product(double a, double b, mode m) {
    double p = a * b;
    if (m & FUSED)
        return (pair){p, fma(a, b, -p)};
    double t = 134217729.0 * a, u = 134217729.0 * b;
    double a_high = t - (t - a), b_high = u - (u - b), a_low = a - a_high, b_low = b - b_high;
    return (pair){p, ((a_high * b_high - p) + a_high * b_low + a_low * b_high) + a_low * b_low};
}

/* Within 2**-100. */
INLINE pair quotient(pair a, pair b, mode m) {
    double first = a.high / b.high;
    pair p = two_product(first, b.high, m);
    double rest = ((a.high - p.high) - p.low) + (a.low - first * b.low);
    return ordered_sum(first, rest / b.high);
}

/* The exponential function. Table: log(2) / 4096 in three parts, of which the first two have exact products with
integers below 2**23; 4096 / log(2); and 2**(j / 4096) as pairs. */

typedef struct {
    pair power, grown; /* e**x = 2**k power (1 + grown), |grown| < 2**-13.4 */
    uint64_t shift;    /* k << 52 */
} powers;

#define ONE_BITS ((uint64_t)1023 << 52)

/* grown is within 2**-76 of itself. */
INLINE powers powers_of(double x, double low, const double *table, mode m) {
    double whole = mad(x, table[3], WHOLE, m), steps = whole - WHOLE;
    uint64_t bits = bits_of(whole), index = bits & 4095;
    /* The products and the first difference are exact. */
    double start = mad(steps, -table[0], x, m);
    pair power = {table[4 + 2 * index], table[5 + 2 * index]};
    uint64_t shift = (bits & ~(uint64_t)4095) << 40;
    pair rest = two_sum(start, -(steps * table[1]));
    rest.low += low - steps * table[2];
    double r = rest.high;
    pair square = two_product(r, r, m);
    /* r**6 / 720 is left out: 2**-77 of r. */
    double more = square.high * r * mad(r, mad(r, 1.0 / 120, 1.0 / 24, m), 1.0 / 6, m);
    pair grown = ordered_sum(r, 0.5 * square.high);
    grown.low += rest.low + (rest.low * r + (0.5 * square.low + more));
    return (powers){power, ordered_sum(grown.high, grown.low), shift};
}

INLINE estimate exp_of(double x, double low, const double *table, mode m) {
    powers p = powers_of(x, low, table, m);
    pair product = two_product(p.power.high, p.grown.high, m);
    pair sum = ordered_sum(p.power.high, product.high);
    sum.low += product.low + mad(p.power.high, p.grown.low, mad(p.power.low, p.grown.high, p.power.low, m), m);
    return (estimate){sum, 0x1p-72, 0.0, p.shift, fabs(x) < 708.0};
}

/* e**x - 1 for -60 < x < 708, within 2**-75. */
INLINE pair expm1_of(double x, const double *table, mode m) {
    powers p = powers_of(x, 0.0, table, m);
    double size = from_bits(ONE_BITS + p.shift), least = from_bits(ONE_BITS - p.shift);
    pair product = two_product(p.power.high, p.grown.high, m);
    pair less = two_sum(p.power.high, -least);
    pair sum = two_sum(less.high, product.high);
    double low = mad(p.power.high, p.grown.low, mad(p.power.low, p.grown.high, p.power.low, m), m);
    sum.low += less.low + (product.low + low);
    sum = ordered_sum(sum.high, sum.low);
    return (pair){sum.high * size, sum.low * size};
}

/* The logarithm of high + low. Table: log(2) in two parts, the first of which has exact products with exponents; and
-log(n / 2048) as pairs, for 2048 / n from sqrt(1/2) to sqrt(2). Within 2**-73. */
INLINE pair log_of(double high, double low, const double *table, mode m) {
    const uint64_t root_half = 0x3FE6A09E667F3BCD, bias = 1024;
    uint64_t biased = (bits_of(high) - root_half + (bias << 52)) >> 52;
    double exponent = from_bits(biased | bits_of(0x1p52)) - (0x1p52 + 1024.0);
    double mantissa = from_bits(bits_of(high) - ((biased - bias) << 52));
    double whole = 2048.0 / mantissa + WHOLE, factor = (whole - WHOLE) * 0x1p-11;
    uint64_t n = bits_of(whole) & 4095;
    pair product = two_product(mantissa, factor, m);
    /* Far from one, `low` does not count. */
    double scale = from_bits(biased > bias + 100 ? 0 : ONE_BITS - ((biased - bias) << 52));
    pair rest = {product.high - 1.0, mad(low * scale, factor, product.low, m)};
    rest = two_sum(rest.high, rest.low);
    double r = rest.high;
    pair square = two_product(r, r, m);
    /* r**8 / 8 is left out: 2**-82 of r. */
    double tail = mad(r, mad(r, 1.0 / 7, -1.0 / 6, m), 1.0 / 5, m);
    double more = square.high * r * mad(r, mad(r, tail, -1.0 / 4, m), 1.0 / 3, m);
    pair first = two_sum(exponent * table[0], table[2 + 2 * n]);
    pair second = two_sum(first.high, r);
    pair third = ordered_sum(second.high, -0.5 * square.high);
    double lows = exponent * table[1] + (table[3 + 2 * n] + (rest.low - (r * rest.low + 0.5 * square.low)));
    return ordered_sum(third.high, third.low + (second.low + (first.low + (lows + more))));
}

/* The sine of an angle of |x| < 2**13 after so many quarter turns, within 2**-69 and 2**-100. Table: 1 / 2048 of a turn
in three parts, likewise; how many of these are in one; and the sines of them as pairs. */
INLINE pair sine_of(double x, int quarters, const double *table, mode m) {
    double whole = mad(x, table[3], WHOLE, m), steps = whole - WHOLE;
    uint64_t turned = bits_of(whole) + 512 * quarters, index = turned & 2047, ahead = (turned + 512) & 2047;
    double start = mad(steps, -table[0], x, m);
    pair rest = two_sum(start, -(steps * table[1]));
    rest.low -= steps * table[2];
    pair sine = {table[4 + 2 * index], table[5 + 2 * index]}, cosine = {table[4 + 2 * ahead], table[5 + 2 * ahead]};
    double r = rest.high, square = r * r;
    double less = square * mad(square, mad(square, -1.0 / 720, 1.0 / 24, m), -1.0 / 2, m);
    double tail = r * mad(square, mad(square, -1.0 / 5040, 1.0 / 120, m), -1.0 / 6, m);
    less -= r * rest.low;
    double more = mad(square, tail - 0.5 * rest.low, rest.low, m);
    pair product = two_product(cosine.high, r, m);
    pair sum = two_sum(sine.high, product.high);
    double low = mad(sine.high, less, mad(cosine.high, more, cosine.low * r, m), m);
    return ordered_sum(sum.high, sum.low + (product.low + (sine.low + low)));
}

/* Each function: an estimate of it, and a value that is known where the formulas do not apply. */

#define TINY 0x1p-60
#define NEAR 0x1p-10 /* within half a step of a turn */

/* Of functions that round tiny x to x. The results of -0 are open, and known. */
INLINE pair or_tiny(double x, pair value) {
    bool tiny = fabs(x) < TINY;
    return (pair){tiny ? x : value.high, tiny ? -0.0 : value.low};
}

INLINE estimate estimated_exp(double x, double y, const double *one, const double *two, mode m) {
    return exp_of(x, 0.0, one, m);
}

INLINE bool known_exp(double x, double y, double *value) {
    *value = x > 0.0 ? INFINITY : 0.0;
    return x >= 710.0 || x <= -746.0;
}

INLINE estimate estimated_expm1(double x, double y, const double *one, const double *two, mode m) {
    return (estimate){or_tiny(x, expm1_of(x, one, m)), 0x1p-72, 0.0, 0, (x > -40.0) & (x < 708.0)};
}

INLINE bool known_expm1(double x, double y, double *value) {
    *value = x > 0.0 ? INFINITY : x == 0.0 ? x : -1.0;
    return x >= 710.0 || x <= -40.0 || x == 0.0;
}

INLINE estimate estimated_log(double x, double y, const double *one, const double *two, mode m) {
    return (estimate){log_of(x, 0.0, one, m), 0x1p-71, 0.0, 0, (x >= 0x1p-1022) & (x < INFINITY)};
}

INLINE bool known_log(double x, double y, double *value) {
    *value = x > 0.0 ? INFINITY : x == 0.0 ? -INFINITY : NAN;
    return x <= 0.0 || x == INFINITY;
}

INLINE estimate estimated_log1p(double x, double y, const double *one, const double *two, mode m) {
    pair sum = two_sum(1.0, x);
    pair value = or_tiny(x, log_of(sum.high, sum.low, one, m));
    return (estimate){value, 0x1p-71, 0.0, 0, (x > -1.0) & (x < INFINITY)};
}

INLINE bool known_log1p(double x, double y, double *value) {
    if (x != 0.0)
        return known_log(1.0 + x, y, value);
    *value = x;
    return true;
}

INLINE estimate estimated_sin(double x, double y, const double *one, const double *two, mode m) {
    return (estimate){or_tiny(x, sine_of(x, 0, one, m)), 0x1p-67, fabs(x) < NEAR ? 0.0 : 0x1p-98, 0, fabs(x) < 8192.0};
}

INLINE estimate estimated_cos(double x, double y, const double *one, const double *two, mode m) {
    return (estimate){sine_of(x, 1, one, m), 0x1p-67, 0x1p-98, 0, fabs(x) < 8192.0};
}

INLINE estimate estimated_tan(double x, double y, const double *one, const double *two, mode m) {
    pair sine = sine_of(x, 0, one, m), cosine = sine_of(x, 1, one, m);
    bool regular = ((fabs(x) < NEAR) | (fabs(sine.high) > 0x1p-30)) & (fabs(cosine.high) > 0x1p-30);
    pair value = or_tiny(x, quotient(sine, cosine, m));
    return (estimate){value, 0x1p-65, 0.0, 0, regular & (fabs(x) < 8192.0)};
}

#define known_sin known_at_zero
#define known_cos known_at_zero
#define known_tan known_at_zero

/* The results of zeros are open only if they are zeros. */
INLINE bool known_at_zero(double x, double y, double *value) {
    *value = x;
    return x == 0.0;
}

INLINE estimate estimated_tanh(double x, double y, const double *one, const double *two, mode m) {
    double size = fabs(x);
    pair grown = expm1_of(size + size, one, m);
    pair above = two_sum(grown.high, 2.0);
    above.low += grown.low;
    pair value = or_tiny(size, quotient(grown, above, m));
    return (estimate){value, 0x1p-71, 0.0, bits_of(x) >> 63 << 63, size < 20.0};
}

INLINE bool known_tanh(double x, double y, double *value) {
    *value = copysign(1.0, x);
    return fabs(x) >= 20.0;
}

/* For |y| < 2**50. */
INLINE bool is_whole(double y) { return (y + WHOLE) - WHOLE == y; }

INLINE bool is_odd(double y) { return is_whole(y) & !is_whole(0.5 * y); }

/* By two selections, which compilers vectorise. */
INLINE uint64_t sign_of_power(double x, double y) {
    double whole = is_whole(y) ? x : 0.0;
    return bits_of(is_whole(0.5 * y) ? 0.0 : whole) >> 63 << 63;
}

/* Whether the formulas apply: outside of this range, products lose digits. */
INLINE bool is_power(double x, double y) {
    double size = fabs(x);
    bool in_range = (size >= 0x1p-1022) & (size < INFINITY) & (fabs(y) < 0x1p900) & (fabs(y) > 0x1p-900);
    return in_range & ((x > 0.0) | (is_whole(y) & (fabs(y) < 0x1p50)));
}

/* |x|**y, with the sign of x if y is an odd integer; the tables of the logarithm and of the exponential function. */
INLINE estimate estimated_power(double x, double y, const double *one, const double *two, mode m) {
    pair log = log_of(fabs(x), 0.0, one, m);
    pair product = two_product(log.high, y, m);
    product = ordered_sum(product.high, product.low + log.low * y);
    estimate power = exp_of(product.high, product.low, two, m);
    power.relative += fabs(product.high) * 0x1p-72;
    power.shift += sign_of_power(x, y);
    power.inside = power.inside & is_power(x, y);
    return power;
}

INLINE bool known_power(double x, double y, double *value) {
    *value = is_odd(y) ? x : 0.0;
    return x == 0.0 && y > 0.0 && y < 0x1p50;
}

/* The nearest floats, and where they are open: bits that are not 0, as many as a float has. */

typedef uint64_t doubt_double;
typedef uint32_t doubt_float;

INLINE doubt_double rounded_double(estimate e, double *result) {
    double error = fabs(e.value.high) * e.relative + e.absolute;
    double low = e.value.high + (e.value.low - error), high = e.value.high + (e.value.low + error);
    *result = from_bits(bits_of(low) + e.shift);
    return (bits_of(low) ^ bits_of(high)) | !e.inside;
}

INLINE doubt_float rounded_float(estimate e, float *result) {
    double error = fabs(e.value.high) * (0x1p-49 + e.relative) + e.absolute;
    double low = e.value.high + (e.value.low - error), high = e.value.high + (e.value.low + error);
    float least = (float)from_bits(bits_of(low) + e.shift), most = (float)from_bits(bits_of(high) + e.shift);
    *result = least;
    return (least != most) | !e.inside;
}

/* First estimates of results of f32: series in f64, which are faster than tables, within `relative` of the exact value,
but for `shift`. What they leave open is estimated again as above. */
typedef struct {
    double value, relative;
    uint64_t shift;
    bool inside;
} brief;

#define CLOSE 0x1p-39

INLINE doubt_float rounded_brief(brief e, float *result) {
    double value = from_bits(bits_of(e.value) + e.shift);
    float least = (float)(value * (1.0 - e.relative)), most = (float)(value * (1.0 + e.relative));
    *result = least;
    return (least != most) | !e.inside;
}

/* The inverse of a number that f32 holds, within 2**-45. */
INLINE double inverse(double x, mode m) {
    double first = 1.0f / (float)x;
    return mad(first, mad(-x, first, 1.0, m), first, m);
}

/* e**x = 2**k (1 + grown), shift = k << 52. */
INLINE double brief_grown(double x, uint64_t *shift, mode m) {
    double whole = mad(x, 1.4426950408889634, WHOLE, m), r = mad(whole - WHOLE, -0.6931471805599453, x, m);
    double tail = mad(r, mad(r, mad(r, 1.0 / 3628800, 1.0 / 362880, m), 1.0 / 40320, m), 1.0 / 5040, m);
    double more = mad(r, mad(r, mad(r, tail, 1.0 / 720, m), 1.0 / 120, m), 1.0 / 24, m);
    *shift = bits_of(whole) << 52;
    return mad(r * r, mad(r, mad(r, more, 1.0 / 6, m), 1.0 / 2, m), r, m);
}

INLINE double brief_expm1_of(double x, mode m) {
    uint64_t shift;
    double grown = brief_grown(x, &shift, m), size = from_bits(ONE_BITS + shift);
    return mad(size, grown, size - 1.0, m);
}

/* The logarithm of high + low, as 2 artanh(s) and so many log(2), within 2**-44. */
INLINE double brief_log_of(double high, double low, mode m) {
    const uint64_t root_half = 0x3FE6A09E667F3BCD, bias = 1024;
    uint64_t biased = (bits_of(high) - root_half + (bias << 52)) >> 52, shift = (biased - bias) << 52;
    double exponent = from_bits(biased | bits_of(0x1p52)) - (0x1p52 + 1024.0);
    double mantissa = from_bits(bits_of(high) - shift);
    double s = mad(low, from_bits(ONE_BITS - shift), mantissa - 1.0, m) * inverse(mantissa + 1.0, m), square = s * s;
    double tail = mad(square, mad(square, mad(square, 2.0 / 15, 2.0 / 13, m), 2.0 / 11, m), 2.0 / 9, m);
    double more = mad(square, mad(square, mad(square, tail, 2.0 / 7, m), 2.0 / 5, m), 2.0 / 3, m);
    return mad(exponent, 0.6931471805599453, mad(s * square, more, s + s, m), m);
}

/* The sine and the cosine of x but for so many right angles; where that is odd, the one in place of the other. The parts
of a right angle have exact products, and the sine of -0 is -0. */
INLINE uint64_t brief_turn(double x, int quarters, double *sine, double *cosine, mode m) {
    double whole = mad(x, 0.6366197723675814, WHOLE, m), steps = whole - WHOLE;
    double r = mad(steps, -0x1.0b4611a6p-34, mad(steps, -0x1.921fb544p0, x, m), m);
    r = mad(steps, -0x1.3198a2e037073p-69, r, m);
    double square = r * r;
    double odd = mad(square, mad(square, 1.0 / 6227020800, -1.0 / 39916800, m), 1.0 / 362880, m);
    odd = mad(square, mad(square, mad(square, odd, -1.0 / 5040, m), 1.0 / 120, m), -1.0 / 6, m);
    double even = mad(square, mad(square, 1.0 / 479001600, -1.0 / 3628800, m), 1.0 / 40320, m);
    even = mad(square, mad(square, mad(square, even, -1.0 / 720, m), 1.0 / 24, m), -1.0 / 2, m);
    uint64_t one = bits_of(r * mad(square, odd, 1.0, m)), two = bits_of(mad(square, even, 1.0, m));
    uint64_t turned = bits_of(whole) + quarters, other = (one ^ two) & (0 - (turned & 1));
    *sine = from_bits(one ^ other);
    *cosine = from_bits(two ^ other);
    return turned;
}

INLINE brief brief_exp(double x, double y, const double *one, const double *two, mode m) {
    uint64_t shift;
    double grown = brief_grown(x, &shift, m);
    return (brief){1.0 + grown, CLOSE, shift, fabs(x) < 708.0};
}

INLINE brief brief_expm1(double x, double y, const double *one, const double *two, mode m) {
    return (brief){copysign(brief_expm1_of(x, m), x), CLOSE, 0, (x > -40.0) & (x < 708.0)};
}

INLINE brief brief_log(double x, double y, const double *one, const double *two, mode m) {
    return (brief){brief_log_of(x, 0.0, m), CLOSE, 0, (x > 0.0) & (x < INFINITY)};
}

INLINE brief brief_log1p(double x, double y, const double *one, const double *two, mode m) {
    pair sum = two_sum(1.0, x);
    return (brief){copysign(brief_log_of(sum.high, sum.low, m), x), CLOSE, 0, (x > -1.0) & (x < INFINITY)};
}

INLINE brief brief_sin(double x, double y, const double *one, const double *two, mode m) {
    double sine, cosine;
    uint64_t turned = brief_turn(x, 0, &sine, &cosine, m);
    return (brief){sine, CLOSE, turned >> 1 << 63, fabs(x) < 8192.0};
}

INLINE brief brief_cos(double x, double y, const double *one, const double *two, mode m) {
    double sine, cosine;
    uint64_t turned = brief_turn(x, 1, &sine, &cosine, m);
    return (brief){sine, CLOSE, turned >> 1 << 63, fabs(x) < 8192.0};
}

INLINE brief brief_tan(double x, double y, const double *one, const double *two, mode m) {
    double sine, cosine;
    uint64_t turned = brief_turn(x, 0, &sine, &cosine, m);
    return (brief){sine * inverse(cosine, m), CLOSE, turned << 63, fabs(x) < 8192.0};
}

INLINE brief brief_tanh(double x, double y, const double *one, const double *two, mode m) {
    double size = fabs(x), grown = brief_expm1_of(size + size, m);
    return (brief){grown * inverse(grown + 2.0, m), CLOSE, bits_of(x) >> 63 << 63, size < 20.0};
}

INLINE brief brief_power(double x, double y, const double *one, const double *two, mode m) {
    double product = brief_log_of(fabs(x), 0.0, m) * y;
    brief power = brief_exp(product, y, one, two, m);
    power.relative += fabs(product) * 0x1p-43;
    power.shift += sign_of_power(x, y);
    power.inside = power.inside & is_power(x, y);
    return power;
}

#define FIRST_double(name, x, y, m, result) rounded_double(estimated_##name(x, y, one, two, m), result)
#define FIRST_float(name, x, y, m, result) rounded_brief(brief_##name(x, y, one, two, m), result)

/* The results of n operands, and in `open` the places of those that are left open. Returns their number. */
#define LOOP(name, type)                                                                                               \
    INLINE int64_t name##_of_##type(                                                                                   \
        const type *restrict x, const type *restrict y, type *restrict result, int64_t n, int64_t *restrict open,      \
        const double *restrict one, const double *restrict two, mode m                                                 \
    ) {                                                                                                                \
        doubt_##type doubtful[BLOCK], any;                                                                             \
        int64_t count = 0;                                                                                             \
        for (int64_t start = 0; start < n; start += BLOCK, x += BLOCK, y += BLOCK, result += BLOCK) {                  \
            int64_t size = n - start < BLOCK ? n - start : BLOCK;                                                      \
            any = 0;                                                                                                   \
            for (int64_t i = 0; i < size; i++) {                                                                       \
                doubtful[i] = FIRST_##type(name, x[i], y[i], m, result + i);                                           \
                any |= doubtful[i];                                                                                    \
            }                                                                                                          \
            for (int64_t i = 0; any && i < size; i++) {                                                                \
                double value;                                                                                          \
                if (doubtful[i] && known_##name(x[i], y[i], &value))                                                   \
                    result[i] = (type)value;                                                                           \
                else if (doubtful[i] && rounded_##type(estimated_##name(x[i], y[i], one, two, m), result + i))         \
                    open[count++] = start + i;                                                                         \
            }                                                                                                          \
        }                                                                                                              \
        return count;                                                                                                  \
    }


#define GIVEN x, y, result, n, open, one, two
#define TAKEN(type)                                                                                                    \
    (const type *x, const type *y, type *result, int64_t n, int64_t *open, const double *one, const double *two)

#if defined(__x86_64__) && defined(__GNUC__)
#define AVX2 __attribute__((target("avx2,fma")))
#ifdef __clang__
#define AVX512 __attribute__((target("avx2,fma,avx512f,avx512dq,avx512vl")))
#else
#define AVX512 __attribute__((target("avx2,fma,avx512f,avx512dq,avx512vl,prefer-vector-width=512")))
#endif
#define LEVELS(name, type)                                                                                             \
    AVX2 static int64_t name##_##type##_1 TAKEN(type) { return name##_of_##type(GIVEN, FUSED); }                       \
    AVX512 static int64_t name##_##type##_2 TAKEN(type) { return name##_of_##type(GIVEN, FUSED); }
#define AT_LEVEL(name, type)                                                                                           \
    if (level == 1)                                                                                                    \
        return name##_##type##_1(GIVEN);                                                                               \
    if (level == 2)                                                                                                    \
        return name##_##type##_2(GIVEN);
#define BEST                                                                                                           \
    (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") ? 0                                             \
     : __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") ? 2 : 1)
#else
#define LEVELS(name, type)
#define AT_LEVEL(name, type)
#define BEST 0
#endif

static int level = 0;

/* Chooses instructions: 0 any processor's, 1 AVX2's, 2 AVX-512's, or the most that this one has. Returns them. */
PUBLIC int use_instructions(int most) {
    int best = BEST;
    return level = most < best ? most : best;
}

#define FUNCTION(name, type)                                                                                           \
    LOOP(name, type)                                                                                                   \
    LEVELS(name, type)                                                                                                 \
    PUBLIC int64_t name##_##type TAKEN(type) {                                                                         \
        AT_LEVEL(name, type)                                                                                           \
        return name##_of_##type(GIVEN, PLAIN);                                                                         \
    }
#define FUNCTIONS(type)                                                                                                \
    FUNCTION(exp, type)                                                                                                \
    FUNCTION(expm1, type)                                                                                              \
    FUNCTION(log, type)                                                                                                \
    FUNCTION(log1p, type)                                                                                              \
    FUNCTION(sin, type)                                                                                                \
    FUNCTION(cos, type)                                                                                                \
    FUNCTION(tan, type)                                                                                                \
    FUNCTION(tanh, type)                                                                                               \
    FUNCTION(power, type)

FUNCTIONS(double)
FUNCTIONS(float)

/* Sums and products as `sums` has them: of neighbours, then of neighbours among the results, until one is left; the
last one of an odd number waits. So a power of two stands before the rest. A binary counter holds those of columns. */

#define WIDTH 256

#define TREES(name, type, OF)                                                                                          \
    /* Of n elements next to each other: two rounds at once where they are a power of two. */                          \
    static type name##_neighbours_##type(const type *x, int64_t n) {                                                   \
        if (n > 4 * WIDTH || (n & (n - 1))) {                                                                          \
            int64_t half = 1;                                                                                          \
            while (2 * half < n)                                                                                       \
                half *= 2;                                                                                             \
            return name##_neighbours_##type(x, half) OF name##_neighbours_##type(x + half, n - half);                  \
        }                                                                                                              \
        type one[WIDTH], two[WIDTH / 4], *to = one, *other = two, *rest;                                               \
        for (; n > 2; n /= 4, x = to, rest = to, to = other, other = rest)                                             \
            for (int64_t i = 0; i < n / 4; i++)                                                                        \
                to[i] = (x[4 * i] OF x[4 * i + 1]) OF (x[4 * i + 2] OF x[4 * i + 3]);                                  \
        return n == 1 ? x[0] : x[0] OF x[1];                                                                           \
    }                                                                                                                  \
    /* Of each row of x. */                                                                                            \
    PUBLIC void name##_of_rows_##type(const type *x, type *result, int64_t rows, int64_t count) {                      \
        for (; rows > 0; rows--, x += count)                                                                           \
            *result++ = name##_neighbours_##type(x, count);                                                            \
    }                                                                                                                  \
    /* Of each column of x, in strips of WIDTH columns. */                                                             \
    PUBLIC void name##_of_columns_##type(const type *x, type *result, int64_t count, int64_t columns) {                \
        type held[64][WIDTH];                                                                                          \
        for (int64_t start = 0; start < columns; start += WIDTH) {                                                     \
            int64_t size = columns - start < WIDTH ? columns - start : WIDTH, k;                                       \
            const type *sum = 0;                                                                                       \
            for (int64_t i = 0; i < count; i++) {                                                                      \
                const type *row = x + i * columns + start;                                                             \
                for (k = 0; i >> k & 1; row = held[k++])                                                               \
                    for (int64_t j = 0; j < size; j++)                                                                 \
                        held[k][j] = held[k][j] OF row[j];                                                             \
                memcpy(held[k], row, size * sizeof *row);                                                              \
            }                                                                                                          \
            for (k = 0; count >> k; k++) {                                                                             \
                for (int64_t j = 0; sum && count >> k & 1 && j < size; j++)                                            \
                    held[k][j] = held[k][j] OF sum[j];                                                                 \
                sum = count >> k & 1 ? held[k] : sum;                                                                  \
            }                                                                                                          \
            memcpy(result + start, sum, size * sizeof *sum);                                                           \
        }                                                                                                              \
    }

TREES(add, double, +)
TREES(add, float, +)
TREES(multiply, double, *)
TREES(multiply, float, *)

/* Of rows: `row` numbers from one to the next, and `step` from each number to the next one, 0 or 1. The result may be in
place of x or y. All NaNs are one. */

#define EACH(value)                                                                                                    \
    _Pragma("GCC ivdep") for (int64_t i = 0; i < count; i++) {                                                         \
        one = value;                                                                                                   \
        result[i] = one == one ? one : NAN;                                                                            \
    }

#define BY_ROWS(name, type, OF)                                                                                        \
    PUBLIC void name##_by_rows_##type(                                                                                 \
        const type *x, const type *y, type *result, int64_t rows, int64_t count, int64_t x_row, int64_t x_step,        \
        int64_t y_row, int64_t y_step                                                                                  \
    ) {                                                                                                                \
        for (; rows > 0; rows--, x += x_row, y += y_row, result += count) {                                            \
            type one, left = *x, right = *y;                                                                           \
            if (!y_step)                                                                                               \
                EACH(x[i] OF right)                                                                                    \
            else if (!x_step)                                                                                          \
                EACH(left OF y[i])                                                                                     \
            else                                                                                                       \
                EACH(x[i] OF y[i])                                                                                     \
        }                                                                                                              \
    }

BY_ROWS(add, double, +)
BY_ROWS(add, float, +)
BY_ROWS(subtract, double, -)
BY_ROWS(subtract, float, -)
BY_ROWS(multiply, double, *)
BY_ROWS(multiply, float, *)
BY_ROWS(divide, double, /)
BY_ROWS(divide, float, /)

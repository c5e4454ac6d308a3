/** The 0.975 quantile of the normal distribution: intervals hold the true share 95 times in 100. */
const z = 1.959963984540054;

/**
 * Wilson's score interval of a share, at 95 %: the shares under which `count` of `total` are not surprising; `[0, 1]` where
 * `total` is 0.
 */
export function wilsonInterval(count: number, total: number): readonly [low: number, high: number] {
  if (total <= 0) return [0, 1];
  const share = count / total;
  const spread = (z * z) / total;
  const centre = share + spread / 2;
  const half = z * Math.sqrt((share * (1 - share)) / total + spread / (4 * total));
  // Where all or none count, one end is exact.
  const low = count === 0 ? 0 : (centre - half) / (1 + spread);
  const high = count === total ? 1 : (centre + half) / (1 + spread);
  return [low, high];
}

/**
 * The exact two-sided p of McNemar's test: how likely it is that of `better + worse` pairs that differ so few, or fewer,
 * go one way, if both ways were equally likely. 1 where nothing differs. Takes steps in the order of the square root of the pairs.
 */
export function mcNemarP(better: number, worse: number): number {
  const pairs = better + worse;
  const few = Math.min(better, worse);
  if (2 * few >= pairs) return 1;
  // From the largest term down: each is the one before it times k / (n - k + 1).
  let term = binomialHalf(few, pairs);
  let sum = term;
  for (let k = few; k > 0 && term > sum * Number.EPSILON; k--) {
    term *= k / (pairs - k + 1);
    sum += term;
  }
  return Math.min(1, 2 * sum);
}

/**
 * The probability of exactly `k` heads in `n` throws of a coin, by Loader's saddle-point expansion ("Fast and accurate
 * computation of binomial probabilities", 2000), which keeps all digits where factorials lose them.
 */
function binomialHalf(k: number, n: number): number {
  if (k === 0) return 2 ** -n;
  const rest = n - k;
  const exponent =
    stirlingError(n) - stirlingError(k) - stirlingError(rest) - deviance(k, n / 2) - deviance(rest, n / 2);
  return Math.exp(exponent) * Math.sqrt(n / (2 * Math.PI * k * rest));
}

/** `log(n!)` less Stirling's formula. */
function stirlingError(n: number): number {
  if (n < 16) {
    let factorial = 1;
    for (let i = 2; i <= n; i++) factorial *= i;
    return Math.log(factorial) - ((n + 0.5) * Math.log(n) - n + 0.5 * Math.log(2 * Math.PI));
  }
  const square = n * n;
  return (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - 1 / (1188 * square)) / square) / square) / square) / n;
}

/** `x log(x / mean) + mean - x`, without loss where the two are near each other. */
function deviance(x: number, mean: number): number {
  const difference = x - mean;
  if (Math.abs(difference) >= 0.1 * (x + mean)) return x * Math.log(x / mean) + mean - x;
  const ratio = difference / (x + mean);
  let sum = difference * ratio;
  let term = 2 * x * ratio;
  for (let i = 1; ; i++) {
    term *= ratio * ratio;
    const next = sum + term / (2 * i + 1);
    if (next === sum) return sum;
    sum = next;
  }
}

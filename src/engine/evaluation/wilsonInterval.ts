/** The 0.975 quantile of the normal distribution: intervals hold the true share 95 times in 100. */
const z = 1.959963984540054;

/**
 * Wilson's score interval of a share, at 95 %: the shares under which `count` of `total` are not surprising. Nothing is
 * known of none: `[0, 1]`.
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

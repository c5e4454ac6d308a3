/** The places that a slice takes: from `from` by `step` up to, not including, `to`. */
export interface SliceRange {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

/** Python's `slice(start, stop, step).indices(length)`; `null` is a bound that was left out. */
export function sliceRange(length: number, start: number | null, stop: number | null, step: number | null): SliceRange {
  const by = step ?? 1;
  const [low, high] = by > 0 ? [0, length] : [-1, length - 1];
  const place = (given: number | null, fallback: number) =>
    given === null ? fallback : Math.min(Math.max(given < 0 ? given + length : given, low), high);
  const from = place(start, by > 0 ? low : high);
  const to = place(stop, by > 0 ? high : low);
  return { from, to: by > 0 ? Math.max(from, to) : to, step: by };
}

/** The items in a range. */
export function pick<T>(items: readonly T[], { from, to, step }: SliceRange): T[] {
  if (step === 1) return items.slice(from, to);
  const taken: T[] = [];
  for (let i = from; step > 0 ? i < to : i > to; i += step) taken.push(items[i]!);
  return taken;
}

/** True for a length on the screen: a number above 0. */
export function isLength(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}

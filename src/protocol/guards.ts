/** A stretch of a text: UTF-16 offsets, half-open. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** True for an object or a list, whose members are still to be looked at. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** True for a length on the screen: a number above 0. */
export function isLength(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}

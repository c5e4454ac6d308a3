import { fromPlain, type PyValue, type Violation } from '../engine/index.ts';
import { positionAt } from './position.ts';

/** Violations as `parse --json` and `diagnose --json` print them; `text` is the response, for line and column. Of calls the span indexes the arguments. */
export function violationsJson(violations: readonly Violation[] | undefined, text: string): PyValue | undefined {
  return violations?.map(({ path, cause, span, wanted, got, message, call }) => {
    const place = call === undefined ? positionAt(text, span.start) : { call };
    return fromPlain({ path, cause, span: { start: span.start, end: span.end }, ...place, wanted, got, message });
  });
}

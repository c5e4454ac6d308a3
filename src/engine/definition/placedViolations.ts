import { refusedBy } from '../core/refusedValue.ts';
import type { ParseError } from '../core/result.ts';
import type { ResponseInput } from '../parsers/parser.ts';
import { writtenPlace } from '../parsers/shared/writtenPlace.ts';

/** The members of a `ParseError` that say where a value that reads is not what is wanted; none for any other error. */
export function placedViolations(
  error: unknown,
  input: ResponseInput,
): Pick<ParseError, 'violations' | 'moreViolations' | 'validated'> {
  const refused = refusedBy(error);
  if (!refused) return {};
  const validated = refused.place ?? writtenPlace(refused.value, input);
  const { violations, more } = refused.violations(validated);
  if (violations.length === 0) return {};
  return { violations: Object.freeze(violations), ...(more > 0 && { moreViolations: more }), validated };
}

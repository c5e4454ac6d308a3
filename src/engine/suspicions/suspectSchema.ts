import type { PyValue } from '../core/pyValue.ts';
import type { ValidatedText } from '../core/refusedValue.ts';
import type { AcceptedResult } from '../core/result.ts';
import type { Suspicion } from '../core/suspicion.ts';
import { memberPath, type Violation } from '../core/violation.ts';
import { writtenPlace } from '../parsers/shared/writtenPlace.ts';
import type { ViolationsOf } from '../validation/index.ts';

const noPlace: ValidatedText = { text: '', span: { start: 0, end: 0 }, isJson: false };

/**
 * Where a value that was read breaks the schema that the model was told of, and that nobody checked: member by member, with the
 * places in the response `text`. What keeps the schema is not looked for in the text. Linear.
 */
export function suspectSchema(
  text: string,
  { exact }: Pick<AcceptedResult, 'exact'>,
  violationsOf: ViolationsOf,
): readonly Suspicion[] {
  return brokenSchema(text, exact, violationsOf).map(violation => suspicionOf(violation, { code: 'breaks-schema' }));
}

/** The violations of a value, which is looked for in a text where there are any. */
export function brokenSchema(text: string, value: PyValue, violationsOf: ViolationsOf): readonly Violation[] {
  if (violationsOf(value, noPlace).violations.length === 0) return [];
  return violationsOf(value, writtenPlace(value, { text })).violations;
}

/** A violation as a suspicion of a code; `name`: of the tool whose argument it is. */
export function suspicionOf(
  violation: Violation,
  { code, name }: { readonly code: 'breaks-schema' | 'coerced'; readonly name?: string },
): Suspicion {
  const { cause, path, wanted, span } = violation;
  const member = name === undefined ? memberPath(path) : `${name}${memberPath(path)}`;
  return { code, detail: `${member}, ${cause}: ${wanted}`, span, violation };
}

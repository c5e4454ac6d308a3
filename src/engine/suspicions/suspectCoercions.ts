import { isPyDict, isPyList, PyOpaque, type PyValue } from '../core/pyValue.ts';
import type { ValidatedText } from '../core/refusedValue.ts';
import type { AcceptedResult } from '../core/result.ts';
import type { Suspicion } from '../core/suspicion.ts';
import { takenFrom } from '../core/takenValue.ts';
import { memberPath, type Violation } from '../core/violation.ts';
import { writtenPlace } from '../parsers/shared/writtenPlace.ts';
import { type Breach, inShort, jsonTypeOf, placeViolations, type ViolationsOf } from '../validation/index.ts';

const noPlace: ValidatedText = { text: '', span: { start: 0, end: 0 }, isJson: false };

/**
 * Where a value that was read breaks the schema of the instruction, which nobody checked: member by member, with the
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

/** How many values that validators made are looked at, and how deep they are looked for. */
const mostValues = 50;
const mostDepth = 8;
/** The most changes that are reported of one value, and how deep in it they are looked for. */
const mostChanges = 200;
const deepest = 200;

type Path = readonly (string | number)[];

/**
 * What validators took although it is not what their schemas say: values of another type, and members that nobody asked for and
 * nobody gets. Each has its place in the response `text`, or in the arguments of one of its `calls`. Linear in values and text.
 */
export function suspectCoercions(
  text: string,
  { exact }: Pick<AcceptedResult, 'exact'>,
  calls: readonly unknown[] = [],
): readonly Suspicion[] {
  return takenValues(exact).flatMap(({ input, made }) => {
    const changes: Breach[] = [];
    collect(input, made, [], changes);
    if (changes.length === 0) return [];
    const place = writtenPlace(input, { text, message: { tool_calls: calls } });
    return placeViolations(changes, place).violations.map(violation => {
      const { span, ...rest } = suspicionOf(violation, { code: 'coerced' });
      // The text of a call is not that of the response.
      return place.call === undefined ? { ...rest, ...(span && { span }) } : rest;
    });
  });
}

interface TakenValue {
  readonly input: PyValue;
  readonly made: PyValue;
}

/** The outermost values that validators made. */
function takenValues(exact: PyValue): readonly TakenValue[] {
  const found: TakenValue[] = [];
  const visit = (made: PyValue, depth: number): void => {
    if (typeof made !== 'object' || made === null || depth > mostDepth || found.length >= mostValues) return;
    const input = takenFrom(made);
    if (input !== undefined) found.push({ input, made });
    else if (made instanceof PyOpaque) visit(made.json, depth + 1);
    else if (isPyList(made)) for (const item of made) visit(item, depth + 1);
    else if (isPyDict(made)) for (const item of made.values()) visit(item, depth + 1);
  };
  visit(exact, 0);
  return found;
}

function collect(input: PyValue, made: PyValue, path: Path, found: Breach[]): void {
  if (found.length >= mostChanges || path.length > deepest) return;
  if (isChanged(input, made)) {
    const wanted = made instanceof PyOpaque && jsonTypeOf(made.json) === 'string' ? made.type : typeOf(made);
    const message = `It is read as ${inShort(made)}.`;
    found.push({ path, cause: 'wrong-type', input, wanted, message, wants: { types: [] } });
    return;
  }
  const inner = made instanceof PyOpaque ? made.json : made;
  if (isPyDict(input) && isPyDict(inner))
    for (const [key, value] of input)
      if (inner.has(key)) collect(value, inner.get(key) ?? null, [...path, key], found);
      else found.push(dropped(value, [...path, key]));
  // Of a set, equal items are one.
  if (isPyList(input) && isPyList(inner) && input.length === inner.length)
    for (const [i, value] of input.entries()) collect(value, inner[i] ?? null, [...path, i], found);
}

function dropped(input: PyValue, path: Path): Breach {
  const message = 'It is left out of the value.';
  return { path, cause: 'unknown-key', input, wanted: 'no such member', message, wants: { types: [] } };
}

/** Whether JSON has another type for the input. A text is how JSON writes a date, and a number or a text how it writes a `Decimal`. */
function isChanged(input: PyValue, made: PyValue): boolean {
  if (made instanceof PyOpaque && made.type === 'Decimal') return !['number', 'string'].includes(typeOf(input));
  return typeOf(input) !== typeOf(made);
}

function typeOf(value: PyValue): string {
  return value instanceof PyOpaque ? typeOf(value.json) : jsonTypeOf(value);
}

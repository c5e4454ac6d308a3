import { isPyDict, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { ValidatedText } from '../../core/refusedValue.ts';
import type { Violations } from '../../core/violation.ts';
import { type Breach, enumCause, placeViolations, wantedWords } from './breach.ts';
import { settled } from './schemaViolations.ts';

/** What a call's arguments are where names alone are checked; `message` is the framework's, of all of them. */
export interface ArgumentNames {
  readonly names: readonly string[];
  readonly required: readonly string[];
  /** Names that are let pass beside these. */
  readonly tolerated?: readonly string[];
}

/** The violations of arguments that lack names, or have others. */
export function argumentViolations(
  value: PyDict,
  { names, required, tolerated = [] }: ArgumentNames,
  message: string,
): (place: ValidatedText) => Violations {
  const allowed = new Set([...names, ...tolerated]);
  const expected = names.length > 0 ? `one of ${names.slice(0, 20).join(', ')}` : 'no such member';
  const breachesOf = (input: PyValue): readonly Breach[] => [
    ...missingFrom(input, required, message),
    ...(isPyDict(input) ? [...input.keys()] : [])
      .filter(name => !allowed.has(name))
      .map(name => ({
        path: [name],
        cause: 'unknown-key' as const,
        input,
        wanted: expected,
        message,
        wants: { types: [] },
      })),
  ];
  return place => placeViolations(settled(value, breachesOf(value), breachesOf), place);
}

/** The violations of an object that lacks keys, where nothing but keys is asked for; `message` is the framework's, of all of them. */
export function missingViolations(
  value: PyDict,
  keys: readonly PyValue[],
  message: string,
): (place: ValidatedText) => Violations {
  const names = keys.filter(key => typeof key === 'string');
  const breachesOf = (input: PyValue) => missingFrom(input, names, message);
  return place => placeViolations(settled(value, breachesOf(value), breachesOf), place);
}

function missingFrom(input: PyValue, names: readonly string[], message: string): readonly Breach[] {
  return names
    .filter(name => !isPyDict(input) || !input.has(name))
    .map(name => ({ path: [name], cause: 'missing-key', input, wanted: 'a value', message, wants: { types: [] } }));
}

/** The violation of an answer that is a bare text and none of the allowed ones; `message` is the framework's. */
export function outsideEnum(
  value: string,
  values: readonly string[],
  message: string,
): (place: ValidatedText) => Violations {
  const wants = { types: [], values };
  const cause = enumCause(value, wants);
  return place =>
    placeViolations([{ path: [], cause, input: value, wanted: wantedWords(wants), message, wants }], place);
}

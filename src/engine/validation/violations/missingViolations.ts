import { isPyDict, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { ValidatedText } from '../../core/refusedValue.ts';
import type { Violations } from '../../core/violation.ts';
import type { Breach } from './breach.ts';
import { placeViolations } from './placeViolations.ts';
import { settled } from './schemaViolations.ts';

/** The violations of an object that lacks keys, where nothing but keys is asked for; `message` is the framework's, of all of them. */
export function missingViolations(
  value: PyDict,
  keys: readonly PyValue[],
  message: string,
): (place: ValidatedText) => Violations {
  const names = keys.filter(key => typeof key === 'string');
  const breachesOf = (input: PyValue): readonly Breach[] =>
    names
      .filter(name => !isPyDict(input) || !input.has(name))
      .map(name => ({ path: [name], cause: 'missing-key', input, wanted: 'a value', message, wants: { types: [] } }));
  return place => placeViolations(settled(value, breachesOf(value), breachesOf), place);
}

import { isPyList, type PyValue } from '../../core/pyValue.ts';
import { CannotConvert } from './conversionRule.ts';

/** The names in a list of keys. Raises {@link CannotConvert} where it is not a list, or names other keys. */
export function keyList(value: PyValue | undefined, key: string, names: readonly string[]): ReadonlySet<string> {
  if (value === undefined) return new Set();
  if (!isPyList(value) || !value.every(item => typeof item === 'string'))
    throw new CannotConvert(`\`${key}\` is not a list of keys.`);
  const all = new Set(names);
  const stranger = value.find(name => !all.has(name));
  if (stranger !== undefined) throw new CannotConvert(`\`${key}\` names \`${stranger}\`, which is not among the keys.`);
  return new Set(value);
}

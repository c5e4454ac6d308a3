import type { EngineError } from '../../core/errors.ts';
import { codePointLength } from '../codePoints.ts';
import { pyRepr } from '../repr.ts';
import type { Tokenizer } from './patternTokenizer.ts';

/** Python's `MAXGROUPS`. */
const maxGroups = 1073741823;

/** Reads a group's name up to and with `terminator`. Raises `re.error` if it is not Python identifier. */
export function readGroupName(source: Tokenizer, terminator: string): string {
  const name = source.getUntil(terminator, 'group name');
  if (!isIdentifier(name)) throw badGroupName(source, name);
  return name;
}

/** Reads the condition of `(?(…)yes|no)` up to and with `)`: a group's number, or its name. Raises `re.error`. */
export function readCondition(source: Tokenizer): number | string {
  const name = source.getUntil(')', 'group name');
  if (isIdentifier(name)) return name;
  // What Python's int() reads; other digits than these never name a group in practice.
  if (!/^\s*(\+?\d+(_\d+)*|-0+)\s*$/.test(name)) throw badGroupName(source, name);
  const group = Math.abs(Number(name.replaceAll('_', '')));
  if (group === 0) throw source.error('bad group number', codePointLength(name) + 1);
  if (group >= maxGroups) throw source.error(`invalid group reference ${group}`, codePointLength(name) + 1);
  return group;
}

/** Python's `str.isidentifier()`. */
function isIdentifier(name: string): boolean {
  return /^[\p{XIDS}_]\p{XIDC}*$/u.test(name);
}

function badGroupName(source: Tokenizer, name: string): EngineError {
  return source.error(`bad character in group name ${pyRepr(name)}`, codePointLength(name) + 1);
}

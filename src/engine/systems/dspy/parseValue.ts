import { EngineError } from '../../core/errors.ts';
import type { PyValue } from '../../core/pyValue.ts';
import { taking } from '../../core/takenValue.ts';
import { jsonLoads, LiteralReader, NoLiteral, pyEquals, pyRepr, pyStr, pyStrip } from '../../python/index.ts';
import { readLenient } from '../../text/index.ts';
import { allowsNone, findEnumMember, isPlain } from './pyType.ts';
import type { DspyField } from './signature.ts';
import { validateField } from './typeAdapter.ts';

/** `json_repair.loads(text)`. Raises `RecursionError` for what is nested too deeply. Linear, as `readLenient`. */
export function repairLoads(text: string): PyValue {
  const read = jsonLoads(text);
  if (read.ok) return read.value;
  const lenient = readLenient(text);
  if (lenient.ok) return lenient.value;
  throw new EngineError('RecursionError', 'maximum recursion depth exceeded');
}

/**
 * DSPy's `parse_value(value, annotation)`: text by the rules of the field's type, any other value by Pydantic. Raises
 * `ValueError`, `TypeError` or Pydantic's `ValidationError`.
 */
export function parseValue(value: PyValue, field: DspyField): PyValue {
  const { type } = field;
  if (isPlain(type, 'str')) return pyStr(value);
  if (type.kind === 'enum') return findEnumMember(type, value, pyEquals);
  if (type.kind === 'literal') return literalValue(value, type.values);
  if (typeof value !== 'string') return validateField(field, value);
  if (type.kind === 'union' && allowsNone(type) && type.args.some(arg => isPlain(arg, 'str')))
    return validateField(field, value);
  const candidate = repairLoads(value);
  if (candidate !== '' || value === '') return taking(validateField(field, candidate), candidate);
  // Not `literalEval`, which does not tell tuples from lists.
  const reader = new LiteralReader(value.replace(/^[ \t]+/, ''));
  const literal = evaluated(reader);
  return validateField(field, literal === undefined ? value : literal, reader.otherLists);
}

function evaluated(reader: LiteralReader): PyValue | undefined {
  try {
    const value = reader.readAll();
    return reader.unhashable ? undefined : value;
  } catch (error) {
    if (error instanceof NoLiteral) return undefined;
    throw error;
  }
}

/** A value of `Literal[…]`; a text also without quotes around it, or `Literal[…]`. */
function literalValue(value: PyValue, allowed: readonly PyValue[]): PyValue {
  const isAllowed = (each: PyValue) => allowed.some(one => pyEquals(one, each));
  if (isAllowed(value)) return value;
  if (typeof value === 'string') {
    let text = pyStrip(value);
    if (/^(?:Literal|str)\[/.test(text) && text.endsWith(']')) text = text.slice(text.indexOf('[') + 1, -1);
    if (text.length > 1 && text.at(0) === text.at(-1) && '"\''.includes(text.charAt(0))) text = text.slice(1, -1);
    if (isAllowed(text)) return text;
  }
  const choices = allowed.length === 1 ? `(${pyRepr(allowed[0] ?? null)},)` : `(${allowed.map(pyRepr).join(', ')})`;
  throw new EngineError('ValueError', `${pyRepr(value)} is not one of ${choices}`);
}

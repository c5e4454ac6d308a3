import { EngineError } from '../../../../core/errors.ts';
import { isPyDict, isPyList, type PyValue, pyTypeName } from '../../../../core/pyValue.ts';
import type { ReadField, Reading } from '../../../../parsers/parser.ts';
import { stripSpan } from '../../../../python/index.ts';

/** Classes that have no `_type`, which `CombiningOutputParser` asks its parsers for. */
const untyped: ReadonlySet<string> = new Set(['EnumOutputParser']);

/** What `CombiningOutputParser`'s constructor raises for the classes of its parsers: Pydantic's `ValidationError`, or `NotImplementedError`. */
export function checkCombined(parsers: readonly string[]): void {
  if (parsers.length < 2) throw refused('Must have at least two parsers');
  for (const parser of parsers) {
    if (parser === 'CombiningOutputParser') throw refused('Cannot nest combining parsers');
    if (untyped.has(parser))
      throw new EngineError(
        'NotImplementedError',
        `_type property is not implemented in class ${parser}. This is required for serialization.`,
        undefined,
        ['parsers'],
      );
  }
}

/** Pydantic's error, but for its print of the parsers. */
function refused(message: string): EngineError {
  return new EngineError(
    'ValidationError',
    `1 validation error for CombiningOutputParser\n  Value error, ${message} [type=value_error, input_value={'parsers': […], 'name': None}, input_type=dict]\n    For further information visit https://errors.pydantic.dev/2.13/v/value_error`,
    undefined,
    ['parsers'],
  );
}

/** What stands in front of every output but the first. */
export const nextOutput =
  'Complete that output fully. Then produce another output, separated by two newline characters: ';

/** `CombiningOutputParser.get_format_instructions()`, from those of its parsers. */
export function combinedInstruction([first = '', ...others]: readonly string[]): string {
  return `For your first output: ${first}\n${others.map(each => nextOutput + each).join('\n')}`;
}

/** A part of an answer, without blanks, and where it begins. */
export interface CombinedPart {
  readonly text: string;
  readonly start: number;
}

/** The parts that an answer has for `count` parsers: what empty lines separate, as far as there are parsers. Linear. */
export function combinedParts(text: string, count: number): readonly CombinedPart[] {
  const parts: CombinedPart[] = [];
  for (let from = 0; parts.length < count; ) {
    const at = text.indexOf('\n\n', from);
    const { start, end } = stripSpan(text, from, at < 0 ? text.length : at);
    parts.push({ text: text.slice(start, end), start });
    if (at < 0) break;
    from = at + 2;
  }
  return parts;
}

/** `output.update(value)`: the members of a dictionary, or pairs. Raises what `dict.update` raises. */
export function updateEntries(value: PyValue): readonly (readonly [string, PyValue])[] {
  if (isPyDict(value)) return [...value];
  const items = itemsOf(value);
  if (!items) throw new EngineError('TypeError', `'${fullTypeName(value)}' object is not iterable`);
  return items.map((item, i) => {
    const pair = isPyDict(item) ? [...item.keys()] : itemsOf(item);
    if (!pair)
      throw new EngineError('TypeError', `cannot convert dictionary update sequence element #${i} to a sequence`);
    const [key, member] = pair;
    if (pair.length !== 2 || key === undefined || member === undefined)
      throw new EngineError(
        'ValueError',
        `dictionary update sequence element #${i} has length ${pair.length}; 2 is required`,
      );
    if (isPyList(key) || isPyDict(key)) throw new EngineError('TypeError', `unhashable type: '${pyTypeName(key)}'`);
    return [String(key), member];
  });
}

/** What Python iterates over; `undefined` where a value cannot be iterated. */
function itemsOf(value: PyValue): readonly PyValue[] | undefined {
  if (isPyList(value)) return value;
  return typeof value === 'string' ? Array.from(value) : undefined;
}

const modules: Readonly<Record<string, string>> = { datetime: 'datetime.', date: 'datetime.', time: 'datetime.' };

function fullTypeName(value: PyValue): string {
  const name = pyTypeName(value);
  return `${modules[name] ?? ''}${name}`;
}

/** What one parser after the other made of its part, as one dictionary: later members take the place of earlier ones. */
export function combined(readings: readonly { readonly reading: Reading; readonly start: number }[]): Reading {
  const value = new Map<string, PyValue>();
  const fields = new Map<string, ReadField>();
  for (const { reading, start } of readings) {
    for (const [key, item] of updateEntries(reading.value)) {
      value.set(key, item);
      fields.delete(key);
    }
    const move = ({ start: from, end }: ReadField['span']) => ({ start: from + start, end: end + start });
    for (const field of reading.fields)
      if (value.get(field.key) === field.value)
        fields.set(field.key, { ...field, span: move(field.span), inner: move(field.inner) });
  }
  return { value, fields: [...fields.values()] };
}

import { EngineError } from '../../../../core/errors.ts';
import { isPyDict, type PyDict, PyOpaque } from '../../../../core/pyValue.ts';
import { refusing } from '../../../../core/refusedValue.ts';
import type { Reading } from '../../../../parsers/parser.ts';
import { pyRepr, stripSpan } from '../../../../python/index.ts';
import { outsideEnum } from '../../../../validation/index.ts';
import { pythonException } from '../../langchainError.ts';

/** An `Enum` class: its name, and its members' values by their names. */
export interface EnumClass {
  readonly name: string;
  /** By value: of members with one value the first is meant, and the others are its aliases. */
  readonly members: ReadonlyMap<string, string>;
}

/** The class that `EnumOutputParser` is given. Raises Pydantic's `ValidationError` as its constructor does for values that are no strings. */
export function enumClass(config: PyDict): EnumClass {
  const name = typeof config.get('name') === 'string' ? String(config.get('name')) : 'Enum';
  const written = config.get('members');
  const members = new Map<string, string>();
  for (const [member, value] of isPyDict(written) ? written : []) {
    if (typeof value !== 'string')
      throw new EngineError(
        'ValidationError',
        `1 validation error for EnumOutputParser\n  Value error, Enum values must be strings [type=value_error, input_value={'enum': <enum ${pyRepr(name)}>, 'name': None}, input_type=dict]\n    For further information visit https://errors.pydantic.dev/2.13/v/value_error`,
        undefined,
        ['enum', 'members', member],
      );
    if (!members.has(value)) members.set(value, member);
  }
  return { name, members };
}

/** `EnumOutputParser.get_format_instructions()`. */
export function enumInstruction({ members }: EnumClass): string {
  return `Select one of the following options: ${[...members.keys()].join(', ')}`;
}

/** `EnumOutputParser.parse`: the answer without blanks around it, by value. Throws `OutputParserException`. */
export function readEnum(text: string, { name, members }: EnumClass): Reading {
  const span = stripSpan(text);
  const value = text.slice(span.start, span.end);
  const member = members.get(value);
  if (member === undefined) {
    const values = [...members.keys()];
    const message = `Response '${text}' is not one of the expected values: ${pyRepr(values)}`;
    const place = { text, span, isJson: false };
    throw refusing(pythonException(message), { value, place, violations: outsideEnum(value, values, message) });
  }
  const made = new PyOpaque(name, `<${name}.${member}: ${pyRepr(value)}>`, value);
  return { value: made, fields: [{ key: 'value', value: made, span, inner: span }] };
}

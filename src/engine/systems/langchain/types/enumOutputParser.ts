import * as z from 'zod';
import { EngineError } from '../../../core/errors.ts';
import type { Problem } from '../../../core/problem.ts';
import { isPyDict, type PyDict, PyOpaque } from '../../../core/pyValue.ts';
import { refusing } from '../../../core/refusedValue.ts';
import { choice, literal } from '../../../grammar/index.ts';
import type { DefinitionSource, Piece, Reading } from '../../../parsers/parser.ts';
import { problemAt } from '../../../parsers/problems/problemAt.ts';
import { readsBack } from '../../../parsers/problems/readsBack.ts';
import { plainAnswer } from '../../../parsers/shared/answerGrammars.ts';
import { attempt } from '../../../parsers/shared/attempt.ts';
import { joinPieces, pieceOf } from '../../../parsers/shared/pieces.ts';
import { pyRepr, stripSpan, toJsonText } from '../../../python/index.ts';
import { outsideEnum } from '../../../validation/index.ts';
import { classicKey } from '../definitionModels.ts';
import { pythonException } from '../langchainError.ts';
import { langchainType } from '../langchainType.ts';
import { requireKeys } from '../python/pythonModel.ts';

/** `langchain_classic`'s `EnumOutputParser`. */
export const enumOutputParser = langchainType({
  type: 'EnumOutputParser',
  want: 'list',
  answer: 'calm',
  summary: 'One of the values of an enum (Python)',
  documentation: `The answer without the blanks around it is looked up among the values, letter for letter.

- Anything else is an \`OutputParserException\` that lists the values; names of members are no values.
- The values must be texts: the constructor refuses others.
- It cannot be one of a \`CombiningOutputParser\`'s parsers, whose constructor asks for its \`_type\`.`,
  keys: {
    package: classicKey,
    enum: z
      .object({
        name: z.string().describe('The name of the `Enum` class.'),
        members: z.record(z.string(), z.unknown()).describe('The members: name and value.'),
      })
      .describe('The `Enum` class.')
      .optional(),
  },
  template: `{
  "type": "EnumOutputParser",
  "description": "The mood of a text",
  "enum": { "name": "Mood", "members": { "CALM": "calm", "ANGRY": "angry", "NO_IDEA": "no idea" } }
}
`,
  responses: {
    example: source => [...enumOf(source).members.keys()][0],
    grammar: source => plainAnswer(choice(...[...enumOf(source).members.keys()].map(literal))),
    // Answers show some of the values at best.
    draft: () => undefined,
  },
  authoring: { check: unreadValues },
  streams: { reader: () => 'The whole text is one value: what follows may make it another one, or none.' },
  python: {
    construct(source) {
      requireKeys('EnumOutputParser', ['enum'])(source);
      enumOf(source);
    },
    instruction: source => [{ text: 'Select one of the following options: ' }, ...optionPieces(source)],
    placeholders: source => ({ options: optionPieces(source) }),
    read: (text, source) => readEnum(text, enumOf(source)),
  },
});

/** The problems of values that the instruction lists and that reading does not find. */
function unreadValues(source: DefinitionSource): readonly Problem[] {
  const own = attempt(() => enumOf(source));
  if (!own) return [];
  return [...own.members].flatMap(([value, member]) => {
    if (readsBack(value, () => readEnum(value, own).value)) return [];
    const message = `The instruction offers ${toJsonText(value)}, and an answer is looked up without the blanks around it: it is never found.`;
    return problemAt(source, 'cannot-read-itself', ['enum', 'members', member], message);
  });
}

function enumOf({ config }: DefinitionSource): EnumClass {
  const enumConfig = config.get('enum');
  return enumClass(isPyDict(enumConfig) ? enumConfig : new Map());
}

function optionPieces(source: DefinitionSource): readonly Piece[] {
  const options = [...enumOf(source).members].map(([value, member]) => [
    pieceOf(source, ['enum', 'members', member], value),
  ]);
  return joinPieces(options, ', ');
}

/** An `Enum` class: its name, and its members' values by their names. */
interface EnumClass {
  readonly name: string;
  /** By value: of members with one value the first is meant, and the others are its aliases. */
  readonly members: ReadonlyMap<string, string>;
}

/** The class of an `EnumOutputParser`. Raises Pydantic's `ValidationError` as its constructor does for values that are no strings. */
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

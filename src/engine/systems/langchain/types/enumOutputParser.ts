import * as z from 'zod';
import type { Problem } from '../../../core/problem.ts';
import { isPyDict } from '../../../core/pyValue.ts';
import { choice, literal } from '../../../grammar/index.ts';
import type { DefinitionSource, Piece } from '../../../parsers/parser.ts';
import { problemAt } from '../../../parsers/problems/problemAt.ts';
import { readsBack } from '../../../parsers/problems/readsBack.ts';
import { plainAnswer } from '../../../parsers/shared/answerGrammars.ts';
import { attempt } from '../../../parsers/shared/attempt.ts';
import { pieceOf } from '../../../parsers/shared/hintPieces.ts';
import { joinPieces } from '../../../parsers/shared/pieces.ts';
import { toJsonText } from '../../../python/index.ts';
import { classicKey } from '../definitionModels.ts';
import { langchainType } from '../langchainType.ts';
import { type EnumClass, enumClass, readEnum } from '../python/classic/enumAnswer.ts';
import { requireKeys } from '../python/constructorErrors.ts';

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

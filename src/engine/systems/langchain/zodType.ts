import type { DefinitionSource, Piece } from '../../parsers/parser.ts';
import type { ParserType } from '../../parsers/parserType.ts';
import { fencedJsonAnswer } from '../../parsers/shared/answerGrammars.ts';
import { fencedExample } from '../../parsers/shared/examples.ts';
import { jsonDictKeys } from '../../parsers/shared/jsonDictKeys.ts';
import { checkSchema, exampleValue, shownOnly, valueGrammar, valueSchema, zodOf } from './definitionModels.ts';
import { type LangchainClass, langchainType } from './langchainType.ts';
import { fieldsOfJson, fromScript, located } from './places.ts';
import { streamScriptJson } from './readers/streamJson.ts';

/** A class of LangChain.js that reads JSON and checks it with a zod schema. */
export interface ZodClass
  extends Omit<LangchainClass, 'want' | 'authoring' | 'schemas' | 'responses' | 'streams' | 'js'> {
  /** See `ResponseFeatures.example`. Absent: a fence with a value of the schema. */
  example?(source: DefinitionSource): string | undefined;
  /** `getFormatInstructions()`. Throws `EngineError` where the class raises. */
  instruction(source: DefinitionSource): readonly Piece[];
  /** `parse(text)`. Throws `EngineError` where the class raises. */
  parse(text: string, source: DefinitionSource): unknown;
  /** Whether the instruction asks for no fence. */
  readonly isBare?: true;
  /** Where it finds the JSON of an answer. */
  finder(source: DefinitionSource): 'js' | 'core';
  /** What it makes of a member that the schema has read. Absent: nothing. */
  convert?(key: string, value: unknown, source: DefinitionSource): unknown;
}

/** The template of a class whose value is an answer with its source. */
export const answerTemplate = (type: string) => `{
  "type": "${type}",
  "description": "An answer and where it is from",
  "content_schema": {
    "type": "object",
    "properties": {
      "answer": { "type": "string", "description": "answer to the user's question" },
      "source": { "type": "string", "description": "source used to answer, a website" }
    },
    "required": ["answer", "source"]
  }
}
`;

/** Makes a parser type of such a class: the value, its keys and the checks are those of its schema. */
export function zodType({ instruction, parse, finder, convert, example, isBare, ...spec }: ZodClass): ParserType {
  return langchainType({
    ...spec,
    want: 'json',
    responses: {
      example: example ?? (source => fencedExample(exampleValue(source))),
      grammar: (source, isAround) =>
        isBare ? valueGrammar(source, ['```']) : fencedJsonAnswer(shownOnly(source), isAround, 'first-fence'),
      // Its schema is the author's: answers show too little of it.
      draft: () => undefined,
    },
    authoring: { valueKeys: jsonDictKeys, check: checkSchema },
    schemas: { valueSchema },
    streams: {
      reader(source, response, events) {
        const { member } = zodOf(source);
        if (!member) return 'The schema is not one object with keys, so zod reads an answer as a whole.';
        return streamScriptJson(response, events, finder(source), key => {
          const made = member(key);
          return made && convert ? value => convert(key, made(value), source) : made;
        });
      },
    },
    js: {
      instruction,
      async read(text, source, host) {
        const parsed = () => parse(text, source);
        const value = fromScript(await (zodOf(source).patterns?.settled(parsed, host) ?? parsed()));
        const fence = finder(source) === 'core' ? '```json' : '```';
        return located(value, () => fieldsOfJson(text, value, fence));
      },
    },
  });
}

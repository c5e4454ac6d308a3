import { fencedExample } from '../agentscope/examples.ts';
import { jsonDictKeys } from '../agentscope/jsonDictKeys.ts';
import type { DefinitionSource, ParserType, Piece } from '../parserType.ts';
import { checkSchema, exampleValue, valueSchema } from './definitionModels.ts';
import { type LangchainClass, langchainType } from './langchainType.ts';
import { fieldsOfJson, fromScript, located } from './places.ts';

/** A class of LangChain.js that reads JSON and checks it with a zod schema. */
export interface ZodClass
  extends Omit<LangchainClass, 'want' | 'valueKeys' | 'valueSchema' | 'draft' | 'check' | 'python' | 'js'> {
  /** `getFormatInstructions()`. Throws `EngineError` where the class raises. */
  instruction(source: DefinitionSource): readonly Piece[];
  /** `parse(text)`. Throws `EngineError` where the class raises. */
  parse(text: string, source: DefinitionSource): unknown;
}

/** Makes a parser type of such a class: the value, its keys and the checks are those of its schema. */
export function zodType({ instruction, parse, ...spec }: ZodClass): ParserType {
  return langchainType({
    example: source => fencedExample(exampleValue(source)),
    ...spec,
    want: 'json',
    valueKeys: jsonDictKeys,
    valueSchema,
    // Its schema is the author's: answers show too little of it.
    draft: () => undefined,
    check: checkSchema,
    js: {
      instruction,
      read(text, source) {
        const value = fromScript(parse(text, source));
        return located(value, () => fieldsOfJson(text, value));
      },
    },
  });
}

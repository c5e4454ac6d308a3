import { readdirSync, readFileSync } from 'node:fs';
import { answerGrammar } from '../../../../src/engine/constraints/constrainAnswer.ts';
import { type GrammarForm, grammarForms } from '../../../../src/engine/constraints/forms/forms.ts';
import { prove } from '../../../../src/engine/constraints/proof/prove.ts';
import { EngineError } from '../../../../src/engine/core/errors.ts';
import { seededRandom } from '../../../../src/engine/core/random.ts';
import { readDefinitions } from '../../../../src/engine/definition/index.ts';
import { createParser } from '../../../../src/engine/definition/responseParser.ts';
import type { Format } from '../../../../src/engine/grammar/grammar.ts';
import { NoGrammarError } from '../../../../src/engine/grammar/index.ts';
import { networkOf } from '../../../../src/engine/grammar/network.ts';
import { Sampler } from '../../../../src/engine/grammar/sampler.ts';
import { troubleWords } from '../../../../src/engine/grammar/troubleWords.ts';
import type { Definition } from '../../../../src/engine/parsers/definition.ts';
import { nodeHost } from '../../../../src/node/nodeHost.ts';

/** A definition of the examples with the grammar of its answers. */
export interface ExampleGrammar {
  readonly name: string;
  readonly definition: Definition;
  readonly format: Format;
}

/** The definitions of the examples that have a grammar; of each type the first, or `all`. */
export function exampleGrammars(all = false): readonly ExampleGrammar[] {
  const types = new Set<string>();
  return readdirSync('examples')
    .filter(file => file.endsWith('.parser.json'))
    .flatMap(file => {
      const text = readFileSync(`examples/${file}`, 'utf8');
      return readDefinitions(text, `${process.cwd()}/examples/${file}`).definitions.flatMap(definition => {
        if (!all && types.has(definition.type)) return [];
        const format = grammarOf(definition);
        if (!format) return [];
        types.add(definition.type);
        return [{ name: `${file}#${definition.name}`, definition, format }];
      });
    });
}

function grammarOf(definition: Definition): Format | undefined {
  try {
    return answerGrammar(definition, false);
  } catch (error) {
    if (error instanceof EngineError) return undefined;
    throw error;
  }
}

/** A grammar in one of its forms, as a constraint has it, which is proved elsewhere; `undefined`: the form does not say it. */
export function printedIn(form: GrammarForm, format: Format): string | undefined {
  try {
    return form.print(format);
  } catch (error) {
    if (error instanceof NoGrammarError) return undefined;
    throw error;
  }
}

/** The forms, for {@link printedIn}. */
export const { ebnf, gbnf, lark } = grammarForms;

/** Sentences of a grammar: the same each time. */
export function sentencesOf(format: Format, count: number): readonly string[] {
  const sampler = new Sampler(networkOf(format), troubleWords(format), seededRandom(1, 'sentences'));
  return Array.from({ length: count }, () => sampler.sentence().text);
}

/** After how many sentences a proof finds that a definition does not read a grammar's sentences as written; `undefined`: it does not. */
export async function foundAfter({ definition }: ExampleGrammar, format: Format): Promise<number | undefined> {
  const parser = createParser(definition, nodeHost);
  const proof = await prove({ made: format, printed: format, parse: text => parser.parse(text) });
  return proof.proved ? undefined : proof.sentences;
}

import { EngineError } from '../core/errors.ts';
import type { Host } from '../core/host.ts';
import { createParser, type ResponseParser } from '../definition/index.ts';
import { Acceptor, type AnswerGrammar, NoGrammarError, networkOf } from '../grammar/index.ts';
import type { Definition } from '../parsers/definition.ts';
import { schemaOfDefinition } from './checkedSchema.ts';
import {
  behindThought,
  byVerdict,
  factsOf,
  requestOf,
  thinkingTag,
  withoutGrammarErrors,
  withThought,
} from './constrainSchema.ts';
import type { ConstrainedSample, ConstrainOptions, Constraint } from './constraint.ts';
import { knownEngine } from './engines/engines.ts';
import { type ConstraintForm, grammarForms } from './forms/forms.ts';
import type { KeywordVerdict } from './judgeSchema.ts';
import { judgeByNotes } from './judgeSchema.ts';
import { orNone } from './orNone.ts';
import { judgeSamples } from './proof/judgeSamples.ts';
import { prove } from './proof/prove.ts';

/** The options, with a form that is a grammar. */
type GrammarOptions = ConstrainOptions & { readonly form: Exclude<ConstraintForm, 'json'> };

/**
 * The grammar of a definition's answers, printed, read back and proved. Throws `EngineError`: of class `NoGrammar`, with the
 * reason; what the definition's class raises.
 */
export async function constrainAnswer(of: Definition, options: GrammarOptions, host: Host): Promise<Constraint> {
  const engine = knownEngine(options.engine);
  const parser = createParser(of, host);
  const made = answerGrammar(of, options.around === 'text');
  const form = grammarForms[options.form];
  const tag = thinkingTag(options);
  const whole = withThought(made, tag);
  const text = withoutGrammarErrors(() => form.print(whole));
  const printed = form.read(text);
  const parse = (answer: string) => parser.parse(behindThought(answer, tag));
  const proof = await proved(() => prove({ made: whole, printed, parse }));
  return {
    ...factsOf(engine, options.version, options.form),
    ...{ form: options.form, text, request: requestOf(engine, options.form, text) },
    ...byVerdict(verdictsOf(of, made)),
    samples: await samplesOf(of, parser, made),
    ...proof,
  };
}

/** What the grammar of a definition's answers makes of the keywords of its schema, unproved. Throws as {@link constrainAnswer}. */
export function grammarVerdicts(of: Definition): readonly KeywordVerdict[] {
  return verdictsOf(of, answerGrammar(of, false));
}

/** The grammar of a definition's answers. Throws `EngineError` of class `NoGrammar`, with the reason. */
export function answerGrammar(of: Definition, isAround: boolean): AnswerGrammar {
  const make = of.parserType.responses?.grammar;
  if (!make) throw new EngineError('NoGrammar', whyNoGrammar(of));
  return withoutGrammarErrors(() => make(of.source, isAround));
}

/** Why the answers of a type have no grammar, as a sentence. */
export function whyNoGrammar({ type, parserType }: Definition): string {
  return `Answers of \`${type}\` have no grammar: ${whyNone(parserType)}`;
}

function whyNone({ schemas, modules, want, responses }: Definition['parserType']): string {
  if (responses?.noGrammar !== undefined) return responses.noGrammar;
  if (modules?.runsModule) return 'a module of the author’s own reads them.';
  if (schemas?.functions && want === 'tool-calls')
    return 'they are calls of tools, which the provider holds to their schema.';
  return 'there is none for this type.';
}

async function proved<T>(prove: () => Promise<T>): Promise<T> {
  try {
    return await prove();
  } catch (error) {
    if (error instanceof NoGrammarError) throw new EngineError('NoGrammar', error.message);
    throw error;
  }
}

function verdictsOf(of: Definition, { notes = [] }: AnswerGrammar): readonly KeywordVerdict[] {
  try {
    return judgeByNotes(schemaOfDefinition(of).schema, notes);
  } catch (error) {
    if (error instanceof EngineError) return [];
    throw error;
  }
}

async function samplesOf(
  of: Definition,
  parser: ResponseParser,
  made: AnswerGrammar,
): Promise<readonly ConstrainedSample[]> {
  return judgeSamples(of, parser, {
    plain: new Acceptor(networkOf(made)),
    around: () => orNone(() => new Acceptor(networkOf(answerGrammar(of, true)))),
  });
}

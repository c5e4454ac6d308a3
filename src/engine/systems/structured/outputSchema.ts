import { dict } from '../../core/pyValue.ts';
import { type AnswerGrammar, NoGrammarError } from '../../grammar/index.ts';
import type { DefinitionSource } from '../../parsers/parser.ts';
import { jsonAnswer } from '../../parsers/shared/answerGrammars.ts';
import { namesIn } from '../../parsers/shared/keyNames.ts';
import type { NoSchema, ResultShape, ValueSchema } from '../../parsers/shared/schemas.ts';
import { outputModel } from './outputModel.ts';

/** The schema of an `AgentOutput`: its output model's. */
export function outputSchema({ config }: DefinitionSource): ValueSchema | NoSchema {
  const kinds = namesIn(config, 'allowed_kinds').map(({ name }) => name);
  if (kinds.length === 0) return { reason: 'It allows no kind.' };
  const { schema } = outputModel(
    kinds,
    namesIn(config, 'extra_fields').map(({ name }) => name),
  );
  const becomes = (key: string) => ({ key, message: `\`${key}\` becomes part of the schema.` });
  const losses = [becomes('allowed_kinds'), ...(config.has('extra_fields') ? [becomes('extra_fields')] : [])];
  return { schema, key: 'allowed_kinds', losses };
}

/** What reading gives: what the output model validates, else a kind that is allowed and a text. */
export function outputResult(source: DefinitionSource): ResultShape {
  const { config } = source;
  if (config.get('mode') === 'validated') {
    const validated = outputSchema(source);
    return { schemas: 'reason' in validated ? [] : [validated.schema] };
  }
  const fallback = config.get('fallback_kind');
  const kinds = namesIn(config, 'allowed_kinds').map(({ name }) => name);
  const given = typeof fallback === 'string' ? [...kinds, fallback] : kinds;
  const properties = dict({ kind: dict({ enum: given }), text: dict({ type: 'string' }) });
  return { schemas: [dict({ type: 'object', properties, required: ['kind', 'text'], additionalProperties: true })] };
}

/** How what the reader takes for reasoning begins, and the fence around the answer. */
const taken = ['```', ...Array.from(' \u00a0\u2003/trasmTRASM', each => `<${each}`)];

/** The grammar of the object; where it is read tolerantly, without what is taken out of the text first. */
export function outputGrammar(source: DefinitionSource): AnswerGrammar {
  const known = outputSchema(source);
  if ('reason' in known) throw new NoGrammarError(known.reason);
  return jsonAnswer(known.schema, source.config.get('mode') === 'validated' ? [] : taken);
}

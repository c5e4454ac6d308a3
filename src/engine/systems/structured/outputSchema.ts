import { addTo } from '../../core/addTo.ts';
import { dict } from '../../core/pyValue.ts';
import { type AnswerGrammar, NoGrammarError } from '../../grammar/index.ts';
import type { DefinitionSource } from '../../parsers/parser.ts';
import { jsonAnswer } from '../../parsers/shared/answerGrammars.ts';
import { namesIn, typesOwn } from '../../parsers/shared/keyNames.ts';
import type { NoSchema, ResultShape, ValueSchema } from '../../parsers/shared/schemas.ts';
import type { KeyPlace, ValueKey, ValueKeys } from '../../parsers/shared/valueKeys.ts';
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
  const allKinds = typeof fallback === 'string' ? [...kinds, fallback] : kinds;
  const properties = dict({ kind: dict({ enum: allKinds }), text: dict({ type: 'string' }) });
  return { schemas: [dict({ type: 'object', properties, required: ['kind', 'text'], additionalProperties: true })] };
}

/** How what the reader takes for reasoning begins, and the fence around the answer. */
const openings = ['```', ...Array.from(' \u00a0\u2003/trasmTRASM', each => `<${each}`)];

/** The grammar of the object; where it is read tolerantly, without what is taken out of the text first. */
export function outputGrammar(source: DefinitionSource): AnswerGrammar {
  const shape = outputSchema(source);
  if ('reason' in shape) throw new NoGrammarError(shape.reason);
  return jsonAnswer(shape.schema, source.config.get('mode') === 'validated' ? [] : openings);
}

const ownKeys: readonly ValueKey[] = [
  { name: 'kind', ...typesOwn, documentation: 'The kind of event, one of `allowed_kinds`.' },
  { name: 'text', ...typesOwn, documentation: 'The line itself.' },
];
const fallbackKey: ValueKey = {
  name: '_raw_fallback',
  ...typesOwn,
  documentation: 'Whether the line was salvaged from a response without an object. Absent otherwise.',
};
/** Fields of the output model with a default. */
const optional: readonly string[] = ['winner', 'scores'];

/** The keys of an `AgentOutput`: its own, and the fields that the author adds. Read tolerantly, an object keeps whatever else it has. */
export function outputKeys({ config }: DefinitionSource): ValueKeys {
  const isTolerant = config.get('mode') !== 'validated';
  const places = new Map<string, KeyPlace[]>();
  for (const { name, index } of namesIn(config, 'extra_fields'))
    addTo(places, name, { path: ['extra_fields', index], of: 'value' });
  const own = ownKeys.map(key => ({ ...key, required: !isTolerant, references: places.get(key.name) ?? [] }));
  for (const { name } of ownKeys) places.delete(name);
  const extra = [...places].map(([name, declarations]) => ({
    name,
    declarations,
    references: [],
    required: !isTolerant && !optional.includes(name),
  }));
  const keys = [...own, ...extra, ...(isTolerant ? [fallbackKey] : [])];
  return { keys, open: false, exact: !isTolerant, lists: [], grownBy: 'extra_fields' };
}

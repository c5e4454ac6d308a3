import { addTo } from '../../core/addTo.ts';
import { EngineError } from '../../core/errors.ts';
import { dict, fromPlain, isPyDict, type PyDict, type PyValue, toPlain } from '../../core/pyValue.ts';
import type { RefusedValue } from '../../core/refusedValue.ts';
import { type AnswerGrammar, NoGrammarError } from '../../grammar/index.ts';
import type { DefinitionSource } from '../../parsers/parser.ts';
import { jsonAnswer } from '../../parsers/shared/answerGrammars.ts';
import { namesIn, typesOwn } from '../../parsers/shared/keyNames.ts';
import type { NoSchema, ResultShape, ValueSchema } from '../../parsers/shared/schemas.ts';
import type { KeyPlace, ValueKey, ValueKeys } from '../../parsers/shared/valueKeys.ts';
import { jsonLoads } from '../../python/index.ts';
import { buildModel, type ValidationIssue } from '../../validation/index.ts';

/** What the output model makes of a value: the validated fields, or Pydantic's errors. `message` is the first line of `str(e)`. */
export type OutputValidation =
  | { readonly ok: true; readonly value: PyDict }
  | {
      readonly ok: false;
      readonly message: string;
      readonly details: readonly ValidationIssue[];
      /** Where in the value the first error is. */
      readonly loc: readonly (string | number)[];
      readonly refused?: RefusedValue;
    };

/** multi-agent-lab's output model: its JSON schema, and `model_validate`. */
export interface OutputModel {
  readonly schema: PyDict;
  validate(value: PyValue): OutputValidation;
}

/**
 * multi-agent-lab's `build_output_model`. Throws `EngineError` of class `AgentOutputError` where there is no kind.
 */
export function outputModel(allowedKinds: readonly string[], extraFields: readonly string[]): OutputModel {
  if (allowedKinds.length === 0)
    throw new EngineError('AgentOutputError', 'build_output_model requires at least one allowed kind');
  const schema = schemaOf([...new Set(allowedKinds)], extraFields);
  const model = buildModel(schema);
  return {
    schema,
    validate(value) {
      if (!isPyDict(value)) {
        const msg = 'Input should be a valid dictionary or instance of AgentOutput';
        return { ok: false, message: errorCount(1), details: [{ type: 'model_type', loc: [], msg }], loc: [] };
      }
      const outcome = model.validate(value);
      if (outcome.ok) return outcome;
      const { errors, loc = [], refused } = outcome;
      return { ok: false, message: errorCount(errors.length), details: errors, loc, refused };
    },
  };
}

/** The façade's form of {@link outputModel}: `schema` is plain, and `validate` takes plain data or JSON text and gives plain data. Throws likewise. */
export function buildOutputModel(allowedKinds: readonly string[], extraFields?: readonly string[] | null) {
  const model = outputModel(allowedKinds, extraFields ?? []);
  return Object.freeze({
    schema: toPlain(model.schema),
    validate(data: unknown) {
      const read = typeof data === 'string' ? jsonLoads(data) : { ok: true as const, value: fromPlain(data) };
      if (!read.ok) return { ok: false as const, error: { class: read.error.kind, message: read.error.message } };
      const outcome = model.validate(read.value);
      if (outcome.ok) return { ok: true as const, value: toPlain(outcome.value) };
      const { message, details } = outcome;
      return { ok: false as const, error: { class: 'ValidationError', message, details } };
    },
  });
}

function schemaOf(kinds: readonly string[], extraFields: readonly string[]): PyDict {
  const kind: PyDict = kinds.length === 1 ? dict({ const: kinds[0] ?? '' }) : dict({ enum: kinds });
  const properties = new Map<string, PyValue>([
    ['kind', new Map([...kind, ...titled('Kind', 'string')])],
    ['text', titled('Text', 'string')],
  ]);
  const required = new Set(['kind', 'text']);
  for (const name of extraFields) {
    // Pydantic makes a private attribute of it, which is not a field.
    if (name.startsWith('_')) continue;
    properties.set(name, typedFields.get(name) ?? titled(titleOf(name), 'string'));
    if (!typedFields.has(name)) required.add(name);
  }
  return dict({
    description: 'Validated agent event payload (kind constrained to may_emit).',
    properties,
    required: [...required],
    title: 'AgentOutput',
    type: 'object',
  });
}

/** The well-known fields that are not strings; both have defaults. */
const typedFields: ReadonlyMap<string, PyDict> = new Map([
  ['winner', dict({ anyOf: [dict({ type: 'string' }), dict({ type: 'null' })], default: null, title: 'Winner' })],
  ['scores', dict({ additionalProperties: dict({ type: 'number' }), title: 'Scores', type: 'object' })],
]);

function titled(title: string, type: string): PyDict {
  return dict({ title, type });
}

/** Pydantic's title of a field: `name.title().replace('_', ' ')`. */
function titleOf(name: string): string {
  const title = name.replace(/\p{L}+/gu, word => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase());
  return title.replaceAll('_', ' ').trim();
}

function errorCount(count: number): string {
  return `${count} validation error${count === 1 ? '' : 's'} for AgentOutput`;
}

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

/** The grammar of the object; where it is read tolerantly, without what reading cuts out of the text first. */
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

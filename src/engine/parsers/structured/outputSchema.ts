import { dict } from '../../core/dict.ts';
import type { DefinitionSource } from '../parser.ts';
import { namesIn } from '../shared/keyNames.ts';
import type { NoSchema, ResultShape, ValueSchema } from '../shared/schemas.ts';
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

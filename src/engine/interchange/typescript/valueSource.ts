import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { Definition } from '../../definition/definition.ts';
import { readAgent } from '../../parsers/langroid/agent.ts';
import { excludedFields, type ToolKind } from '../../parsers/langroid/tool.ts';
import { dict } from '../schema/dict.ts';
import { valueSchema } from '../schema/valueSchema.ts';
import type { Names } from './names.ts';
import { literalSource, ZodSource } from './zodSource.ts';

/** The zod source of a value, with the constants that it names. */
export interface ValueSource {
  readonly expression: string;
  readonly constants: readonly string[];
}

/** The zod schema of what a definition gives, of all types: as exact as the definition says, never refusing what its parser gives. */
export function valueSource(definition: Definition, names: Names): ValueSource {
  const { type, parserType, source } = definition;
  if (parserType.system === 'SWE-agent') {
    const thought = type === 'json' ? 'z.unknown()' : 'z.string().nullable()';
    return plain(`z.object({\n  thought: ${thought},\n  action: z.string().nullable(),\n})`);
  }
  if (parserType.system === 'Langroid') return toolsSource(definition, names);
  if (type === 'AgentOutput' && source.config.get('mode') !== 'validated') return plain(outputSource(source.config));
  if (type === 'MarkdownCodeBlockParser') return plain('z.string()');
  if (type === 'RegexTaggedContentParser') return plain('z.record(z.string(), z.unknown())');
  const value = type === 'MarkdownJsonObjectParser' ? undefined : valueSchema(definition);
  if (!value || 'reason' in value)
    return plain(type === 'MarkdownJsonDictParser' ? 'z.record(z.string(), z.unknown())' : 'z.unknown()');
  const isOwn = value.key === 'content_schema' || type === 'AgentOutput';
  const schema = isOwn ? value.schema : new Map<string, PyValue>([...value.schema, ['additionalProperties', true]]);
  return sourceOf(isOwn ? schema : withoutNested(schema), names);
}

function plain(expression: string): ValueSource {
  return { expression, constants: [] };
}

function sourceOf(schema: PyDict, names: Names): ValueSource {
  const source = new ZodSource(schema, names);
  const expression = source.expression(schema);
  return { expression, constants: source.constants };
}

/** Hints inside of hints are not enforced by any parser; nor is a hint's own form, and a tag's content may be anything where it is JSON. */
function withoutNested(schema: PyDict): PyDict {
  const properties = schema.get('properties') ?? null;
  if (!isPyDict(properties)) return schema;
  const flat = [...properties].map(([key, part]): [string, PyValue] => {
    const { type, description } = isPyDict(part) ? Object.fromEntries(part) : {};
    return [key, dict({ type: type === 'string' ? type : undefined, description })];
  });
  return new Map([...schema, ['properties', new Map(flat)]]);
}

function outputSource(config: PyDict): string {
  const kinds = config.get('allowed_kinds') ?? null;
  const all = [...(isPyList(kinds) ? kinds : []), config.get('fallback_kind') ?? null];
  return `z.looseObject({\n  kind: ${literalSource(all.filter(kind => typeof kind === 'string'))},\n  text: z.string(),\n})`;
}

/** The calls of a response: each with the fields of its tool, as `model_dump()` has them. */
function toolsSource({ type, source }: Definition, names: Names): ValueSource {
  const { tools } = readAgent(source.config, type as ToolKind);
  const constants: string[] = [];
  const calls: string[] = [];
  const others: string[] = [];
  for (const tool of tools.values()) {
    if (tool.isOrchestration) {
      others.push(tool.name);
      continue;
    }
    const properties = tool.schema.get('properties') ?? null;
    const own = isPyDict(properties) ? [...properties].filter(([key]) => !excludedFields.includes(key)) : [];
    const fields = own.map(([key, field]): [string, PyValue] => [
      key,
      key === 'request' ? dict({ const: tool.name }) : field,
    ]);
    const required = tool.schema.get('required') ?? null;
    const schema = new Map<string, PyValue>([
      ...[...tool.schema].filter(([key]) => key !== 'description'),
      ['properties', new Map(fields)],
      ['required', [...(isPyList(required) ? required : []), 'request']],
      ['additionalProperties', true],
    ]);
    const zod = new ZodSource(schema, names);
    calls.push(zod.expression(schema, '    '));
    constants.push(...zod.constants);
  }
  if (others.length > 0) calls.push(`z.looseObject({ request: ${literalSource(others)} })`);
  const call = calls.length === 1 ? calls[0]! : `z.union([\n    ${calls.join(',\n    ')},\n  ])`;
  return { expression: calls.length === 0 ? 'z.array(z.never())' : `z.array(\n  ${call},\n)`, constants };
}

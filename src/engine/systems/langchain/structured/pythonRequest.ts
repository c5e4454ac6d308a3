import { EngineError } from '../../../core/errors.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import { findReference, stringAt } from '../../../validation/index.ts';

/** A schema of Python's strategies as it is bound. */
export interface BoundSchema {
  readonly name: string;
  /** A class's docstring; absent: none. */
  readonly description?: string;
  readonly schema: PyDict;
  readonly isPlain: boolean;
}

/** What `create_agent` binds for a `ToolStrategy`: the agent's tools, one for each schema, and that one must be called. */
export function toolRequest(schemas: readonly BoundSchema[], tools: readonly PyValue[]): PyDict {
  return new Map<string, PyValue>([
    ['tools', [...tools, ...schemas.map(toolOf)]],
    ['tool_choice', 'any'],
  ]);
}

/** What it binds for a `ProviderStrategy`: the raw schema, `strict` only where it is asked for. */
export function providerRequest({ name, schema }: BoundSchema, tools: readonly PyValue[], strict?: boolean): PyDict {
  const json = new Map<string, PyValue>([
    ['name', name],
    ['schema', schema],
    ...(strict === undefined ? [] : [['strict', strict] as const]),
  ]);
  return new Map<string, PyValue>([
    ['tools', tools],
    ['tool_choice', null],
    [
      'response_format',
      new Map<string, PyValue>([
        ['type', 'json_schema'],
        ['json_schema', json],
      ]),
    ],
  ]);
}

/** `convert_to_openai_tool`. */
function toolOf({ name, description, schema, isPlain }: BoundSchema): PyDict {
  const resolved = dereferenced(schema, { root: schema, left: mostParts }, []) as PyDict;
  const own = new Set(['title', 'description', '$defs', 'definitions']);
  const kept = new Map([...resolved].filter(([key]) => !own.has(key)));
  const purpose = description ?? stringAt(schema, 'description') ?? '';
  return new Map<string, PyValue>([
    ['type', 'function'],
    [
      'function',
      new Map<string, PyValue>([
        ['name', name],
        ['description', purpose],
        ['parameters', isPlain ? kept : withoutTitles(kept, '')],
      ]),
    ],
  ]);
}

/** langchain-core's `_rm_titles`, which does not look into lists, and keeps a property that is called `title`. */
function withoutTitles(schema: PyDict, under: string): PyDict {
  const made = new Map<string, PyValue>();
  for (const [key, value] of schema) {
    const isProperty = key === 'title' && isPyDict(value) && under === 'properties';
    if (key === 'title' && !isProperty) continue;
    made.set(key, isPyDict(value) ? withoutTitles(value, key) : value);
  }
  return made;
}

/** Schemas that name others twice double their parts with every level. */
const mostParts = 100_000;

interface Resolving {
  readonly root: PyDict;
  left: number;
}

/** langchain-core's `dereference_refs`: what a reference leads to stands in its place; one that leads back to itself is left out. */
function dereferenced(value: PyValue, within: Resolving, open: readonly string[]): PyValue {
  if (within.left-- <= 0)
    throw new EngineError(
      'InvalidDefinition',
      `The schema has more than ${mostParts} parts once its references are resolved.`,
    );
  if (isPyList(value)) return value.map(item => dereferenced(item, within, open));
  if (!isPyDict(value)) return value;
  const ref = value.get('$ref');
  const others = [...value].filter(([key]) => key !== '$ref');
  if (typeof ref !== 'string')
    return new Map(others.map(([key, item]) => [key, key === '$defs' ? item : dereferenced(item, within, open)]));
  const found = open.includes(ref) ? undefined : findReference(within.root, ref)?.schema;
  const target = found === undefined ? new Map<string, PyValue>() : dereferenced(found, within, [...open, ref]);
  if (!isPyDict(target)) return target;
  return new Map([...target, ...others.map(([key, item]) => [key, dereferenced(item, within, open)] as const)]);
}

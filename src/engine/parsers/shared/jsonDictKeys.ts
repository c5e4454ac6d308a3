import { addTo } from '../../core/addTo.ts';
import { isPyDict, type PyDict, type PyValue } from '../../core/pyValue.ts';
import { jsonValueSpan, memberSpans, withoutQuotes } from '../../json/jsonSpans.ts';
import { jsonLoads } from '../../python/index.ts';
import { readLenient } from '../../text/index.ts';
import {
  dictAt,
  listAt,
  referenceSteps,
  resolveReference,
  schemaReferences,
  stringAt,
} from '../../validation/index.ts';
import type { DefinitionSource } from '../parser.ts';
import { documentationOf, withList } from './keyNames.ts';
import type { KeyPlace, ValueKey, ValueKeys } from './valueKeys.ts';

type Path = readonly (string | number)[];
type Found = Pick<ValueKeys, 'keys' | 'open' | 'exact'>;

/**
 * The keys of a `MarkdownJsonDictParser`'s value: the properties of its schema, whose model drops all others; else the
 * members of its hint, which the model of a conversation may or may not keep to.
 */
export function jsonDictKeys({ config }: DefinitionSource): ValueKeys {
  const schema = config.get('content_schema');
  const found = isPyDict(schema) ? schemaValueKeys(schema, ['content_schema']) : hintKeys(config);
  const lists = ['required_keys'];
  const keys = withList(found.keys, config, { list: 'required_keys', required: true, open: found.open });
  return { ...found, keys, lists };
}

function hintKeys(config: PyDict): Found {
  const hint = config.get('content_hint');
  const instruction = config.get('format_instruction');
  // An instruction of the author's own that does not show the hint says something else.
  const open = typeof instruction === 'string' && !instruction.includes('{content_hint}');
  const keys = isPyDict(hint) ? memberKeys(hint) : typeof hint === 'string' ? textKeys(hint) : undefined;
  if (keys) return { keys, open, exact: false };
  return { keys: typeof hint === 'string' ? placeholderKeys(hint) : [], open: true, exact: false };
}

function memberKeys(hint: PyDict): readonly ValueKey[] {
  return [...hint].map(([name, value]) => ({
    name,
    declarations: [{ path: ['content_hint', name], of: 'key' }],
    references: [],
    required: false,
    ...documentationOf(value),
  }));
}

/** The members of a hint that is text, if the text is a JSON object. */
function textKeys(hint: string): readonly ValueKey[] | undefined {
  const result = hint.trimStart().startsWith('{') ? jsonLoads(hint) : undefined;
  if (!result?.ok || !isPyDict(result.value)) return undefined;
  const places = new Map<string, KeyPlace[]>();
  for (const { key, keySpan } of memberSpans(hint, jsonValueSpan(hint, 0, hint.length).start)) {
    if (!keySpan) continue;
    const within = { span: withoutQuotes(hint, keySpan), as: 'json' } as const;
    addTo(places, String(key), { path: ['content_hint'], of: 'value', within });
  }
  return [...result.value].map(([name, value]) => ({
    name,
    declarations: places.get(name) ?? [],
    references: [],
    required: false,
    ...documentationOf(value),
  }));
}

/** Hints longer than this are not read leniently. */
const maxHint = 100_000;

/** The members of a hint that is an object with placeholders, such as `{"age": <number>}`: as far as it can be read. */
function placeholderKeys(hint: string): readonly ValueKey[] {
  const outcome = hint.length <= maxHint && /^\s*\{\s*"/.test(hint) ? readLenient(hint) : undefined;
  const node = outcome?.ok ? outcome.node : undefined;
  if (node?.kind !== 'object') return [];
  return [...node.members].flatMap(([name, { start, end }]) => {
    const written = jsonLoads(hint.slice(start, end));
    if (!written.ok || written.value !== name) return [];
    const within = { span: { start: start + 1, end: end - 1 }, as: 'json' } as const;
    return [{ name, declarations: [{ path: ['content_hint'], of: 'value', within }], references: [], required: false }];
  });
}

/** The properties of a schema that stands at a path of the definition, whose model drops all others. */
export function schemaValueKeys(schema: PyDict, at: Path): Found {
  const root = resolveReference(schema, schema);
  if (!root) return { keys: [], open: true, exact: false };
  // The model that stands for the schema has no part in `allOf`, so nothing is certain with it.
  const all = listAt(root.schema, 'allOf') ?? [];
  const places = [{ schema: root.schema, path: root.path as Path }];
  for (const [i, part] of all.entries()) {
    const target = resolveReference(schema, part);
    const path = target?.path.length ? target.path : [...root.path, 'allOf', i];
    if (target) places.push({ schema: target.schema, path });
  }
  const extras = root.schema.get('additionalProperties');
  const open = all.length > 0 || (extras !== undefined && extras !== false);
  return { keys: propertyKeys(schema, places, at), open, exact: !open };
}

function propertyKeys(
  root: PyDict,
  places: readonly { readonly schema: PyDict; readonly path: Path }[],
  at: Path,
): readonly ValueKey[] {
  const declarations = new Map<string, KeyPlace[]>();
  const required = new Map<string, KeyPlace[]>();
  const descriptions = new Map<string, PyValue>();
  for (const { schema, path } of places) {
    const base = [...at, ...path];
    for (const [name, property] of dictAt(schema, 'properties') ?? []) {
      addTo(declarations, name, { path: [...base, 'properties', name], of: 'key' });
      const description = isPyDict(property) ? stringAt(property, 'description') : undefined;
      if (description !== undefined) descriptions.set(name, description);
    }
    for (const [i, name] of (listAt(schema, 'required') ?? []).entries())
      if (typeof name === 'string') addTo(required, name, { path: [...base, 'required', i], of: 'value' });
  }
  const inReferences = referencePlaces(
    root,
    places.flatMap(({ schema }) => dictAt(schema, 'properties') ?? []),
    at,
  );
  return [...declarations].map(([name, found]) => ({
    name,
    declarations: found,
    references: [...(required.get(name) ?? []), ...(inReferences.get(name) ?? [])],
    required: required.has(name),
    ...documentationOf(descriptions.get(name)),
  }));
}

/** The steps of the schema's references, such as `#/properties/a/items`, that lead out of one of these `properties`. */
function referencePlaces(
  root: PyDict,
  properties: readonly PyDict[],
  at: Path,
): ReadonlyMap<string, readonly KeyPlace[]> {
  const places = new Map<string, KeyPlace[]>();
  const isOne = new Set<PyValue>(properties);
  for (const { ref, path } of schemaReferences(root))
    for (const { from, key, span } of referenceSteps(root, ref)?.steps ?? []) {
      const place = { path: [...at, ...path], of: 'value', within: { span, as: 'reference' } } as const;
      if (isOne.has(from)) addTo(places, String(key), place);
    }
  return places;
}

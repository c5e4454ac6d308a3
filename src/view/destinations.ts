import type { Definition, Span } from '../engine/index.ts';
import type { KeyRow } from './protocol.ts';

type Path = readonly (string | number)[];

/**
 * Where each key of a definition's value goes, in the order in which the definition names them; `undefined` for types
 * whose value is not split. A last row without a key stands for keys that the definition does not name.
 */
export function destinations({ filters, source }: Definition): KeyRow[] | undefined {
  if (!filters) return undefined;
  const { config } = source;
  const places = new Map<string, Span | undefined>();
  const add = (key: unknown, place: Span | undefined) => {
    if (typeof key === 'string' && !places.has(key)) places.set(key, place);
  };
  // Objects whose keys are the value's keys.
  for (const path of [['content_hint'], ['content_schema', 'properties']])
    for (const key of keysOf(at(config, path))) add(key, source.keySpanOf([...path, key]));
  for (const [i, tag] of listOf(config.get('tagged_contents')).entries())
    add(at(tag, ['name']), source.spanOf(['tagged_contents', i, 'name']));
  const declared = places.size > 0;
  for (const path of ['required_keys', 'keys_to_content', 'keys_to_memory', 'keys_to_metadata']) {
    const value = config.get(path);
    if (typeof value === 'string') add(value, source.spanOf([path]));
    for (const [i, key] of listOf(value).entries()) add(key, source.spanOf([path, i]));
  }
  const required = new Set([...listOf(config.get('required_keys')), config.get('required_keys')]);
  const content = filter(config.get('keys_to_content'), true);
  const memory = filter(config.get('keys_to_memory'), true);
  const metadata = filter(config.get('keys_to_metadata'), false);
  const row = (key: string | undefined) => ({ content: content(key), memory: memory(key), metadata: metadata(key) });
  const rows: KeyRow[] = [...places].map(([key, origin]) => ({
    key,
    ...(origin && { origin }),
    required: required.has(key),
    ...row(key),
  }));
  if (!declared) rows.push({ required: false, ...row(undefined) });
  return rows;
}

/** Whether a `keys_to_*` value lets a key pass; `undefined` asks for a key that the definition does not name. */
function filter(value: unknown, absent: boolean): (key: string | undefined) => boolean {
  if (typeof value === 'string') return key => key === value;
  if (Array.isArray(value)) return key => key !== undefined && value.includes(key);
  return () => (typeof value === 'boolean' ? value : absent);
}

function at(value: unknown, path: Path): unknown {
  let found = value;
  for (const step of path) found = found instanceof Map ? found.get(step) : undefined;
  return found;
}

function keysOf(value: unknown): string[] {
  return value instanceof Map ? [...value.keys()] : [];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

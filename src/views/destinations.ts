import { type Definition, definitionKeys } from '../engine/index.ts';
import type { KeyRow } from '../protocol/instructionProtocol.ts';

/**
 * Where each key of a definition's value goes, in the order in which the definition names them; `undefined` for types
 * whose value is not split. A last row without a key stands for keys that the definition does not name.
 */
export function destinations(definition: Definition): KeyRow[] | undefined {
  const keys = definitionKeys(definition);
  if (!keys) return undefined;
  const row = destinationOf(definition);
  const required = new Map(keys.keys.map(key => [key.name, key.required]));
  const origins = new Map<string, KeyRow['origin']>();
  for (const { name, span, kind, path } of keys.uses) {
    if (kind === 'expectation') continue;
    if (!required.has(name)) required.set(name, path[0] === 'required_keys');
    if (!origins.has(name)) origins.set(name, span);
  }
  const rows: KeyRow[] = [...required].map(([key, isRequired]) => {
    const origin = origins.get(key);
    return { key, ...(origin && { origin }), required: isRequired, ...row(key) };
  });
  if (keys.open) rows.push({ required: false, ...row(undefined) });
  return rows;
}

/** Says where a key goes; `undefined` asks for a key that the definition does not name. */
export function destinationOf({ source: { config } }: Definition) {
  const content = filter(config.get('keys_to_content'), true);
  const memory = filter(config.get('keys_to_memory'), true);
  const metadata = filter(config.get('keys_to_metadata'), false);
  return (key: string | undefined) => ({ content: content(key), memory: memory(key), metadata: metadata(key) });
}

/** Whether a `keys_to_*` value lets a key pass; `undefined` asks for a key that the definition does not name. */
function filter(value: unknown, absent: boolean): (key: string | undefined) => boolean {
  if (typeof value === 'string') return key => key === value;
  if (Array.isArray(value)) return key => key !== undefined && value.includes(key);
  return () => (typeof value === 'boolean' ? value : absent);
}

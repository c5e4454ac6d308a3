import { addTo } from '../../core/addTo.ts';
import type { DefinitionSource } from '../../parsers/parser.ts';
import { namesIn, typesOwn } from '../../parsers/shared/keyNames.ts';
import type { KeyPlace, ValueKey, ValueKeys } from '../../parsers/shared/valueKeys.ts';

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

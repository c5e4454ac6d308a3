import type { Node } from 'jsonc-parser';
import { members } from '../json/jsonSource.ts';
import type { Definition } from '../parsers/definition.ts';

/** Names for a place of a definition that are not keys of its value. */
export interface ListedNames {
  /** Names of a schema's properties, or kinds of an `AgentOutput`. */
  readonly of: 'property' | 'kind';
  /** In the order of the text; a name that stands twice comes twice. */
  readonly names: readonly { readonly name: string; readonly documentation?: string }[];
}

/**
 * The names that another place of the definition lists for the value at a path: a schema's own properties for an item of
 * its `required`, the `allowed_kinds` for `fallback_kind`. `undefined` for any other place.
 */
export function listedNames(definition: Definition, path: readonly (string | number)[]): ListedNames | undefined {
  const { parserType, source } = definition;
  const [first, , third] = path;
  if (first === undefined || !Object.hasOwn(parserType.keys, first)) return undefined;
  if (first === 'fallback_kind') {
    const value = source.nodeAt(path)?.type;
    // Behind a list or object there is nothing to type.
    if (path.length > 1 || value === 'array' || value === 'object') return undefined;
    const kinds = source.nodeAt(['allowed_kinds'])?.children ?? [];
    return { of: 'kind', names: kinds.flatMap(kind => (kind.type === 'string' ? [{ name: kind.value }] : [])) };
  }
  const isInSchema = first === 'content_schema' || (first === 'tools' && third === 'schema');
  if (!isInSchema || path.at(-2) !== 'required' || typeof path.at(-1) !== 'number') return undefined;
  const properties = source.nodeAt([...path.slice(0, -2), 'properties']);
  if (properties?.type !== 'object') return undefined;
  return {
    of: 'property',
    names: members(properties).map(({ key, value }) => ({ name: key.value, ...descriptionOf(value) })),
  };
}

function descriptionOf(schema: Node | undefined): { readonly documentation?: string } {
  const description = members(schema).findLast(({ key }) => key.value === 'description')?.value;
  return description?.type === 'string' ? { documentation: description.value } : {};
}

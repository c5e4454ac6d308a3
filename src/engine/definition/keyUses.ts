import { isPyDict, isPyList } from '../core/pyValue.ts';
import type { Span } from '../core/span.ts';
import { type Definition, valueParts } from '../parsers/definition.ts';
import type { DefinitionSource } from '../parsers/parser.ts';
import type { KeyInside, KeyPlace, ValueKeys } from '../parsers/shared/valueKeys.ts';
import { filterNames } from './commonKeys.ts';

type Path = readonly (string | number)[];

/** A place of a definition's file that names a key of its value. */
export interface KeyUse {
  readonly name: string;
  /**
   * `declaration` and `reference` as in `ValueKey`; `list`: in a list such as `required_keys`, of a name that is not
   * a key; `filter`: in a `keys_to_*`; `expectation`: in what a sample expects.
   */
  readonly kind: 'declaration' | 'reference' | 'list' | 'filter' | 'expectation';
  /** The whole string with its quotes, in the file; of a name inside a longer string, the name alone. */
  readonly span: Span;
  /** The name as it is written, without quotes. */
  readonly inner: Span;
  /** How the name is written: in a JSON string of the file; or in such a string that holds JSON, a pattern or a `$ref`. */
  readonly as: 'string' | `${KeyInside['as']}InString`;
  /** The value or property in the definition; of an expectation, the property. */
  readonly path: Path;
}

/** The keys of a definition's value and every place that names one. */
export interface DefinitionKeys extends ValueKeys {
  /** Those of the keys in their order, then lists, filters and expectations. No place twice. */
  readonly uses: readonly KeyUse[];
}

const unknownKeys: ValueKeys = { keys: [], open: true, exact: false, lists: [] };

/** The keys of a definition; `undefined` for a type whose value is not a dictionary that `keys_to_*` split. Linear in the file. */
export function definitionKeys(definition: Definition): DefinitionKeys | undefined {
  const { filters, parserType, source } = definition;
  if (!filters) return undefined;
  const valueKeys = parserType.authoring?.valueKeys?.(source) ?? unknownKeys;
  const uses: KeyUse[] = [];
  const seen = new Set<number>();
  const add = (use: KeyUse) => {
    if (seen.has(use.inner.start)) return;
    seen.add(use.inner.start);
    uses.push(use);
  };
  const places = placeFinder(source);
  const addPlace = (name: string, kind: KeyUse['kind'], place: KeyPlace) => {
    for (const found of places(place)) add({ name, kind, path: place.path, ...found });
  };
  for (const { name, declarations, references } of valueKeys.keys) {
    for (const place of declarations) addPlace(name, 'declaration', place);
    for (const place of references) addPlace(name, 'reference', place);
  }
  for (const list of valueKeys.lists)
    for (const { name, path } of namesAt(source, list)) addPlace(name, 'list', { path, of: 'value' });
  for (const filter of filterNames)
    for (const { name, path } of namesAt(source, filter)) addPlace(name, 'filter', { path, of: 'value' });
  for (const { path, value } of expectedObjects(source))
    for (const name of value.keys()) addPlace(name, 'expectation', { path: [...path, name], of: 'key' });
  return { ...valueKeys, uses };
}

/** The objects in samples' expectations whose keys are keys of the value: not those of a part that is a single key's value, or nothing. */
function expectedObjects(source: DefinitionSource) {
  const samples = source.config.get('samples');
  return (isPyList(samples) ? samples : []).flatMap((sample, i) => {
    const expect = isPyDict(sample) ? (sample.get('expect') ?? null) : null;
    if (!isPyDict(expect)) return [];
    return valueParts.flatMap(part => {
      const value = expect.get(part) ?? null;
      if (!isPyDict(value) || !holdsKeys(source, part)) return [];
      return [{ part, path: ['samples', i, 'expect', part], value }];
    });
  });
}

/** Whether a part of an expectation is an object of the value's keys. */
export function holdsKeys({ config }: DefinitionSource, part: string): boolean {
  if (part === 'value') return true;
  const filter = config.get(`keys_to_${part}`);
  return filter === undefined ? part !== 'metadata' : filter === true || isPyList(filter);
}

/** The names in a list or filter: its strings, or the one string of a filter. */
function namesAt({ config }: DefinitionSource, key: string): readonly { readonly name: string; readonly path: Path }[] {
  const value = config.get(key);
  // A string in the place of a list is taken character by character.
  if (typeof value === 'string') return filterNames.includes(key) ? [{ name: value, path: [key] }] : [];
  if (!isPyList(value)) return [];
  return value.flatMap((name, i) => (typeof name === 'string' ? [{ name, path: [key, i] }] : []));
}

/** Finds where a place stands in the file; a property that stands twice has two. */
function placeFinder(source: Definition['source']) {
  let last: { path: Path; offsets: Uint32Array | undefined } | undefined;
  return ({ path, of, within }: KeyPlace): Pick<KeyUse, 'span' | 'inner' | 'as'>[] => {
    if (!within) {
      const spans = of === 'key' ? source.keySpansOf(path) : [source.spanOf(path)];
      return spans.flatMap(span => (span ? [{ span, inner: withoutQuotes(span), as: 'string' as const }] : []));
    }
    // The names inside one string follow each other.
    if (last?.path.join('\n') !== path.join('\n')) last = { path, offsets: source.stringAt(path)?.offsets };
    const start = last.offsets?.[within.span.start];
    const end = last.offsets?.[within.span.end];
    if (start === undefined || end === undefined) return [];
    const span = { start, end };
    return [{ span, inner: span, as: `${within.as}InString` }];
  };
}

function withoutQuotes({ start, end }: Span): Span {
  return { start: start + 1, end: Math.max(start + 1, end - 1) };
}

import { createScanner, getLocation, type Node } from 'jsonc-parser';
import type { Span } from '../core/span.ts';
import { type DefinitionKeys, definitionKeys, filterNames, holdsKeys } from '../definition/index.ts';
import { members, tokens } from '../json/jsonSource.ts';
import type { Definition } from '../parsers/definition.ts';

/** Where in a JSON text something can be typed. */
interface TypingPosition {
  /** From the root; ends with the property's name, as far as it is there, or with the index in a list. */
  readonly path: readonly (string | number)[];
  readonly isKey: boolean;
  /** What a completion replaces: the string around the offset with its quotes, a bare word before it, or nothing. */
  readonly span: Span;
  readonly isInString: boolean;
  /** A key's value is there already. */
  readonly hasValue: boolean;
  /** What must follow a new item: a comma, where another item comes. */
  readonly separator: '' | ',';
}

/** The position at an offset; `undefined` where nothing can be typed, such as behind a value or in a comment. Linear. */
function typingPosition(written: string, offset: number): TypingPosition | undefined {
  const text = written.startsWith('\uFEFF') ? ` ${written.slice(1)}` : written;
  const { path, isAtPropertyKey, previousNode: node } = getLocation(text, offset);
  let span: Span;
  const isInString = text[node?.offset ?? -1] === '"';
  if (node && isInString) {
    const end = node.offset + node.length;
    const isClosed = node.length > 1 && text[end - 1] === '"';
    if (offset <= node.offset || (isClosed ? offset >= end : offset > end)) return undefined;
    // An open string reaches to the end of its line.
    span = { start: node.offset, end: isClosed ? end : offset };
  } else {
    const word = /[\p{L}\p{N}_.-]*$/u.exec(text.slice(Math.max(0, offset - 100), offset))?.[0] ?? '';
    span = { start: offset - word.length, end: offset };
    if (!isFree(text, span.start)) return undefined;
  }
  const next = tokenFrom(text, span.end);
  const hasValue = isAtPropertyKey && next === tokens.colon;
  const ends: readonly number[] = [tokens.comma, tokens.closeBrace, tokens.closeBracket, tokens.end];
  const isValue = !isAtPropertyKey && typeof path.at(-1) === 'string';
  // What follows a property's place must be another property, or the place has its value already.
  if (isValue && !isInString && !ends.includes(next) && !isProperty(text, span.end)) return undefined;
  const separator = isInString && !isAtPropertyKey ? '' : hasValue || ends.includes(next) ? '' : ',';
  return { path, isKey: isAtPropertyKey, span, isInString, hasValue, separator };
}

/** Whether a new item or value can begin at an offset: behind a bracket, a comma or a colon, outside of comments. */
function isFree(text: string, offset: number): boolean {
  const scanner = createScanner(text, false);
  let last = 0;
  for (let token: number = scanner.scan(); token !== tokens.end && scanner.getTokenOffset() < offset; ) {
    const end = scanner.getTokenOffset() + scanner.getTokenLength();
    const isComment = token === tokens.lineComment || token === tokens.blockComment;
    if (isComment && (offset < end || (offset === end && token === tokens.lineComment))) return false;
    if (!isComment && token !== tokens.trivia && token !== tokens.lineBreak) last = token;
    token = scanner.scan();
  }
  return last === tokens.openBrace || last === tokens.openBracket || last === tokens.comma || last === tokens.colon;
}

function isProperty(text: string, offset: number): boolean {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  scanner.scan();
  return (scanner.scan() as number) === tokens.colon;
}

function tokenFrom(text: string, offset: number): number {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  return scanner.scan();
}

/** Names that fit where something is typed. */
export interface KeyCompletions extends Omit<TypingPosition, 'path'> {
  /** What the names are: keys of the value, or as in `ListedNames`. */
  readonly of: 'key' | ListedNames['of'];
  /** In the order of the definition. */
  readonly names: readonly { readonly name: string; readonly documentation?: string }[];
  /** What a new property gets as its value: `text` for a hint, `schema` for a schema's property, `value` for an expectation. */
  readonly value: 'text' | 'schema' | 'value';
  /** `true` and `false` fit as well. */
  readonly booleans: boolean;
}

/** The most names that are offered. */
const maxNames = 1000;

/**
 * The names that fit at an offset. Names of keys: in filters and lists, in samples' expectations; and where the definition
 * says which keys there are, those that it speaks of elsewhere. A schema's properties in its `required`, and the kinds for
 * `fallback_kind`. None that stand in the same list or object already.
 */
export function completeKeys(
  text: string,
  definitions: readonly Definition[],
  offset: number,
): KeyCompletions | undefined {
  const around = definitions.find(({ span }) => span.start < offset && offset <= span.end);
  const position = around && typingPosition(text, offset);
  if (!position || !around.path.every((step, i) => position.path[i] === step)) return undefined;
  const path = position.path.slice(around.path.length);
  const { isKey, span, isInString, hasValue, separator } = position;
  const found: Found | undefined =
    keysAt(around, path, isKey, offset) ?? (isKey ? undefined : listedNames(around, path));
  if (!found) return undefined;
  const isOneOfSeveral = isKey || typeof path.at(-1) === 'number';
  const beside = isOneOfSeveral ? namesBeside(around.source.nodeAt(path.slice(0, -1)), offset) : [];
  const used = new Set(found.used ?? beside);
  const names = new Map(found.names.filter(({ name }) => !used.has(name)).map(each => [each.name, each]));
  return {
    of: found.of,
    names: [...names.values()].slice(0, maxNames),
    value: path[0] === 'samples' ? 'value' : path[0] === 'content_schema' ? 'schema' : 'text',
    booleans: found.of === 'key' && path.length === 1 && !isInString,
    isKey,
    span,
    isInString,
    hasValue,
    separator,
  };
}

interface Found extends Pick<KeyCompletions, 'of' | 'names'>, Pick<Fitting, 'used'> {}

function keysAt(
  definition: Definition,
  path: readonly (string | number)[],
  isKey: boolean,
  offset: number,
): Found | undefined {
  const keys = definitionKeys(definition);
  if (!keys) return undefined;
  // A name is not offered because it is being typed.
  const uses = keys.uses.filter(({ span }) => offset < span.start || offset > span.end);
  const fitting = fittingNames(definition, { ...keys, uses }, path, isKey);
  if (!fitting) return undefined;
  const said = new Map(keys.keys.map(({ name, documentation }) => [name, documentation]));
  const names = [...new Set(fitting.names)].map(name => {
    const documentation = said.get(name);
    return documentation === undefined ? { name } : { name, documentation };
  });
  return { ...fitting, of: 'key', names };
}

interface Fitting {
  readonly names: readonly string[];
  /** Names that are not offered; absent: those that stand in the same list or object, if any. */
  readonly used?: readonly string[];
}

function fittingNames(
  { source }: Definition,
  keys: DefinitionKeys,
  path: readonly (string | number)[],
  isKey: boolean,
): Fitting | undefined {
  const [first, second, third, fourth] = path;
  if (first === undefined) return undefined;
  const where = String(first);
  const spoken = keys.uses.map(({ name }) => name);
  const isSpoken = new Set(spoken);
  // A key that only the typed name declares is not offered for itself.
  const ownNames = keys.keys
    .filter(({ name, declarations }) => declarations.length === 0 || isSpoken.has(name))
    .map(({ name }) => name);
  const named = keys.open ? [...ownNames, ...spoken] : ownNames;
  if (isKey) {
    if (where === 'samples' && path.length === 5 && third === 'expect') {
      const part = String(fourth);
      if (!['value', 'content', 'memory', 'metadata'].includes(part) || !holdsKeys(source, part)) return undefined;
      const filter = source.config.get(`keys_to_${part}`) ?? true;
      const passed = keys.uses.filter(use => use.path[0] === `keys_to_${part}`).map(({ name }) => name);
      return { names: part === 'value' || filter === true ? named : passed };
    }
    const isHint = where === 'content_hint' && path.length === 2;
    const isSchema = where === 'content_schema' && second === 'properties' && path.length === 3;
    return (isHint || isSchema) && keys.lists.includes('required_keys') ? { names: spoken } : undefined;
  }
  if (filterNames.includes(where) && path.length === 1) {
    return { names: named };
  }
  if (path.length === 2 && (filterNames.includes(where) || keys.lists.includes(where))) return { names: named };
  if (where === 'content_schema' && second === 'required' && path.length === 3) return { names: ownNames };
  const isTag = where === 'tagged_contents' && third === 'name' && path.length === 3;
  if (!isTag && !(where === 'extra_fields' && path.length === 2)) return undefined;
  const typesOwn = keys.keys.filter(({ declarations }) => declarations.length === 0);
  const declared = keys.uses.filter(({ kind, path: [root] }) => kind === 'declaration' && root === where);
  return { names: spoken, used: [...typesOwn, ...declared].map(({ name }) => name) };
}

/** The names of a list or object but the one at the offset. */
function namesBeside(container: Node | undefined, offset: number): readonly string[] {
  const items = container?.type === 'object' ? members(container).map(({ key }) => key) : (container?.children ?? []);
  return items.flatMap(item => {
    const isHere = item.offset <= offset && offset <= item.offset + item.length;
    return item.type === 'string' && !isHere ? [item.value as string] : [];
  });
}

/** Names for a place of a definition that are not keys of its value. */
interface ListedNames {
  /** Names of a schema's properties, or kinds of an `AgentOutput`. */
  readonly of: 'property' | 'kind';
  /** In the order of the text; a name that stands twice comes twice. */
  readonly names: readonly { readonly name: string; readonly documentation?: string }[];
}

/**
 * The names that another place of the definition lists for the value at a path: a schema's own properties for an item of
 * its `required`, the `allowed_kinds` for `fallback_kind`. `undefined` for any other place.
 */
function listedNames(definition: Definition, path: readonly (string | number)[]): ListedNames | undefined {
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

import { type Fix, type Problem, problem } from '../core/problem.ts';
import { isPyDict, isPyList, type PyDict } from '../core/pyValue.ts';
import { removeItem } from '../json/editItems.ts';
import { type Definition, valueParts } from '../parsers/definition.ts';
import { filterNames } from './commonKeys.ts';
import { addFixes, removeFixes, renameFix, sendFixes } from './keyFixes.ts';
import { type DefinitionKeys, definitionKeys, type KeyUse } from './keyUses.ts';
import { kindOf, list } from './shapeProblems.ts';

/** Problems of one kind that a definition is told of. */
const maxProblems = 50;
/** Names that are searched in the instruction and the hint. */
const maxSearched = 500;

/**
 * What is wrong with the names of keys: names that no key has, keys that go nowhere, names that are listed twice, and
 * expectations that no response can meet. Where the value may have other keys, an unknown name is a problem only if it is
 * nearly one that is known. `text` is the file's.
 */
export function keyProblems(definition: Definition, text: string): readonly Problem[] {
  const keys = definitionKeys(definition);
  const problems = expectationProblems(definition, keys);
  if (!keys) return problems.slice(0, maxProblems);
  return [
    problems,
    unknownNames(definition, keys, text),
    unreachableKeys(definition, keys, text),
    listedTwice(definition, keys, text),
  ].flatMap(kind => kind.slice(0, maxProblems));
}

function unknownNames({ source, parserType }: Definition, keys: DefinitionKeys, text: string): Problem[] {
  const names = new Set(keys.keys.map(({ name }) => name));
  // An instruction of the author's own, or a hint that is not JSON, may speak of keys that are not among those.
  const words = ['format_instruction', ...(keys.open ? ['content_hint'] : [])].map(key => source.config.get(key));
  const isSpokenOf = (name: string) =>
    !keys.exact && words.some(text => typeof text === 'string' && mentions(text, name));
  const unknown = keys.uses
    .filter(({ kind, name }) => (kind === 'list' || kind === 'filter') && !names.has(name))
    .slice(0, maxSearched)
    .filter(({ name }) => !isSpokenOf(name));
  return unknown.slice(0, maxProblems).flatMap(use => {
    const { name, path, span } = use;
    const where = String(path[0]);
    const others = new Set(keys.uses.filter(other => other.path[0] === where).map(other => other.name));
    const rename = renameFix(name, span, names, others);
    // Where the value may have other keys, only what is nearly one of those that are known is surely misspelt.
    if (keys.open && !rename) return [];
    const fixes = [
      ...(rename ? [rename.fix] : []),
      ...addFixes({ source, parserType, text }, name),
      ...removeFixes(source, text, name, path),
    ];
    const advice = rename
      ? `Did you mean \`${rename.name}\`?`
      : names.size > 0
        ? `Known keys: ${list([...names].slice(0, 10))}.`
        : '';
    const quoted = `\`${name === '' ? '""' : name}\``;
    const lack = whatLacks(source.config);
    if (where !== 'required_keys')
      return problem('unknown-value-key', sentence(`\`${where}\` names ${quoted}, but ${lack}.`, advice), span, fixes);
    return problem('unasked-key', sentence(`${quoted} is required, but ${lack}.`, advice), span, fixes);
  });
}

/** Whether a text has a name as a word of its own. */
function mentions(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1 && name !== ''; at = text.indexOf(name, at + 1))
    if (!/\w/.test(text.charAt(at - 1)) && !/\w/.test(text.charAt(at + name.length))) return true;
  return false;
}

/** What of a definition would have to have a key. */
function whatLacks(config: Definition['source']['config']): string {
  if (isPyDict(config.get('content_schema'))) return 'the schema has no such property';
  if (config.has('content_hint')) return 'the hint has no such key';
  if (config.has('tagged_contents')) return 'no tag has this name';
  if (config.has('tagged_content_pattern')) return 'the pattern finds no such name';
  return config.has('extra_fields') ? 'no field has this name' : 'the value has no such key';
}

function sentence(...parts: readonly string[]): string {
  return parts.filter(part => part !== '').join(' ');
}

/** Keys that the author names and that no part of the reply gets. */
function unreachableKeys({ source }: Definition, keys: DefinitionKeys, text: string): Problem[] {
  const filters = filterNames.map(name => source.config.get(name) ?? name !== 'keys_to_metadata');
  // Of an odd value it cannot be said what it lets pass.
  if (!filters.every(filter => filter === false || typeof filter === 'string' || isPyList(filter))) return [];
  const passed = new Set(keys.uses.filter(({ kind }) => kind === 'filter').map(({ name }) => name));
  const first = new Map<string, KeyUse>();
  for (const use of keys.uses)
    if (use.kind === 'declaration' && !passed.has(use.name) && !first.has(use.name)) first.set(use.name, use);
  return [...first.values()].slice(0, maxProblems).map(({ name, span }) => {
    const message = `\`${name}\` goes to neither content, memory nor metadata.`;
    return problem('unreachable-key', message, span, sendFixes(source, text, name));
  });
}

function listedTwice({ source }: Definition, keys: DefinitionKeys, text: string): Problem[] {
  const seen = new Set<string>();
  const places = new Set([...filterNames, ...keys.lists]);
  const problems: Problem[] = [];
  for (const { name, span, path } of keys.uses) {
    const [where, index] = path;
    if (typeof where !== 'string' || typeof index !== 'number' || path.length !== 2 || !places.has(where)) continue;
    const id = `${where}\n${name}`;
    if (!seen.has(id)) {
      seen.add(id);
      continue;
    }
    const node = source.nodeAt([where]);
    const edits = node ? removeItem(text, node, index) : [];
    const fixes: Fix[] = edits.length > 0 ? [{ title: `Remove the second "${name}"`, edits }] : [];
    problems.push(problem('listed-twice', `\`${where}\` lists \`${name}\` twice.`, span, fixes));
  }
  return problems;
}

type Part = (typeof valueParts)[number];

/** What samples expect although no response can give it: parts that the type does not have, and keys that never come. `keys`: absent for a type without filters. */
function expectationProblems(definition: Definition, keys: DefinitionKeys | undefined): Problem[] {
  const samples = definition.source.config.get('samples');
  const isKnown = keys && new Set(keys.keys.map(({ name }) => name));
  return (isPyList(samples) ? samples : []).flatMap((sample, i) => {
    const expect = isPyDict(sample) ? (sample.get('expect') ?? null) : null;
    if (!isPyDict(expect)) return [];
    if (expect.has('error') && expect.size > 1) return errorAndValue(definition, ['samples', i, 'expect']);
    return valueParts.flatMap(part => {
      if (!expect.has(part)) return [];
      const path = ['samples', i, 'expect', part];
      if (!isKnown) return part === 'value' ? [] : withoutPart(definition, path);
      const allowed = allowedKeys(definition, part, keys.exact ? isKnown : undefined);
      return allowed ? impossible(definition, path, expect, allowed) : [];
    });
  });
}

function errorAndValue({ source }: Definition, path: readonly (string | number)[]): Problem[] {
  const span = source.keySpanOf([...path, 'error']);
  const message = 'A response gives an error or a value, never both. Expect one of them.';
  return span ? [problem('impossible-expectation', message, span)] : [];
}

function withoutPart({ source, type }: Definition, path: readonly (string | number)[]): Problem[] {
  const span = source.keySpanOf(path);
  const message = `\`${type}\` has no filters, so no response gives \`${String(path.at(-1))}\`.`;
  return span ? [problem('impossible-expectation', message, span)] : [];
}

/** The keys that a part can have and why; `undefined` where any could come. */
interface Allowed {
  readonly names: ReadonlySet<string>;
  readonly reason: string;
  /** The part is `null`. */
  readonly isNull?: true;
}

function allowedKeys({ source }: Definition, part: Part, exact: ReadonlySet<string> | undefined): Allowed | undefined {
  const whole = exact && { names: exact, reason: 'the value never has' };
  if (part === 'value') return whole;
  const name = `keys_to_${part}`;
  const filter = source.config.get(name) ?? (source.config.has(name) ? null : part !== 'metadata');
  if (filter === true) return whole;
  if (filter === false) return { names: new Set(), reason: `\`${name}\` lets nothing pass`, isNull: true };
  if (!isPyList(filter) || !filter.every(key => typeof key === 'string')) return undefined;
  return { names: new Set(filter), reason: `\`${name}\` does not let pass` };
}

function impossible(
  { source }: Definition,
  path: readonly (string | number)[],
  expect: PyDict,
  { names, reason, isNull }: Allowed,
): Problem[] {
  const part = String(path.at(-1));
  const expected = expect.get(part) ?? null;
  const span = source.spanOf(path);
  if (!span || (isNull && expected === null)) return [];
  if (isNull) return [problem('impossible-expectation', `\`${part}\` is always \`null\`: ${reason}.`, span)];
  if (!isPyDict(expected)) {
    const message = `\`${part}\` is always an object, not ${kindOf(expected)}.`;
    return [problem('impossible-expectation', message, span)];
  }
  const keys = new Set(expected.keys());
  const unknown = [...keys].filter(name => !names.has(name)).slice(0, 10);
  return unknown.flatMap(name => {
    const keySpan = source.keySpanOf([...path, name]);
    if (!keySpan) return [];
    const rename = renameFix(name, keySpan, names, keys);
    const advice = rename
      ? ` Did you mean \`${rename.name}\`?`
      : names.size > 0
        ? ` It has ${list([...names].slice(0, 10))}.`
        : '';
    const message = `\`${part}\` cannot have \`${name}\`, which ${reason}.${advice}`;
    return [problem('impossible-expectation', message, keySpan, rename && [rename.fix])];
  });
}

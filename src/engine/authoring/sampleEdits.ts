import type { Node } from 'jsonc-parser';
import { UniqueNames } from '../code/uniqueNames.ts';
import { applyEdits } from '../core/applyEdits.ts';
import { isPyDict, type PyDict, type PyValue } from '../core/pyValue.ts';
import type { Edit } from '../core/span.ts';
import { appendItem, removeItem } from '../json/editItems.ts';
import { members, readJson, toPython } from '../json/jsonSource.ts';
import type { Definition, Expectation } from '../parsers/definition.ts';
import { toJsonValue } from '../python/index.ts';

/** A sample to be written: its response is either a text or a file. */
export interface NewSample {
  readonly name: string;
  readonly text?: string;
  readonly file?: string;
  readonly expect?: Expectation;
}

/**
 * The edits that add a sample at the end of a definition's `samples`, laid out like the rest of the file; every comment
 * and all other text stay as they are. A response of several lines is written as a list of lines. `text` is the text
 * that the definition was read from. None where `samples` is there but is not a list.
 */
export function addSample(text: string, definition: Definition, sample: NewSample): Edit[] {
  const { source } = definition;
  const samples = source.nodeAt(['samples']);
  const value = sampleValue(sample);
  if (samples?.type === 'array') return appendItem(text, samples, value);
  const root = source.nodeAt([]);
  return samples || !root ? [] : appendItem(text, root, new Map([['samples', [value]]]));
}

function sampleValue({ name, text, file, expect }: NewSample): PyValue {
  const entries: [string, PyValue | undefined][] = [
    ['name', name],
    ['text', text?.includes('\n') ? text.split('\n') : text],
    ['file', file],
    ['expect', expect && new Map(Object.entries(expect).map(([part, value]) => [part, toJsonValue(value)]))],
  ];
  return new Map(entries.filter((entry): entry is [string, PyValue] => entry[1] !== undefined));
}

/** A definition with samples, in the text of its file. */
export interface SampleOwner {
  readonly text: string;
  /** A path with slashes, or an address: files of samples are relative to it. */
  readonly fileName: string;
  readonly name: string;
}

/** The texts of both files after samples went from one definition to another: the same text where it is one file. */
export interface MovedSamples {
  readonly from: string;
  readonly to: string;
  readonly count: number;
}

/**
 * Takes the samples out of one definition and adds them to the end of another's; the files that they name stay where they are. A
 * name that is taken gets a number. `undefined`: there is nothing to move, or one of the files is not JSON. Comments stay but for
 * those within the samples.
 */
export function moveSamples(from: SampleOwner, to: SampleOwner): MovedSamples | undefined {
  const owner = definitionNode(from.text, from.name);
  const index = owner?.children?.findIndex(({ children }) => children?.[0]?.value === 'samples') ?? -1;
  const list = owner?.children?.[index]?.children?.[1];
  const samples = (list?.children ?? []).map(item => toPython(item, from.text)).filter(isPyDict);
  if (!owner || list?.type !== 'array' || samples.length === 0 || samples.length !== list.children?.length)
    return undefined;
  const isOne = from.fileName === to.fileName;
  const rest = applyEdits(from.text, removeItem(from.text, owner, index));
  let text = isOne ? rest : to.text;
  const path = (value: PyValue) => (typeof value === 'string' ? pathFrom(to.fileName, from.fileName, value) : value);
  const names = namesBeside(definitionNode(text, to.name), text);
  for (const sample of samples) {
    const node = definitionNode(text, to.name);
    if (!node) return undefined;
    const moved = new Map(sample);
    if (moved.has('file')) moved.set('file', path(moved.get('file')!));
    const task = moved.get('task');
    if (typeof task === 'string' && /\.messages\.jsonl?$/.test(task)) moved.set('task', path(task));
    const name = moved.get('name');
    if (typeof name === 'string') moved.set('name', names.take(name, ' '));
    text = applyEdits(text, appended(text, node, moved));
  }
  return { from: isOne ? text : rest, to: text, count: samples.length };
}

function appended(text: string, definition: Node, sample: PyDict) {
  const there = memberOf(definition, 'samples');
  return there?.type === 'array'
    ? appendItem(text, there, sample)
    : appendItem(text, definition, new Map([['samples', [sample]]]));
}

/** Names for samples beside those that a definition has. */
function namesBeside(definition: Node | undefined, text: string): UniqueNames {
  const there = definition && memberOf(definition, 'samples');
  const names = new Set(
    (there?.type === 'array' ? (there.children ?? []) : []).map(each => {
      const value = toPython(each, text);
      return isPyDict(value) ? value.get('name') : undefined;
    }),
  );
  return new UniqueNames(name => names.has(name));
}

/** The object of a definition: under `parsers` by its name, else the whole file. */
function definitionNode(text: string, name: string): Node | undefined {
  const { root, problems } = readJson(text);
  if (problems.length > 0 || root?.type !== 'object') return undefined;
  const parsers = memberOf(root, 'parsers');
  const node = parsers ? memberOf(parsers, name) : root;
  return node?.type === 'object' ? node : undefined;
}

function memberOf(node: Node | undefined, name: string): Node | undefined {
  return members(node).findLast(({ key }) => key.value === name)?.value;
}

/** A path that is relative to one file, as it is relative to another. */
function pathFrom(to: string, from: string, path: string): string {
  if (/^(?:[/\\]|[A-Za-z]:[/\\])/.test(path)) return path;
  const folder = (file: string) => file.split('/').slice(0, -1);
  const target = folder(from);
  for (const part of path.replaceAll('\\', '/').split('/'))
    if (part === '..' && target.length > 0) target.pop();
    else if (part !== '.') target.push(part);
  const base = folder(to);
  let same = 0;
  while (same < base.length && same < target.length - 1 && base[same] === target[same]) same++;
  return [...base.slice(same).map(() => '..'), ...target.slice(same)].join('/');
}

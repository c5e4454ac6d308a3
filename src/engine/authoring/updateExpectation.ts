import type { Node } from 'jsonc-parser';
import { isPyDict, isPyList, type PyValue } from '../core/pyValue.ts';
import type { Edit } from '../core/span.ts';
import { appendItem, commaBehind, indentAt, layoutOf, printValue, removeItem } from '../json/editItems.ts';
import { members, spanOfNode } from '../json/jsonSource.ts';
import { type Definition, type Expectation, type Sample, valueParts } from '../parsers/definition.ts';
import { jsonEquals, toJsonText, toJsonValue } from '../python/index.ts';
import { wholeExpectation } from '../samples/index.ts';

/** A value that is written in one line where the old one had one, if the line's part of it is no longer, in UTF-16 units. */
const maxLine = 100;

/**
 * The edits that make a sample expect what came out: `error`, or the parts that there are. Only the parts that are
 * expected are written, and of those only what differs; an expected error becomes `value` where the response parses, and
 * the parts become `error` where it does not. A sample without expectation gets all that came out. Comments and all
 * other text stay. `text` is the text that the definition was read from. None where `expect` is there but is not an object.
 */
export function updateExpectation(text: string, definition: Definition, sample: Sample, actual: Expectation): Edit[] {
  const item = definition.source.nodeAt(['samples', sample.index]);
  const expect = definition.source.nodeAt(['samples', sample.index, 'expect']);
  if (!item) return [];
  if (!expect) return appendItem(text, item, new Map([['expect', toDict(wholeExpectation(actual))]]));
  if (expect.type !== 'object') return [];
  const edits =
    actual.error === undefined ? toValues(text, expect, sample, actual) : toError(text, expect, actual.error);
  return edits.sort((a, b) => a.span.start - b.span.start);
}

function toError(text: string, expect: Node, error: string): Edit[] {
  const [first, ...others] = [...valueParts, 'error'].flatMap(part => membersOf(expect, part)).sort(byPlace);
  if (!first) return appendItem(text, expect, new Map([['error', error]]));
  return [...replace(text, first, 'error', error), ...others.flatMap(member => remove(text, expect, member))];
}

function toValues(text: string, expect: Node, sample: Sample, actual: Expectation): Edit[] {
  const parts = valueParts.filter(part => memberOf(expect, part));
  const edits = parts.flatMap(part => {
    const value = actual[part] === undefined ? undefined : toJsonValue(actual[part]);
    if (value === undefined || jsonEquals(sample.expect?.[part] ?? null, value)) return [];
    return replace(text, memberOf(expect, part)!, part, value);
  });
  const error = memberOf(expect, 'error');
  if (!error) return edits;
  if (parts.length > 0) return [...edits, ...remove(text, expect, error)];
  return replace(text, error, 'value', toJsonValue(actual.value ?? null));
}

/** The members of this key; of several the last one counts. */
function membersOf(node: Node, name: string): readonly Node[] {
  return members(node).flatMap(({ key, value }) => (key.value === name && value && key.parent ? [key.parent] : []));
}

function memberOf(node: Node, name: string): Node | undefined {
  return membersOf(node, name).at(-1);
}

function byPlace(a: Node, b: Node): number {
  return a.offset - b.offset;
}

function replace(text: string, member: Node, name: string, value: PyValue): Edit[] {
  const [key, old] = member.children ?? [];
  if (!key || !old) return [];
  const written = { span: spanOfNode(old), text: print(text, old, value) };
  return key.value === name ? [written] : [{ span: spanOfNode(key), text: JSON.stringify(name) }, written];
}

function print(text: string, old: Node, value: PyValue): string {
  const wasOneLine = !text.slice(old.offset, old.offset + old.length).includes('\n');
  const oneLine = wasOneLine ? inOneLine(value, text.includes('{ "')) : undefined;
  if (oneLine !== undefined && oneLine.length <= maxLine) return oneLine;
  return printValue(value, layoutOf(text), indentAt(text, old.offset));
}

/** JSON in one line; with `spaced` with blanks inside the braces, as most people and formatters write it in JSONC. */
function inOneLine(value: PyValue, spaced: boolean): string {
  if (isPyList(value)) return `[${value.map(item => inOneLine(item, spaced)).join(', ')}]`;
  if (!isPyDict(value)) return toJsonText(value, 0);
  if (value.size === 0) return '{}';
  const pad = spaced ? ' ' : '';
  const entries = [...value].map(([key, item]) => `${toJsonText(key, 0)}: ${inOneLine(item, spaced)}`);
  return `{${pad}${entries.join(', ')}${pad}}`;
}

/** Removes a member and a comma beside it. */
function remove(text: string, expect: Node, member: Node): Edit[] {
  const all = expect.children ?? [];
  const index = all.indexOf(member);
  if (index > 0) return removeItem(text, expect, index);
  const span = spanOfNode(member);
  // The first is never the only one: what is expected now stands behind it.
  const next = all[1]!.offset;
  const comma = commaBehind(text, span.end, next);
  if (!comma) return [{ span, text: '' }];
  // Up to the next member, where nothing but white space is between: it takes the place.
  if (text.slice(span.end, next).trim() === ',') return [{ span: { start: span.start, end: next }, text: '' }];
  return [span, comma].map(span => ({ span, text: '' }));
}

function toDict(expectation: Expectation): PyValue {
  return new Map(Object.entries(expectation).map(([part, value]) => [part, toJsonValue(value)]));
}

import { createScanner, type Node } from 'jsonc-parser';
import { toJsonText } from '../python/jsonDumps.ts';
import { toJsonValue } from '../python/jsonValue.ts';
import type { PyValue } from '../python/value.ts';
import type { Edit } from '../span.ts';
import type { Definition, Expectation } from './definition.ts';
import { tokens } from './jsonSource.ts';

/** A sample to be written: its response is either a text or a file. */
export interface NewSample {
  readonly name: string;
  readonly text?: string;
  readonly file?: string;
  readonly expect?: Expectation;
}

/** How a file is laid out. */
interface Layout {
  readonly eol: string;
  /** One level of indentation. */
  readonly unit: string;
}

/**
 * The edits that add a sample at the end of a definition's `samples`, laid out like the rest of the file; every comment
 * and all other text stay as they are. A response of several lines is written as a list of lines. `text` is the text
 * that the definition was read from. None where `samples` is there but is no list.
 */
export function addSample(text: string, definition: Definition, sample: NewSample): Edit[] {
  const { source } = definition;
  const samples = source.nodeAt(['samples']);
  const layout = layoutOf(text);
  const value = sampleValue(sample);
  if (samples?.type === 'array') return appendTo(text, samples, value, layout);
  const root = source.nodeAt([]);
  return samples || !root ? [] : appendTo(text, root, new Map([['samples', [value]]]), layout);
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

/** Appends an item to a list, or the one member of `value` to an object. */
function appendTo(text: string, container: Node, value: PyValue, { eol, unit }: Layout): Edit[] {
  const end = container.offset + container.length - 1;
  const indent = indentAt(text, container.offset);
  const inner = indent + unit;
  const item = print(value, unit, inner, eol, container.type === 'object');
  const last = container.children?.at(-1);
  const edits: Edit[] = [];
  let trailingComma = false;
  if (last) {
    const after = last.offset + last.length;
    trailingComma = hasComma(text, after, end);
    if (!trailingComma) edits.push({ span: { start: after, end: after }, text: ',' });
  }
  // Behind a comment that follows the last item, which keeps its comment.
  const start = text.slice(0, end).trimEnd().length;
  edits.push({ span: { start, end }, text: `${eol}${inner}${item}${trailingComma ? ',' : ''}${eol}${indent}` });
  return edits;
}

function print(value: PyValue, unit: string, indent: string, eol: string, isMember: boolean): string {
  const lines = toJsonText(value, 1).split('\n');
  // An object of one member is printed for its member.
  const wanted = isMember ? lines.slice(1, -1).map(line => line.slice(1)) : lines;
  return wanted.map(line => line.replace(/^ +/, blanks => unit.repeat(blanks.length))).join(`${eol}${indent}`);
}

function hasComma(text: string, start: number, end: number): boolean {
  const scanner = createScanner(text, true);
  scanner.setPosition(start);
  return scanner.scan() === tokens.comma && scanner.getTokenOffset() < end;
}

function indentAt(text: string, offset: number): string {
  const line = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(line, offset))?.[0] ?? '';
}

function layoutOf(text: string): Layout {
  return { eol: text.includes('\r\n') ? '\r\n' : '\n', unit: /^[ \t]+(?=["[{\]}])/m.exec(text)?.[0] ?? '  ' };
}

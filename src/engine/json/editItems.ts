import { createScanner, type Node } from 'jsonc-parser';
import type { PyValue } from '../core/pyValue.ts';
import type { Edit, Span } from '../core/span.ts';
import { jsonDumps, toJsonText } from '../python/index.ts';
import { spanOfNode, tokens } from './jsonSource.ts';

/** How a file is laid out. */
export interface Layout {
  readonly eol: string;
  /** One level of indentation. */
  readonly unit: string;
}

/**
 * The edits that append an item to a list, or the one member of `value` to an object, laid out like the rest of the
 * file: in the line of a container of one line, if the item is the only one. With `inLine` the item itself is always
 * one line. Every comment and all other text stay.
 */
export function appendItem(text: string, container: Node, value: PyValue, inLine = false): Edit[] {
  const layout = layoutOf(text);
  const { eol, unit } = layout;
  const end = container.offset + container.length - 1;
  const indent = indentAt(text, container.offset);
  const isMember = container.type === 'object';
  const item = inLine ? printInLine(value, isMember) : printValue(value, layout, indent + unit, isMember);
  const last = container.children?.at(-1);
  const isOneLine = !item.includes('\n') && !text.slice(container.offset, end).includes('\n');
  const after = last && last.offset + last.length;
  const comma = after === undefined ? undefined : commaBehind(text, after, end);
  if (isOneLine) {
    const at = comma?.end ?? after ?? container.offset + 1;
    const isBlank = after === undefined && text.slice(at, end).trim() === '';
    // `{}` becomes `{ "a": 1 }`, and `{"a": 1}` stays tight.
    const [before, behind] = after === undefined ? (isMember ? [' ', ' '] : ['', '']) : [comma ? ' ' : ', ', ''];
    return [{ span: { start: at, end: isBlank ? end : at }, text: `${before}${item}${comma ? ',' : ''}${behind}` }];
  }
  // Behind a comment that follows the last item, which keeps its comment.
  const start = text.slice(0, end).trimEnd().length;
  const added = `${eol}${indent}${unit}${item}${comma ? ',' : ''}${eol}${indent}`;
  if (after === undefined || comma) return [{ span: { start, end }, text: added }];
  if (after === start) return [{ span: { start, end }, text: `,${added}` }];
  return [
    { span: { start: after, end: after }, text: ',' },
    { span: { start, end }, text: added },
  ];
}

/** The edits that remove an item of a list, with the comma before it, or, of the first, the comma behind it; comments stay. */
export function removeItem(text: string, list: Node, index: number): Edit[] {
  const [before, item, next] = [list.children?.[index - 1], list.children?.[index], list.children?.[index + 1]];
  if (!item) return [];
  if (!before) return removeFirst(text, item, next);
  const start = before.offset + before.length;
  const comma = commaBehind(text, start, item.offset);
  const span = spanOfNode(item);
  if (!comma || /^\s*,\s*$/.test(text.slice(start, item.offset))) return [{ span: { start, end: span.end }, text: '' }];
  return [comma, span].map(span => ({ span, text: '' }));
}

function removeFirst(text: string, item: Node, next: Node | undefined): Edit[] {
  const span = spanOfNode(item);
  const comma = next && commaBehind(text, span.end, next.offset);
  if (!next || !comma) return [{ span, text: '' }];
  if (/^\s*,\s*$/.test(text.slice(span.end, next.offset)))
    return [{ span: { start: span.start, end: next.offset }, text: '' }];
  return [span, comma].map(each => ({ span: each, text: '' }));
}

/** A value as JSON whose lines after the first begin with `indent`; with `isMember` the one member of an object, without its braces. */
export function printValue(value: PyValue, { unit, eol }: Layout, indent: string, isMember = false): string {
  const lines = toJsonText(value, 1).split('\n');
  // An object of one member is printed for its member.
  const content = isMember ? lines.slice(1, -1).map(line => line.slice(1)) : lines;
  return content.map(line => line.replace(/^ +/, blanks => unit.repeat(blanks.length))).join(`${eol}${indent}`);
}

function printInLine(value: PyValue, isMember: boolean): string {
  const line = jsonDumps(value, { ensureAscii: false });
  return isMember ? line.slice(1, -1) : line;
}

/** The comma that follows an item, if there is one before `end`. */
export function commaBehind(text: string, start: number, end: number): Span | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(start);
  const at = scanner.scan() === tokens.comma ? scanner.getTokenOffset() : end;
  return at < end ? { start: at, end: at + 1 } : undefined;
}

/** The blanks at the start of the line that an offset is in; none where the line is so long that nobody laid it out. */
export function indentAt(text: string, offset: number): string {
  const from = Math.max(0, offset - maxLine);
  const before = text.slice(from, offset);
  const line = before.lastIndexOf('\n') + 1;
  return line === 0 && from > 0 ? '' : (/^[ \t]*/.exec(before.slice(line))?.[0] ?? '');
}

/** Longer lines are of a file that is written for programs. */
const maxLine = 10_000;

let last: { readonly text: string; readonly layout: Layout } | undefined;

/** How a text is laid out: its line ends, and the indentation of its first indented line. Looked up once for the many edits of one text. */
export function layoutOf(text: string): Layout {
  if (last?.text === text) return last.layout;
  const unit = /^[ \t]+(?=["[{\]}])/m.exec(text)?.[0] ?? '  ';
  last = { text, layout: { eol: text.includes('\r\n') ? '\r\n' : '\n', unit } };
  return last.layout;
}

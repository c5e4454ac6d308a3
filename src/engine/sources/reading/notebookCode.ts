import type { Node } from 'jsonc-parser';
import type { Span } from '../../core/span.ts';
import { members, readJson } from '../../json/jsonSource.ts';
import { unescapeJsonString } from '../../json/jsonStringMap.ts';
import { LineNumbers } from './sourcePlaces.ts';
import type { SourceOrigin, SourceReading } from './sourceReading.ts';

/** The code of a notebook's cells as one text, in their order. */
export interface NotebookCode {
  readonly text: string;
  readonly isScript: boolean;
  /** Where the code of each cell begins in `text`, and which of all cells it is, from 1. */
  readonly cells: readonly { readonly start: number; readonly number: number }[];
  /** The place in the notebook's file that a span of `text` has. */
  place(span: Span): Span;
  /** The offset in `text` of a place in the notebook's file: the first that stands there or behind. */
  offsetOf(place: number): number;
}

/** Reads the cells of a notebook (`.ipynb`). `undefined`: it is not one. Commands of IPython are left out. Linear. */
export function notebookCode(file: string): NotebookCode | undefined {
  const { root } = readJson(file);
  const cells = memberOf(root, 'cells');
  if (cells?.type !== 'array') return undefined;
  const isScript = /^(?:type|java)script$/i.test(languageOf(root));
  const texts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const found: { start: number; number: number }[] = [];
  for (const [i, cell] of (cells.children ?? []).entries()) {
    if (memberOf(cell, 'cell_type')?.value !== 'code') continue;
    const source = sourceOf(cell, file);
    found.push({ start: starts.length, number: i + 1 });
    texts.push(isScript ? source.text : withoutCommands(source.text), '\n');
    for (const start of source.starts) starts.push(start);
    for (const end of source.ends) ends.push(end);
    // The line's end that is added between cells.
    starts.push(ends.at(-1) ?? 0);
    ends.push(ends.at(-1) ?? 0);
  }
  const place = ({ start, end }: Span): Span => {
    const from = starts[start] ?? ends.at(-1) ?? 0;
    return { start: from, end: Math.max(from, ends[end - 1] ?? from) };
  };
  const offsetOf = (place: number): number => {
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (starts[middle]! < place) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return { text: texts.join(''), isScript, cells: found, place, offsetOf };
}

function memberOf(node: Node | undefined, name: string): Node | undefined {
  return members(node).find(({ key }) => key.value === name)?.value;
}

function languageOf(root: Node | undefined): string {
  const metadata = memberOf(root, 'metadata');
  const language =
    memberOf(memberOf(metadata, 'language_info'), 'name') ?? memberOf(memberOf(metadata, 'kernelspec'), 'language');
  return typeof language?.value === 'string' ? language.value : 'python';
}

/** A cell's source, which is a text or a list of lines, and the place of each of its units. */
function sourceOf(
  cell: Node,
  file: string,
): { readonly text: string; readonly starts: readonly number[]; readonly ends: readonly number[] } {
  const source = memberOf(cell, 'source');
  const parts = source?.type === 'array' ? (source.children ?? []) : source ? [source] : [];
  const texts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { type, offset, length } of parts) {
    if (type !== 'string') continue;
    const part = unescapeJsonString(file, offset + 1, offset + length - 1);
    texts.push(part.text);
    for (let i = 0; i < part.text.length; i++) {
      starts.push(part.offsets[i]!);
      ends.push(part.offsets[i + 1]!);
    }
  }
  return { text: texts.join(''), starts, ends };
}

const text3 = `"""(?:\\\\[^]|[^\\\\])*?(?:"""|(?![^]))|'''(?:\\\\[^]|[^\\\\])*?(?:'''|(?![^]))`;
const text1 = `"(?:\\\\[^]|[^"\\\\\\n])*|'(?:\\\\[^]|[^'\\\\\\n])*`;
const piece = new RegExp(`${text3}|${text1}|#[^\\n]*|[()[\\]{}]|^[ \\t]*(?:%{1,2}[a-zA-Z_]|[!?])[^\\n]*`, 'gm');

/** Python without IPython's commands (`%pip …`, `!ls`), which become comments of the same length; a cell in another language (`%%bash`) is left out. */
function withoutCommands(text: string): string {
  const [, cellCommand] = /^\s*%%(\w+)/.exec(text) ?? [];
  if (cellCommand !== undefined && !/^(?:time|timeit|capture|prun)$/.test(cellCommand))
    return text.replace(/[^\n]/g, ' ');
  let depth = 0;
  return text.replace(piece, (found: string) => {
    if (/^[([{]$/.test(found)) depth++;
    else if (/^[)\]}]$/.test(found)) depth--;
    else if (depth === 0 && /^[ \t]*[%!?]/.test(found)) return found.replace(/[^\s]/, '#');
    return found;
  });
}

/** A reading of a notebook's code with the places that its parts have in the notebook's `file`; places in other files stay. */
export function inNotebook(reading: SourceReading, code: NotebookCode, file: string): SourceReading {
  const [own] = reading.files;
  const lines = new LineNumbers();
  const lineOf = (offset: number) => lines.lineAt(file, offset);
  const origin = (each: SourceOrigin): SourceOrigin => ({
    file: each.file,
    span: each.file === own ? code.place(each.span) : each.span,
    ...(each.items && { items: new Map([...each.items].map(([key, item]) => [key, origin(item)])) }),
  });
  const found = reading.found.map(each => {
    const span = code.place(each.span);
    const unknown = each.unknown.map(hole => {
      const at = hole.file === own ? code.place(hole.span) : hole.span;
      return hole.file === own ? { ...hole, span: at, line: lineOf(at.start) } : hole;
    });
    const origins = new Map([...each.origins].map(([key, one]) => [key, origin(one)]));
    return { ...each, span, line: lineOf(span.start), unknown, origins };
  });
  return { ...reading, found };
}

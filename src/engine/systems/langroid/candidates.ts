import { EngineError } from '../../core/errors.ts';
import { partitionPoint } from '../../core/partitionPoint.ts';
import { isPyDict, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import { pyStrip } from '../../python/index.ts';
import { PairSearch, readXml, type XmlElement } from '../../text/index.ts';

/** A stretch between braces that may be a tool. `text` has its tabs expanded; `span` is where it stands in the response. */
export interface Candidate {
  readonly text: string;
  readonly span: Span;
}

/** From this nesting of braces on, CPython's stack ends in pyparsing, and Langroid finds nothing in the whole text. */
export const nestingLimit = 82;

/**
 * Langroid's `get_json_candidates`: what stands between a `{` and its `}`, from left to right, braces in quoted strings left
 * out. A brace that does not close is passed over. Where the original scans again from every brace, this goes once from
 * the end to the beginning.
 */
export function findJsonCandidates(response: string): readonly Candidate[] {
  const first = response.indexOf('{');
  if (first === -1) return [];
  const expanded = expandTabs(response);
  const { text } = expanded;
  const begin = text.indexOf('{');
  const { close, depth } = matchBraces(text, begin);
  const candidates: Candidate[] = [];
  for (let start = begin; start !== -1; ) {
    if ((depth[start + 1 - begin] ?? 0) + 1 >= nestingLimit) return [];
    const end = close[start + 1 - begin] ?? -1;
    if (end >= 0) candidates.push({ text: text.slice(start, end + 1), span: expanded.spanOf(start, end + 1) });
    start = text.indexOf('{', end >= 0 ? end + 1 : start + 1);
  }
  return candidates;
}

/**
 * For every place from `begin` on, as if a scan outside of strings came to it: the first `}` that closes more than was
 * opened since (-1: none), and how deep the braces nest until there.
 */
function matchBraces(text: string, begin: number): { close: Int32Array; depth: Uint8Array } {
  const size = text.length - begin;
  const close = new Int32Array(size + 2).fill(-1);
  const depth = new Uint8Array(size + 2);
  const double = stringEnds('"');
  const single = stringEnds("'");
  for (let i = text.length - 1; i >= begin; i--) {
    const at = i - begin;
    const unit = text.charAt(i);
    const endOfString = unit === '"' ? double.closingAfter(text) : unit === "'" ? single.closingAfter(text) : -1;
    double.goBack(text, i);
    single.goBack(text, i);
    if (unit === '}') close[at] = i;
    else if (unit === '{') {
      const inner = close[at + 1]!;
      const nested = depth[at + 1]! + 1;
      close[at] = inner < 0 ? -1 : close[inner + 1 - begin]!;
      depth[at] = Math.min(255, inner < 0 ? nested : Math.max(nested, depth[inner + 1 - begin]!));
    } else {
      const next = (endOfString < 0 ? i : endOfString) + 1 - begin;
      close[at] = close[next]!;
      depth[at] = depth[next]!;
    }
  }
  return { close, depth };
}

/** Where the body of a quoted string ends that begins at a place; goes from the end of the text to its beginning, and keeps the last two answers. */
function stringEnds(quote: string) {
  /** The ends of bodies that begin one and two units behind the current place. */
  let next: number | undefined;
  let afterNext: number | undefined;
  return {
    /** The closing quote of the string that the quote at the current place opens, before going back over it; -1 where it opens none. */
    closingAfter(text: string): number {
      const end = next ?? text.length;
      return text.charAt(end) === quote ? end : -1;
    },
    goBack(text: string, index: number): void {
      const end = bodyEnd(text, index);
      afterNext = next;
      next = end;
    },
  };

  function bodyEnd(text: string, index: number): number {
    const unit = text.charAt(index);
    const following = text.charAt(index + 1);
    if (unit === quote) return following === quote ? (afterNext ?? text.length) : index;
    if (unit === '\n' || unit === '\r') return index;
    if (unit !== '\\') return next ?? text.length;
    if (following === '' || (following === 'x' && !/[0-9a-fA-F]/.test(text.charAt(index + 2)))) return index;
    return afterNext ?? text.length;
  }
}

/** A text with its tabs expanded, and the way back to the original. */
interface ExpandedText {
  readonly text: string;
  /** The span of the original that a span of the expanded text came from. */
  spanOf(start: number, end: number): Span;
}

const tabSize = 8;

/** Python's `text.expandtabs()`: columns count code points and begin again after a line feed or a carriage return. */
export function expandTabs(text: string): ExpandedText {
  if (!text.includes('\t')) return { text, spanOf: (start, end) => ({ start, end }) };
  const pieces: string[] = [];
  /** For every run between tabs: where it begins in the expanded text, and by how much that is later. */
  const begins: number[] = [0];
  const shifts: number[] = [0];
  let column = 0;
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charAt(i);
    if (unit === '\t') {
      const blanks = tabSize - (column % tabSize);
      pieces.push(' '.repeat(blanks));
      column += blanks;
      length += blanks;
      begins.push(length);
      shifts.push(length - i - 1);
      continue;
    }
    pieces.push(unit);
    length++;
    if (unit === '\n' || unit === '\r') column = 0;
    else if ((text.charCodeAt(i) & 0xfc00) !== 0xdc00) column++;
  }
  const origin = (offset: number) => {
    const run = partitionPoint(begins, start => start <= offset) - 1;
    return offset - (shifts[run] ?? 0);
  };
  return { text: pieces.join(''), spanOf: (start, end) => ({ start: origin(start), end: origin(end - 1) + 1 }) };
}

const firstTag = /<[\p{L}\p{N}_]+>/gu;

/** The search for what stands between `<root>` and the next `</root>`, in a text that is whole or grows. */
export function rootPair(root = 'tool'): PairSearch {
  return new PairSearch(`<${root}>`, `</${root}>`);
}

/**
 * `XMLToolMessage.find_candidates`: what stands between `<root>` and the next `</root>`. The last `<root>` of the text need
 * not close; a `</root>` without its opening tag takes all from the first tag before it. The missing tag is in `text`,
 * not in `span`. Linear: the original searches again for what does not come.
 */
export function findXmlCandidates(text: string, root = 'tool'): readonly Candidate[] {
  const pair = rootPair(root);
  const { opener: open, closer: close } = pair;
  const candidates: Candidate[] = [];
  let from = 0;
  for (let behind = 0; behind >= 0; ) {
    behind = pair.find(text, behind, 0);
    if (!pair.isClosed) continue;
    const { span } = pair.closed!;
    candidates.push({ text: text.slice(span.start, span.end), span });
    from = span.end;
    pair.next();
  }
  if (pair.opened) {
    // No closing tag comes: only the last opening tag counts.
    const span = { start: text.lastIndexOf(open), end: text.length };
    return [...candidates, { text: text.slice(span.start) + close, span }];
  }
  for (let at = text.indexOf(close, from); at >= 0; at = text.indexOf(close, from)) {
    firstTag.lastIndex = from;
    const tag = firstTag.exec(text.slice(0, at));
    from = at + close.length;
    if (tag) candidates.push({ text: open + text.slice(tag.index, from), span: { start: tag.index, end: from } });
  }
  return candidates;
}

/** What the fields of a tool class change in the reading of its elements. */
interface XmlFieldRules {
  /** Whether an element's text is read as it is. */
  isVerbatim(tag: string): boolean;
  /** The instance of a field that is a model of its own, `undefined` for others. Raises `EngineError` where it is not valid. */
  model?(tag: string, value: PyDict): PyValue | undefined;
}

/** The rules of the base class, which the agent reads every message with. */
const baseRules: XmlFieldRules = { isVerbatim: () => false };

/**
 * `XMLToolMessage.extract_field_values`: the children of the root by their names; `null` where they are not dictionaries (no
 * children, or all of one name). The root's own name does not matter. Raises `EngineError`: `XMLSyntaxError` for bad XML, `AttributeError` where
 * a comment, a processing instruction or an entity stands, and what `rules.model` raises. Linear: the original reads the children of
 * dictionaries twice.
 */
export function xmlFieldValues(text: string, rules: XmlFieldRules = baseRules): PyDict | null {
  const read = readXml(text);
  if (!read.ok) throw new EngineError('XMLSyntaxError', read.message);
  const value = elementValue(read.root, rules);
  if (!isPyDict(value)) return null;
  return new Map([...value].filter(([, item]) => !(isPyDict(item) && item.size === 0)));
}

function elementValue(element: XmlElement | undefined, rules: XmlFieldRules): PyValue {
  if (!element)
    throw new EngineError('AttributeError', "'cython_function_or_method' object has no attribute 'startswith'");
  const { tag, text, children } = element;
  if (tag.startsWith('_')) return new Map();
  if (rules.isVerbatim(tag)) return withoutBackticks(text);
  const [first] = children;
  if (children.length === 0) return pyStrip(text);
  const values = children.map(child => elementValue(child, rules));
  if (children.every(child => child?.tag === first?.tag)) return values;
  const dict = new Map(children.map((child, i) => [child?.tag ?? '', values[i]!]));
  return rules.model?.(tag, dict) ?? dict;
}

function withoutBackticks(text: string): string {
  const stripped = pyStrip(text);
  if (!stripped.startsWith('```') || !stripped.endsWith('```')) return text;
  const inner = stripped.slice(3);
  return pyStrip(inner.endsWith('```') ? inner.slice(0, -3) : inner);
}

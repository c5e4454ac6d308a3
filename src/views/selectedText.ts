import { jsonStringAround, type Span } from '../engine/index.ts';

/** The line that a selection lies in, and where in it. */
export interface Surroundings {
  readonly line: string;
  readonly span: Span;
}

/** The text to parse, and how its spans map to the selection's. */
export interface Selected {
  readonly text: string;
  /** The selection was inside a JSON string literal, and `text` is what it stands for. */
  readonly unescaped: boolean;
  readonly toSelection: (span: Span) => Span;
}

/** The text that a selection stands for: itself, or, inside one JSON string literal (a log line, a JSONL record), what its escapes mean. */
export function selectedText(text: string, surroundings?: Surroundings): Selected {
  const literal = surroundings && jsonStringAround(surroundings.line, surroundings.span);
  if (!literal || literal.text === text) return { text, unescaped: false, toSelection: span => span };
  const { offsets } = literal;
  const from = surroundings.span.start;
  const last = offsets.length - 1;
  const at = (offset: number) => (offsets[Math.min(offset, last)] ?? 0) - from;
  return { text: literal.text, unescaped: true, toSelection: ({ start, end }) => ({ start: at(start), end: at(end) }) };
}

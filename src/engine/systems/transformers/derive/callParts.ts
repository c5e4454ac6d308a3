import { probeCalls } from './callProbes.ts';
import { commonEnd, commonStart, patternOf } from './textPieces.ts';

/** A field of a response template, as it is written. */
export type FieldJson = Readonly<Record<string, unknown>>;

/** How calls are written, as far as probes show it. */
export interface CallShape {
  /** The field that reads them, without its closing where `close` is empty. */
  readonly field: FieldJson;
  /** What opens and closes a call: for the rest of the template. */
  readonly open: string;
  readonly close: string;
  /** Marks around all calls, which are no part of one. */
  readonly around: readonly string[];
  /** What follows the last closing of an answer. */
  readonly end: string;
  /** Whether all calls of an answer are one value. */
  readonly isList: boolean;
}

/** What stands around the words of an answer without calls. */
export interface WordsAnswer {
  readonly lead: string;
  readonly tail: string;
}

/** The parts of an answer with calls: in front, a call, between two, behind. */
export interface CallParts {
  readonly before: string;
  readonly body: string;
  readonly between: string | undefined;
  readonly behind: string;
  /** The two calls, where there are two. */
  readonly second?: string;
}

const pattern = {
  name: '(?P<name>[\\w.:/-]+?)',
  /** Where nothing but blanks follows. */
  lastName: '(?P<name>[\\w./-]+)',
} as const;

/** A closing: as it is, or as a pattern where blanks stand in it. */
export function closing(close: string): FieldJson {
  return /\s/.test(close) ? { close_pattern: patternOf(close) } : { close };
}

/** The shape of calls whose name stands in the opening: `parts.body` is what stands between name and content. */
export function namedShape(parts: CallParts, beside: WordsAnswer, content: FieldJson): CallShape {
  const { open, later, close, around, end } = delimitersOf(parts, beside);
  const behindName = generalized(parts.body, parts.second);
  const isOpen = behindName.replace(/\\s\*/g, '') === '';
  return {
    field: {
      open_pattern: `${later === undefined ? patternOf(open) : `(?:${patternOf(open)}|${patternOf(later)}\\s*)`}${isOpen ? pattern.lastName : `${pattern.name}${behindName}`}`,
      ...(close !== '' && closing(close)),
      repeats: true,
      ...content,
      transform: { type: 'function', function: { name: '{name}', arguments: '{content}' } },
    },
    open,
    close,
    around,
    end,
    isList: false,
  };
}

/** What stands behind a name, as a pattern: numbers, and what differs between two calls, are any. */
function generalized(one: string, other: string | undefined): string {
  const trimmed = one.trimEnd();
  const isSame = other === undefined || other.trimEnd() === trimmed;
  if (isSame && !/\d|qz/.test(trimmed)) return patternOf(trimmed) + (trimmed === one ? '' : '\\s*');
  return patternOf(trimmed)
    .replace(/callid\d+/g, '[\\w-]+?')
    .replaceAll(probeCalls.first.name, '[\\w.:/-]+?')
    .replace(/\d+/g, '\\d+');
}

interface Delimiters {
  readonly open: string;
  readonly close: string;
  /** What opens the calls behind the first, where that is something else. */
  readonly later?: string;
  readonly around: readonly string[];
  readonly end: string;
}

/** What opens and closes a call, and what stands around all of them. */
export function delimitersOf({ before, between, behind }: CallParts, { lead, tail }: WordsAnswer): Delimiters {
  const own = before.startsWith(lead) ? before.slice(lead.length) : before;
  const end = commonEnd(tail.trimEnd(), behind.trimEnd()).trim();
  const back = behind.trimEnd().slice(0, behind.trimEnd().length - end.length);
  if (between === undefined)
    return { open: own.trimStart(), close: back.trim() === '' ? end : back.trim(), around: [], end };
  const open = commonEnd(before, between);
  const rest = between.slice(0, between.length - open.length);
  const close = commonStart(rest, back).trim();
  const front = own.slice(0, Math.max(0, own.length - open.length)).trim();
  const middle = rest.slice(rest.indexOf(close) + close.length).trim();
  const wrap = back.slice(back.indexOf(close) + close.length).trim();
  // Without a mark of its own each later call is opened by what stands between two.
  const isBare = !/\S/.test(open);
  return {
    open: isBare ? own.trimStart() : open.trimStart(),
    ...(isBare && middle !== '' && { later: middle }),
    close,
    around: [isBare ? '' : front, wrap, isBare ? '' : middle].filter(mark => mark !== ''),
    end,
  };
}

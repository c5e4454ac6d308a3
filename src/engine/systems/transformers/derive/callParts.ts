import { probeCalls } from './callProbes.ts';
import { anchorOf, commonEnd, commonStart, patternOf, withAnyNumbers } from './textPieces.ts';

/** A field of a response template, as it is written. */
export type FieldJson = Readonly<Record<string, unknown>>;

/** How calls are written, as far as probes show it. */
export interface CallShape {
  /** The field that reads them, without its closing where `close` is empty. */
  readonly field: FieldJson;
  /** Ways to read the arguments, each as what it has other than the field, where there are several; the first has nothing. */
  readonly readings?: readonly FieldJson[];
  /** What opens and closes a call: for the rest of the template. */
  readonly open: string;
  /** A pattern of what begins a further call; `undefined`: an answer has one at most. */
  readonly next?: string;
  readonly close: string;
  /** What ends a text in an argument; absent or empty: JSON does, or what ends the argument. */
  readonly quote?: string;
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
  /** What stands in front of two calls. */
  readonly beforeTwo?: string;
  /** What stands behind the name of the second of two, and behind both. */
  readonly second?: string;
  readonly behindTwo?: string;
}

const pattern = {
  name: '(?P<name>[\\w.:/-]+?)',
  /** Where nothing but blanks follows. */
  lastName: '(?P<name>[\\w./-]+)',
} as const;

/** A closing: as it is, or as a pattern where blanks or the name of the call stand in it, or brackets that end JSON as well. */
export function closing(close: string, content: unknown): FieldJson {
  const isBracket = content === 'json' && /^[}\]]/.test(close);
  if (!isBracket && !/\s/.test(close) && !close.includes(probeCalls.first.name)) return anchorOf('close', [close]);
  const any = patternOf(close).replaceAll(probeCalls.first.name, '[\\w.:/-]+?');
  return { close_pattern: isBracket ? `${any}(?![}\\]])` : any };
}

/** What may stand between two calls, in front of what opens the second; nothing where `joint` is empty. */
export function jointPattern(joint: string): string {
  return joint === '' ? '' : `(?:${patternOf(joint)}\\s*)?`;
}

/** The shape of calls whose name stands in the opening: `parts.body` is what stands between name and content. */
export function namedShape(parts: CallParts, beside: WordsAnswer, content: FieldJson): CallShape {
  const { open, later, joint, wrap, close, around, end } = delimitersOf(parts, beside);
  const behindName = generalized(parts.body, parts.second);
  const isOpen = behindName.replace(/\\s\*/g, '') === '';
  const first = `${jointPattern(joint)}${patternOf(open)}`;
  const openings =
    later === undefined ? first : `(?:${first}|${laterOpening(first, close, wrap)}${patternOf(later)}\\s*)`;
  // What has no mark of its own differs from words by the object that follows.
  const isPlain = content.content === 'json' && (later !== undefined || !/\p{L}|</u.test(`${open}${parts.body}`));
  const follows = isPlain ? '(?=\\s*\\{)' : '';
  const lastName = /^[./-]/.test(close) ? `${pattern.name}(?=\\s|${patternOf(close)})` : pattern.lastName;
  const opening = `${openings}${isOpen ? lastName : `${pattern.name}${behindName}`}${follows}`;
  return {
    field: {
      open_pattern: opening,
      ...(close !== '' && closing(close, content.content)),
      repeats: true,
      ...content,
      transform: { type: 'function', function: { name: '{name}', arguments: '{content}' } },
    },
    open,
    ...(parts.between !== undefined && { next: opening.replaceAll('(?P<name>', '(?:') }),
    close,
    around,
    end,
    isList: false,
  };
}

/** The shape of calls whose name stands behind their arguments: `parts.body` is what stands between the two. */
export function nameLastShape(parts: CallParts, beside: WordsAnswer, content: FieldJson): CallShape {
  const { open, close, around, end } = delimitersOf(parts, beside);
  const ending = (name: string) => `${patternOf(parts.body)}${name}${patternOf(close)}`;
  return {
    field: {
      open_pattern: `${patternOf(open)}(?=(?:(?!${ending('[\\w.:/-]+?')}).)*${ending(pattern.name)})`,
      close_pattern: ending('[\\w.:/-]+?'),
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

/** What must stand before that which opens a call behind the first, so that it opens none in words: another call. */
function laterOpening(first: string, close: string, wrap: string): string {
  if (close === '') return '';
  return wrap === '' ? `(?<=${patternOf(close)})` : `(?<=${first}(?:(?!${patternOf(wrap)}).)*${patternOf(close)})`;
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
  /** What stands between two calls, where it has no letter that tells it from words; empty: nothing. */
  readonly joint: string;
  /** What closes all calls. */
  readonly wrap: string;
  readonly around: readonly string[];
  readonly end: string;
}

/** What opens and closes a call, and what stands around all of them; where calls are numbered or counted, with any numbers. */
export function delimitersOf(parts: CallParts, beside: WordsAnswer): Delimiters {
  const { before, between, behind, beforeTwo = before } = parts;
  const plain = plainDelimiters(parts, beside);
  if (between === undefined) return plain;
  const [lead = '', tail = '', ...any] = [beside.lead, beside.tail, before, between, behind].map(withAnyNumbers);
  const [anyBefore = '', anyBetween = '', anyBehind = ''] = any;
  const numbered = plainDelimiters(
    { ...parts, before: anyBefore, between: anyBetween, behind: anyBehind },
    { lead, tail },
  );
  const isCounted = before !== beforeTwo && anyBefore === withAnyNumbers(beforeTwo);
  const isAlike = plain.later !== undefined && numbered.later === undefined;
  return isCounted || isAlike || numbered.open.length > plain.open.length ? numbered : plain;
}

function plainDelimiters({ before, between, behind, behindTwo }: CallParts, { lead, tail }: WordsAnswer): Delimiters {
  const own = before.startsWith(lead) ? before.slice(lead.length) : before;
  const end = commonEnd(tail.trimEnd(), behind.trimEnd()).trim();
  const back = behind.trimEnd().slice(0, behind.trimEnd().length - end.length);
  if (between === undefined)
    return {
      open: own.trimStart(),
      close: back.trim() === '' ? end : back.trim(),
      joint: '',
      wrap: '',
      around: [],
      end,
    };
  const open = commonEnd(before, between);
  const rest = between.slice(0, between.length - open.length);
  const close = commonStart(rest, back).trim();
  const front = own.slice(0, Math.max(0, own.length - open.length)).trim();
  const middle = rest.slice(rest.indexOf(close) + close.length).trim();
  const wrap = back.slice(back.indexOf(close) + close.length).trim();
  // Some templates end a list of calls where there are several.
  const all = behindTwo?.trim() ?? '';
  const [ending = ''] =
    all.slice(close.length, all.endsWith(end) ? all.length - end.length : undefined).match(/\S+/) ?? [];
  // Without a mark of its own each later call is opened by what stands between two: within what is around them blanks suffice.
  const isBare = !/\S/.test(open);
  const isMark = /\p{L}/u.test(middle);
  return {
    open: isBare ? own.trimStart() : open.trimStart(),
    ...(isBare && (middle !== '' || wrap !== '') && { later: middle }),
    close,
    joint: isBare || isMark ? '' : middle,
    wrap,
    around: [...new Set([isBare ? '' : front, wrap, ending, isBare || !isMark ? '' : middle])].filter(
      mark => mark !== '',
    ),
    end,
  };
}

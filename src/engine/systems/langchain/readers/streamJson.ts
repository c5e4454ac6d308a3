import type { PyValue } from '../../../core/pyValue.ts';
import type { StreamEvents, StreamReader } from '../../../parsers/shared/streamReader.ts';
import { isWhite } from '../../../python/index.ts';
import { type GrowingText, type JsonMembers, jsonMembers, LiteralSearch } from '../../../text/index.ts';
import { scriptValue } from '../places.ts';
import { withLineFeeds } from '../script/scriptJson.ts';

const backtick = 0x60;
const isJsonBlank = (unit: number) => unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
const isScriptBlank = (unit: number) => /\s/.test(String.fromCharCode(unit));
const isOpener = (unit: number) => unit === 0x7b || unit === 0x5b;

/**
 * Whose way of finding JSON it is: `python` as `parse_json_markdown`; `js` as `parseJsonMarkdown` and `@langchain/classic`'s
 * parsers, whose fence is the first one; `core` as `@langchain/core`'s structured parser, whose fence is at the start of the
 * answer or labelled `json`, and which forgives line feeds in strings.
 */
export type JsonFinder = 'python' | 'js' | 'core';

/** What becomes of the value of a key, called when it is looked at; `undefined` where the key is dropped. */
export type MemberValue = (key: string) => ((value: PyValue) => PyValue) | undefined;

/** The same for a value that `JSON.parse` gave, in JavaScript. */
export type ScriptMemberValue = (key: string) => ((value: unknown) => unknown) | undefined;

/** How the value of a member is made from its text, and what `jsonMembers` read it as. */
type ReadMember = (key: string) => ((text: string, value: PyValue) => PyValue) | undefined;

/** The members of JSON that Python reads, for an answer that grows; see {@link streamJson}. */
export function streamPythonJson(response: GrowingText, events: StreamEvents, member?: MemberValue): StreamReader {
  return streamJson(response, events, 'python', key => {
    const made = member ? member(key) : (value: PyValue) => value;
    return made && ((_, value) => made(value));
  });
}

/** The members of JSON that JavaScript reads, for an answer that grows; see {@link streamJson}. */
export function streamScriptJson(
  response: GrowingText,
  events: StreamEvents,
  finder: 'js' | 'core',
  member?: ScriptMemberValue,
): StreamReader {
  return streamJson(response, events, finder, key => {
    const made = member ? member(key) : (value: unknown) => value;
    return made && ((text, value) => scriptValue(finder === 'core' ? withLineFeeds(text) : text, value, made));
  });
}

/** Where the JSON of an answer is: not found yet, at its beginning, behind a fence, or nowhere for certain. */
type Place = 'lead' | 'prose' | 'label' | 'json' | 'trailing' | 'nowhere';

/**
 * LangChain's JSON readers for an answer that grows: tells the members of the object or list that the answer begins with, or
 * that stands behind its fence. Only what the whole answer is sure to give, unless it raises: where LangChain would look
 * elsewhere in the end, or give `None`, everything is reopened and no more comes. Linear.
 */
function streamJson(response: GrowingText, events: StreamEvents, finder: JsonFinder, member: ReadMember): StreamReader {
  const isLeading = finder === 'python' ? isWhite : isScriptBlank;
  /** What decides for `core`, wherever it stands. */
  const labelled = new LiteralSearch('```json');
  let place: Place = 'lead';
  let json: JsonMembers | undefined;
  let ticks = 0;
  /** Whether nothing but blanks has come. */
  let isBare = true;
  /** The JSON is behind a fence; what stands in front of that does not read. */
  let isFenced = false;
  /** What has come of the fence's label. */
  let label = '';
  const keys = new Set<string>();
  /** Python's brackets and strings: of the whole answer, and of what stands behind the fence. */
  const whole = new PythonBrackets();
  let behind: PythonBrackets | undefined;

  const giveUp = () => {
    events.reopen();
    events.leave();
    place = 'nowhere';
  };
  const begin = (unit: number, at: number) => {
    place = 'json';
    const handlers = {
      open(key: string, from: number) {
        if (keys.has(key)) events.reopen(key);
        if (member(key)) events.open(key, from);
        else events.leave();
      },
      close({ key, value, span, inner }: Parameters<Parameters<typeof jsonMembers>[1]['close']>[0]) {
        keys.add(key);
        const made = member(key);
        if (!made) return events.leave();
        const own = () => made(response.slice(span.start, span.end), value);
        events.close({ key, value: own, span, inner, final: false });
      },
      end() {
        place = 'trailing';
      },
      fail: giveUp,
    };
    // Where control characters are refused the whole answer is.
    json = jsonMembers(response, handlers, false);
    json.push(unit, at);
  };
  const fenced = () => {
    isFenced = true;
    behind = new PythonBrackets();
    place = 'label';
  };
  const atLead = (unit: number, at: number) => {
    if (isOpener(unit)) return begin(unit, at);
    if (ticks === 3) return fenced();
    if (unit === backtick) isBare = false;
    else if (finder === 'core' && !isBare) place = 'prose';
    else if (!(isBare ? isLeading(unit) : isJsonBlank(unit))) place = beginsScalar(unit) ? 'nowhere' : 'prose';
  };
  const atLabel = (unit: number, at: number) => {
    const isRead = label === '' || label === 'json';
    if (isRead && isOpener(unit)) return begin(unit, at);
    if (isRead && (finder === 'core' ? isScriptBlank(unit) : isJsonBlank(unit))) return;
    label += String.fromCharCode(unit);
    if (!'json'.startsWith(label)) place = 'nowhere';
  };

  return (unit, at) => {
    if (place === 'nowhere') return;
    ticks = unit === backtick ? ticks + 1 : 0;
    const isLabelled = finder === 'core' && labelled.push(unit);
    // Python gives `None` at once for a bracket that closes nothing, wherever it stands.
    if (finder === 'python' && (!whole.push(unit) || behind?.push(unit) === false)) return giveUp();
    switch (place) {
      case 'lead':
        return atLead(unit, at);
      case 'prose':
        if (isLabelled) {
          fenced();
          label = 'json';
        } else if (finder !== 'core' && ticks === 3) fenced();
        return;
      case 'label':
        return atLabel(unit, at);
      case 'json':
        json?.push(unit, at);
        // JavaScript takes a fence in a string for the fence.
        if (finder === 'js' ? ticks === 3 : isLabelled && !isFenced) giveUp();
        // Python reads what stands behind a fence where what is open then makes the beginning unreadable.
        else if (finder === 'python' && ticks === 3 && !isFenced && !whole.isInString) giveUp();
        return;
      case 'trailing':
        // JavaScript reads what stands behind it; so does Python where the rest makes the beginning unreadable.
        if (!isFenced && (finder === 'core' ? isLabelled : ticks === 3)) giveUp();
    }
  };
}

/** Whether a value that is neither object nor list may begin with a unit: in Python it would be the whole answer's. */
function beginsScalar(unit: number): boolean {
  return /["\d\-tfnNI]/.test(String.fromCharCode(unit));
}

const quote = 0x22;
const backslash = 0x5c;

/** How LangChain's `parse_partial_json` walks over a text: its brackets and strings, unit by unit. */
class PythonBrackets {
  readonly #closers: number[] = [];
  #isInString = false;
  #isEscaped = false;

  /** Whether a string has begun and not ended. */
  get isInString(): boolean {
    return this.#isInString;
  }

  /** Takes the next unit; `false` for a bracket that closes nothing, at which Python gives `None`. */
  push(unit: number): boolean {
    if (this.#isInString) {
      if (unit === quote && !this.#isEscaped) this.#isInString = false;
      this.#isEscaped = unit === backslash && !this.#isEscaped;
      return true;
    }
    if (unit === quote) {
      this.#isInString = true;
      this.#isEscaped = false;
    } else if (unit === 0x7b || unit === 0x5b) this.#closers.push(unit + 2);
    else if (unit === 0x7d || unit === 0x5d) return this.#closers.pop() === unit;
    return true;
  }
}

import { attempt } from '../../parsers/shared/attempt.ts';
import type { PieceReader, StreamEvents, StreamReader } from '../../parsers/shared/streamReader.ts';
import { type GrowingText, LiteralSearch } from '../../text/index.ts';
import type { Agent } from './agent.ts';
import { nestingLimit, rootPair } from './candidates.ts';
import { recogniseText } from './recognise.ts';

const tab = 0x09;
const feed = 0x0a;
const carriageReturn = 0x0d;
const quote = 0x22;
const apostrophe = 0x27;
const backslash = 0x5c;
const letterX = 0x78;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * The tools of a response that grows, each when its braces or its tags are closed. With the first XML tag the tools that
 * were read from JSON no longer are. What Langroid decides by the rest of the line or of the text (a quote that does not
 * close, a tab, deep nesting) holds back what follows until the response ends.
 */
export function streamTools(response: GrowingText, events: StreamEvents, agent: Agent): PieceReader | string {
  if (agent.thoughtDelimiters || agent.recognizesRecipient)
    return 'Thought delimiters or a recipient are taken off the whole response first.';
  if (agent.useFunctionsApi && !agent.searchEverywhere)
    return 'The agent looks for tools only in the calls of the API.';
  const pair = rootPair();
  const closes = new LiteralSearch(pair.closer);
  const json = jsonTools(events, read);
  let isXml = false;

  function read(from: number, end: number): void {
    events.leave();
    const [call] = attempt(() => recogniseText(agent, response.slice(from, end), true).calls) ?? [];
    if (!call) return;
    const span = { start: from, end };
    events.close({ key: call.tool.name, value: call.value, span, inner: span, final: isXml });
  }
  /** Reads JSON up to the first tag, opening or not: from there on the response is XML. */
  const readJson = (piece: string, at: number, opener: number) => {
    const closer = closes.find(piece);
    const tag = opener < 0 || (closer >= 0 && closer < opener) ? closer : opener;
    const end = tag < 0 ? piece.length : tag - 1;
    for (let i = 0; i < end; i++) json(piece.charCodeAt(i), at + i);
    if (tag < 0) return;
    events.reopen();
    isXml = true;
  };

  return {
    take(piece, at) {
      let behind = pair.find(piece, 0, at);
      if (!isXml) readJson(piece, at, behind);
      for (; behind >= 0; behind = pair.find(piece, behind, at)) {
        if (pair.isClosed) {
          const { start, end } = pair.closed!.span;
          pair.next();
          read(start, end);
        } else events.open('tool', pair.opened!.start);
      }
    },
  };
}

/** The candidates of `findJsonCandidates`, as far as they are certain. */
function jsonTools(events: StreamEvents, read: (start: number, end: number) => void): StreamReader {
  let depth = 0;
  let start = 0;
  /** The quote of the string that is open, 0 for none. */
  let open = 0;
  let isEscaped = false;
  /** Whether the last unit was such a quote inside the string: doubled it is a part of it. */
  let mayEnd = false;
  let isOver = false;

  const giveUp = () => {
    isOver = true;
    events.leave();
  };
  const deeper = () => {
    // From here on Langroid may find nothing in the whole text.
    if (++depth !== nestingLimit) return;
    events.reopen();
    giveUp();
  };
  const inString = (unit: number) => {
    if (unit === feed || unit === carriageReturn) giveUp();
    else if (isEscaped) {
      isEscaped = false;
      // An escape such as \x41 is a rule of its own.
      if (unit === letterX) giveUp();
    } else if (unit === backslash) isEscaped = true;
    else if (unit === open) mayEnd = true;
  };

  return (unit, at) => {
    if (isOver) {
      if (unit === openBrace) deeper();
      return;
    }
    if (depth > 0 && unit === tab) return giveUp();
    if (mayEnd) {
      mayEnd = false;
      if (unit === open) return;
      open = 0;
    }
    if (open !== 0) return inString(unit);
    if (unit === openBrace) {
      if (depth === 0) {
        start = at;
        events.open('tool', start);
      }
      deeper();
    } else if (depth > 0 && (unit === quote || unit === apostrophe)) open = unit;
    else if (unit === closeBrace && depth > 0 && --depth === 0) read(start, at + 1);
  };
}

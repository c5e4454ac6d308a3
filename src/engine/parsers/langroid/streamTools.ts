import type { GrowingText } from '../../text/growing/growingText.ts';
import { LiteralSearch } from '../../text/growing/literalSearch.ts';
import { attempt } from '../shared/attempt.ts';
import type { StreamEvents, StreamReader } from '../shared/streamReader.ts';
import type { Agent } from './agent.ts';
import { nestingLimit } from './jsonCandidates.ts';
import { recogniseText } from './recognise.ts';

const openTag = '<tool>';
const closeTag = '</tool>';

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
export function streamTools(response: GrowingText, events: StreamEvents, agent: Agent): StreamReader | string {
  if (agent.thoughtDelimiters || agent.recognizesRecipient)
    return 'Thought delimiters or a recipient are taken off the whole response first.';
  if (agent.useFunctionsApi && !agent.searchEverywhere)
    return 'The agent looks for tools only in the calls of the API.';
  const opens = new LiteralSearch(openTag);
  const closes = new LiteralSearch(closeTag);
  const json = jsonTools(events, read);
  let isXml = false;
  let start = -1;

  function read(from: number, end: number): void {
    events.leave();
    const [call] = attempt(() => recogniseText(agent, response.slice(from, end), true).calls) ?? [];
    if (!call) return;
    const span = { start: from, end };
    events.close({ key: call.tool.name, value: call.value, span, inner: span, final: isXml });
  }
  const enterXml = () => {
    if (!isXml) events.reopen();
    isXml = true;
  };

  return (unit, at) => {
    const isOpened = opens.push(unit);
    const isClosed = closes.push(unit);
    if (isOpened && start === -1) {
      enterXml();
      start = at + 1 - openTag.length;
      events.open('tool', start);
    } else if (isClosed && start !== -1) {
      read(start, at + 1);
      start = -1;
    } else if (isClosed) enterXml();
    else if (!isXml) json(unit, at);
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

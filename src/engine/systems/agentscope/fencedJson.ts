import { ResponseError, type ResponseErrorDetails } from '../../core/errors.ts';
import type { PyValue } from '../../core/pyValue.ts';
import type { Repair } from '../../core/result.ts';
import type { Span } from '../../core/span.ts';
import { jsonFaultSpan } from '../../json/jsonFault.ts';
import { jsonValueSpan } from '../../json/jsonSpans.ts';
import type { ResponseInput } from '../../parsers/parser.ts';
import type { InstructionRequirement } from '../../parsers/parserFeatures.ts';
import { beginFence, endFence } from '../../parsers/shared/jsonFence.ts';
import type { StreamEvents, StreamReader } from '../../parsers/shared/streamReader.ts';
import { type JsonLoadsError, jsonLoads } from '../../python/index.ts';
import {
  findTagged,
  type GrowingText,
  type JsonMembers,
  jsonMembers,
  LiteralSearch,
  type Tagged,
} from '../../text/index.ts';
import { responseParsingError, tagNotFoundError } from './responseErrors.ts';

/** What an instruction has to say. A missing fence is added, but what is in it must be JSON. */
export const jsonRequirement: InstructionRequirement = {
  text: 'json',
  what: 'that the answer is JSON',
  ignoreCase: true,
};

/** JSON that was read from a fence. `span` is the JSON value in `raw`, the response itself; `text` is what the response became. */
export interface FencedJson {
  readonly value: PyValue;
  readonly raw: string;
  readonly span: Span;
  readonly text: string;
  readonly repairs: readonly Repair[];
}

/**
 * What `MarkdownJsonObjectParser.parse` does: finds the first ```` ```json ```` fence, adds the tags that are missing, and
 * reads what stands between as Python's `json.loads`; or the `ResponseError` that the class raises: `JsonParsingError` for bad JSON,
 * `ValueError` for no text and for integers of more than 4300 digits, `RecursionError` for deep nesting.
 */
export function readFencedJson(input: ResponseInput): FencedJson | ResponseError {
  const raw = input.text;
  if (raw === null) return new ResponseError('ValueError', 'The text field of the response is `None`');
  const found = findTagged(raw, beginFence, endFence);
  const { text, shift, repairs } = repairFence(raw, found);
  const tagged = found.found ? found : findTagged(text, beginFence, endFence);
  if (!tagged.found) return tagNotFoundError(text, beginFence, endFence, tagged);

  // Where the content stands in the response: of what the repair added only a line feed can be inside.
  const inner: Span = { start: Math.max(0, tagged.inner.start - shift), end: tagged.inner.end - shift };
  const result = jsonLoads(text, tagged.inner);
  if (result.ok) return { value: result.value, raw, span: jsonValueSpan(raw, inner.start, inner.end), text, repairs };

  const located = { ...result.error, offset: Math.max(0, result.error.offset - shift) };
  const fault = jsonFaultSpan(raw, located, inner.start, inner.end);
  const fence: Span = {
    start: Math.max(0, tagged.span.start - shift),
    end: Math.min(raw.length, tagged.span.end - shift),
  };
  return jsonError(result.error, text.slice(tagged.span.start, tagged.span.end), {
    span: fault.end > fault.start && raw.slice(fault.start, fault.end).trim() !== '' ? fault : fence,
    ...responseOf({ text, repairs }),
  });
}

/** The values of the responses that can be read so. */
export function fencedValues(responses: readonly string[]): readonly PyValue[] {
  return responses.flatMap(text => {
    const read = readFencedJson({ text });
    return read instanceof ResponseError ? [] : [read.value];
  });
}

/** `response` for a reading or an error: only where the repair changed the text. */
export function responseOf({ text, repairs }: Pick<FencedJson, 'text' | 'repairs'>): { readonly response?: string } {
  return repairs.length > 0 ? { response: text } : {};
}

/** The text with the tags that are missing, and by how much that moved it. */
function repairFence(raw: string, tagged: Tagged): { text: string; shift: number; repairs: readonly Repair[] } {
  if (tagged.found) return { text: raw, shift: 0, repairs: [] };
  const repairs: Repair[] = [];
  let text = raw;
  if (!tagged.begin) {
    repairs.push({ name: 'missing-begin-tag', span: { start: 0, end: 0 }, text: `${beginFence}\n` });
    text = `${beginFence}\n${text}`;
  }
  if (!tagged.end) {
    repairs.push({ name: 'missing-end-tag', span: { start: raw.length, end: raw.length }, text: endFence });
    text += endFence;
  }
  return { text, shift: tagged.begin ? 0 : beginFence.length + 1, repairs };
}

function jsonError(error: JsonLoadsError, raw: string, details: ResponseErrorDetails): ResponseError {
  // No parser catches what is not a JSONDecodeError.
  if (error.kind !== 'JSONDecodeError') return new ResponseError(error.kind, error.message, details);
  return responseParsingError(
    'JsonParsingError',
    `The content between ${beginFence} and ${endFence} MUST be a JSON object.When parsing "${raw}", an error occurred: ${error.message}`,
    { ...details, rawResponse: raw },
  );
}

const backtick = 0x60;

/** What differs between the classes that read JSON from a fence. */
interface FencedJsonRules {
  /** Whether only an object is a value. */
  readonly onlyObjects: boolean;
  /** What becomes of a member's value; `undefined` where it does not pass, or is left out. Absent: nothing. */
  convert?(key: string, value: PyValue): PyValue | undefined;
}

/**
 * `readFencedJson` for a response that grows. Until a ```` ```json ```` fence comes the text itself is read, because the
 * class would add the fence; when one comes, all that was closed is reopened. Of equal keys the last counts.
 */
export function streamFencedJson(response: GrowingText, events: StreamEvents, rules: FencedJsonRules): StreamReader {
  const begin = new LiteralSearch(beginFence);
  let isFenced = false;
  let isOver = false;
  /** Back quotes that may be the closing fence. */
  let held = 0;
  let json = start();

  function start(): JsonMembers {
    const keys = new Set<string>();
    const hasKeys = () => json.kind === 'object';
    const isRead = () => hasKeys() || !rules.onlyObjects;
    return jsonMembers(response, {
      open(key, from) {
        if (!isRead()) return;
        if (hasKeys() && keys.has(key)) events.reopen(key);
        events.open(key, from);
      },
      close({ key, value, span, inner }) {
        if (!isRead()) return;
        keys.add(key);
        const converted = rules.convert ? rules.convert(key, value) : value;
        if (converted === undefined) events.leave();
        else events.close({ key, value: converted, span, inner, final: isFenced && !hasKeys() });
      },
      end() {
        if (isFenced) events.settle();
      },
      fail: () => events.leave(),
    });
  }

  return (unit, at) => {
    if (!isFenced && begin.push(unit)) {
      events.reopen();
      events.leave();
      isFenced = true;
      isOver = false;
      held = 0;
      json = start();
    } else if (isOver) return;
    else if (unit === backtick) {
      if (++held < 3) return;
      isOver = true;
      json.finish(at - 2);
      events.leave();
    } else {
      for (; held > 0; held--) json.push(backtick, at - held);
      json.push(unit, at);
    }
  };
}

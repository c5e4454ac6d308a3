import { isPyDict, isPyList, type PyValue, toPlain } from '../../../core/pyValue.ts';
import type { RefusedValue } from '../../../core/refusedValue.ts';
import type { Span } from '../../../core/span.ts';
import { jsonValueSpan } from '../../../json/jsonSpans.ts';
import { unescapeJsonString } from '../../../json/jsonStringMap.ts';
import type { ReadField, ResponseInput } from '../../../parsers/parser.ts';
import { jsonFields } from '../../../parsers/shared/fields.ts';
import { jsonLoads } from '../../../python/index.ts';
import type { LangchainRuntime } from '../langchainRuntime.ts';
import { type CallPlace, messageInput } from '../messageInput.ts';
import { fromScript } from '../places.ts';
import { pythonMessage } from '../python/pythonMessage.ts';
import { scriptMessage } from '../script/scriptMessage.ts';

/** JSON of a message where it stands in the response. */
export interface PlacedJson {
  /** The JSON itself. */
  readonly text: string;
  readonly span: Span;
  /** Whether the response has it as it is, and not within a string. */
  readonly isBare: boolean;
  /** The place in the response of a stretch of it. */
  toSource(stretch: Span): Span;
}

/** A call that the message class has. */
export interface PlacedCall {
  readonly name: string;
  readonly args: PyValue;
  readonly id?: string;
  /** Where its arguments stand; absent: in no text. */
  readonly place?: PlacedJson;
}

/** A response as an agent sees it. */
export interface StrategyInput {
  readonly content: PyValue;
  /** Those that the message class reads: arguments that are not JSON are not among them. */
  readonly calls: readonly PlacedCall[];
  /** Calls that it does not. */
  readonly lost: readonly CallPlace[];
  /** The content where it is one text; absent: it stands in no text. */
  readonly text?: PlacedJson;
}

/** The message of a response, as the runtime's class makes it. Linear. Throws as the class does. */
export function strategyInput(input: ResponseInput, runtime: LangchainRuntime): StrategyInput {
  const { fields, calls: places, text: textSpan, isPasted } = messageInput(input);
  const pasted = input.text ?? '';
  const isText = !input.message && !isPasted;
  const placed = input.message ? [] : places.map(place => placedJson(pasted, place.inner));
  const isSound = (at: number) => placed[at] === undefined || jsonLoads(placed[at].text).ok;
  const sound = places.map((_, at) => at).filter(isSound);
  const made = callsOf(fields, runtime);
  const areKnown = made.length === sound.length && !input.message;
  const calls = made.map(({ name, args, id }, i): PlacedCall => {
    const place = areKnown ? placed[sound[i]!] : undefined;
    return {
      name: typeof name === 'string' ? name : '',
      args,
      ...(typeof id === 'string' && { id }),
      ...(place && { place }),
    };
  });
  const content = fields.get('content') ?? '';
  const whole =
    isText && typeof content === 'string' ? asItStands(pasted, jsonValueSpan(pasted, 0, pasted.length)) : undefined;
  const text = whole ?? (textSpan && isPasted ? placedText(pasted, textSpan) : undefined);
  return { content, calls, lost: places.filter((_, at) => !isSound(at)), ...(text && { text }) };
}

interface MadeCall {
  readonly name: unknown;
  readonly args: PyValue;
  readonly id: unknown;
}

function callsOf(fields: ReadonlyMap<string, PyValue>, runtime: LangchainRuntime): readonly MadeCall[] {
  if (runtime === 'python') return pythonMessage(fields).toolCalls;
  const made = scriptMessage(toPlain(fields) as Readonly<Record<string, unknown>>);
  return made.toolCalls.map(({ name, args, id }) => ({ name, args: fromScript(args), id }));
}

function asItStands(text: string, span: Span): PlacedJson {
  const toSource = ({ start, end }: Span): Span => ({ start: start + span.start, end: end + span.start });
  return { text: text.slice(span.start, span.end), span, isBare: true, toSource };
}

/** Arguments, which are a string of the message or an object in it; `inner` is without the string's quotes. */
function placedJson(source: string, inner: Span): PlacedJson {
  return source.charAt(inner.start - 1) === '"' && source.charAt(inner.end) === '"'
    ? placedText(source, { start: inner.start - 1, end: inner.end + 1 })!
    : asItStands(source, inner);
}

function placedText(source: string, span: Span): PlacedJson | undefined {
  if (source.charAt(span.start) !== '"') return undefined;
  const inner = { start: span.start + 1, end: span.end - 1 };
  const { text, offsets } = unescapeJsonString(source, inner.start, inner.end);
  const at = (offset: number) => offsets[offset] ?? inner.end;
  return { text, span: inner, isBare: false, toSource: ({ start, end }) => ({ start: at(start), end: at(end) }) };
}

/** The members of a value with their places in the response. */
export function placedFields(value: PyValue, place: PlacedJson | undefined): readonly ReadField[] {
  if (!place || !(isPyDict(value) || isPyList(value))) return [];
  const span = jsonValueSpan(place.text, 0, place.text.length);
  return jsonFields(place.text, span, value).map(field => ({
    ...field,
    span: place.toSource(field.span),
    inner: place.toSource(field.inner),
  }));
}

/** A refused value whose places are those in the response. */
export function placedRefusal(
  refused: RefusedValue | undefined,
  source: string,
  place: PlacedJson | undefined,
): RefusedValue | undefined {
  if (!refused || !place) return refused;
  const { text } = place;
  if (place.isBare) return { ...refused, place: { text: source, span: place.span, isJson: jsonLoads(text).ok } };
  const within = { text, span: jsonValueSpan(text, 0, text.length), isJson: true };
  return {
    value: refused.value,
    place: { text: source, span: place.span, isJson: false },
    violations() {
      const { violations, more } = refused.violations(within);
      return { violations: violations.map(each => withSpan(each, place.toSource(each.span))), more };
    },
  };
}

/** The same with another place; what is not enumerable stays. */
function withSpan<T extends object>(violation: T, span: Span): T {
  const members = Object.getOwnPropertyDescriptors(violation);
  return Object.freeze(Object.defineProperties({}, { ...members, span: { value: span, enumerable: true } })) as T;
}

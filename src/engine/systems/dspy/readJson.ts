import { isPyDict, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import { taking } from '../../core/takenValue.ts';
import { withoutQuotes } from '../../json/jsonSpans.ts';
import { readLenient } from '../../text/index.ts';
import { adapterParseError, completeFields, type DspyReading, fieldError } from './completeFields.ts';
import { parseValue, repairLoads } from './parseValue.ts';
import { type DspySignature, fieldsOf } from './signature.ts';

/** The first balanced braces of a text, as the pattern `\{(?:[^{}]|(?R))*\}` finds them. Linear. */
function firstBraces(text: string): Span | undefined {
  const open: number[] = [];
  let first: Span | undefined;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charAt(at);
    if (unit === '{') open.push(at);
    else if (unit === '}') {
      const start = open.pop();
      if (start !== undefined && (!first || start < first.start)) first = { start, end: at + 1 };
    }
    // What encloses it may still close; what stands behind it does not matter.
    if (first && open.length === 0) return first;
  }
  return first;
}

/** What `JSONAdapter` takes of a completion: the object, and the part of the text that it was read from. */
interface JsonPart {
  readonly value: PyValue;
  readonly span: Span;
}

/** The object that `JSONAdapter` finds in a completion, by json_repair; or what is there instead. */
function jsonPart(completion: string): JsonPart {
  const value = repairLoads(completion);
  const span = isPyDict(value) ? undefined : firstBraces(completion);
  if (!span) return { value, span: { start: 0, end: completion.length } };
  return { value: repairLoads(completion.slice(span.start, span.end)), span };
}

/** The object that `JSONAdapter` finds in a completion; `undefined`: it finds none. Linear. */
export function jsonObjectOf(completion: string): PyDict | undefined {
  const { value } = jsonPart(completion);
  return isPyDict(value) ? value : undefined;
}

/** `JSONAdapter.parse`, and `BAMLAdapter`'s. Raises `AdapterParseError`, and what a value's own reading raises. Linear. */
export function readJson(signature: DspySignature, completion: string): DspyReading {
  const { value, span } = jsonPart(completion);
  const response = completion.slice(span.start, span.end);
  const fault = { adapter: 'JSONAdapter', signature, response };
  if (!isPyDict(value))
    throw adapterParseError({ ...fault, message: 'LM response cannot be serialized to a JSON object.' });
  const outputs = new Map(fieldsOf(signature, 'output').map(field => [field.name, field]));
  let places: DspyReading['places'] | undefined;
  const placed = () => {
    places ??= memberPlaces(response, span.start, value);
    return places;
  };
  const found = new Map<string, PyValue>();
  for (const [key, item] of value) {
    const field = outputs.get(key);
    try {
      if (field) found.set(key, parseValue(item, field));
    } catch (error) {
      throw fieldError(error, completion, placed().get(key)?.span);
    }
  }
  const completed = completeFields(found, fault);
  taking(completed.value, value);
  return {
    ...completed,
    dropped: () =>
      [...value.keys()].flatMap(name => {
        const place = outputs.has(name) ? undefined : placed().get(name);
        return place ? [{ name, span: place.span }] : [];
      }),
    get places() {
      return placed();
    },
  };
}

function memberPlaces(text: string, offset: number, value: PyDict): DspyReading['places'] {
  const read = readLenient(text);
  if (!read.ok || read.node?.kind !== 'object') return new Map();
  const { members } = read.node;
  const shift = ({ start, end }: Span) => ({ start: start + offset, end: end + offset });
  const places = [...value.keys()].flatMap(key => {
    const node = members.get(key)?.node;
    if (!node) return [];
    const { start, end } = node;
    return [[key, { span: shift({ start, end }), inner: shift(withoutQuotes(text, { start, end })) }] as const];
  });
  return new Map(places);
}

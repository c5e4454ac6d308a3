import { EngineError, ResponseError } from '../../core/errors.ts';
import { isPyDict, type PyDict, type PyValue, toPlain } from '../../core/pyValue.ts';
import { refusing } from '../../core/refusedValue.ts';
import type { Span } from '../../core/span.ts';
import { jsonFaultSpan } from '../../json/jsonFault.ts';
import { jsonValueSpan, memberSpans, spanAtPath, withoutQuotes } from '../../json/jsonSpans.ts';
import type { ReadField, Reading } from '../../parsers/parser.ts';
import { jsonFields, withFields } from '../../parsers/shared/fields.ts';
import {
  codePointLength,
  firstCodePoints,
  jsonLoads,
  pyContains,
  pyRepr,
  pyStr,
  pyStrip,
  pyStripOf,
  pythonPattern,
} from '../../python/index.ts';
import { cleanClue, findTextValue, isUsableLine, openQuoteTail, sentenceSpans } from './cleanClue.ts';
import type { OutputModel } from './outputModel.ts';
import { type CleanedText, cleanText, extractReasoning } from './reasoning.ts';

/** What tolerant reading made of a cleaned text: from an object in it, or a line that was salvaged. */
export type AgentOutput = { readonly value: PyDict } & (
  | {
      readonly object: Span;
      /** The key that holds `text`; absent where it is the object itself. */
      readonly textKey?: string;
      /** A kind that is not allowed, which the fallback took the place of. */
      readonly replacedKind?: PyValue;
    }
  | { readonly salvaged: Salvage }
);

/**
 * Reads a text that {@link cleanText} left: the last object that is JSON, with a kind that is allowed and a text; else a
 * salvaged line. Throws `EngineError` where Python's `json` raises what multi-agent-lab does not catch. Linear.
 */
export function readAgentOutput(cleaned: string, allowedKinds: readonly PyValue[], fallbackKind: PyValue): AgentOutput {
  for (const span of objectSpans(cleaned).toReversed()) {
    const result = jsonLoads(cleaned, span);
    if (!result.ok && result.error.kind !== 'JSONDecodeError')
      throw new EngineError(result.error.kind, result.error.message);
    if (result.ok && isPyDict(result.value))
      return completed(result.value, cleaned.slice(span.start, span.end), span, allowedKinds, fallbackKind);
  }
  const salvaged = salvage(cleaned);
  const value = new Map<string, PyValue>([
    ['kind', fallbackKind],
    ['text', salvaged.text],
    ['_raw_fallback', true],
  ]);
  return { value, salvaged };
}

/** multi-agent-lab's `parse_agent_output`, as plain data. Throws `EngineError` like {@link readAgentOutput}. */
export function parseAgentOutput(raw: string | null, allowedKinds: readonly string[], fallbackKind: string): unknown {
  return toPlain(readAgentOutput(cleanText(raw ?? '').text, allowedKinds, fallbackKind).value);
}

function completed(
  data: PyDict,
  source: string,
  object: Span,
  allowedKinds: readonly PyValue[],
  fallbackKind: PyValue,
): AgentOutput {
  const value = new Map(data);
  const kind = data.get('kind') ?? (data.has('kind') ? null : fallbackKind);
  const isAllowed = pyContains(allowedKinds, kind);
  value.set('kind', isAllowed ? kind : fallbackKind);
  const replaced = data.has('kind') && !isAllowed ? { replacedKind: kind } : {};
  if (typeof data.get('text') === 'string') return { value, object, textKey: 'text', ...replaced };
  const textKey = ['content', 'message'].find(key => data.has(key));
  value.set('text', textKey === undefined ? firstCodePoints(source, 200) : pyStr(data.get(textKey) ?? null));
  return { value, object, ...(textKey !== undefined && { textKey }), ...replaced };
}

/**
 * Every outermost `{…}` of a text, as multi-agent-lab's `_balanced_objects` finds it. Strings are heeded outside objects
 * too, so that an odd quote in prose hides what follows; an object that stays open is left out. Linear.
 */
function objectSpans(text: string): readonly Span[] {
  const spans: Span[] = [];
  let depth = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i);
    if (character === '"') i = stringEnd(text, i);
    else if (character === '{') {
      if (depth++ === 0) start = i;
    } else if (character === '}' && depth > 0 && --depth === 0) spans.push({ start, end: i + 1 });
  }
  return spans;
}

/** multi-agent-lab's `_balanced_objects`. */
export function balancedObjects(text: string): readonly string[] {
  return objectSpans(text).map(({ start, end }) => text.slice(start, end));
}

/** The closing quote of the string that begins at `start`, or the text's end. */
function stringEnd(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    const character = text.charAt(i);
    if (character === '"') return i;
    if (character === '\\') i++;
  }
  return text.length;
}

const scratchpadLine = pythonPattern(
  String.raw`^\s*(?:we (?:need|must|should|are|have)|the (?:schema|text|clue|answer|response|user)|thought\s*:|mood\s*:|json\s*:|output\b|let'?s|but\b|must\b|i (?:need|should|must|will|think|am|'ll)|(?:one|two) sentences?|remember\b|note\b|so\b|okay\b|ok\b|first\b|now\b)`,
  { ignoreCase: true },
);

/** A line saved from a text that holds no object; `place` is absent for the placeholder. */
interface Salvage {
  readonly text: string;
  readonly place?: { readonly span: Span; readonly inner: Span };
}

/**
 * multi-agent-lab's `_salvage_text` of a cleaned text: a quoted text value; else what follows a lone opening quote; else
 * the sentences that are not scratchpad; else `…`. Linear.
 */
function salvage(cleaned: string): Salvage {
  const value = findTextValue(cleaned);
  if (value) return { text: cleaned.slice(value.inner.start, value.inner.end), place: value };
  const tail = openQuoteTail(cleaned);
  if (tail) {
    const text = cleaned.slice(tail.start, tail.end);
    if (codePointLength(text) >= 8 && !scratchpadLine(text).test(text))
      return { text: firstCodePoints(text, 280), place: { span: tail, inner: tail } };
  }
  const kept = sentenceSpans(cleaned).filter(({ start, end }) => {
    const sentence = pyStrip(cleaned.slice(start, end));
    return codePointLength(sentence) >= 5 && !sentence.startsWith('{') && !scratchpadLine(sentence).test(sentence);
  });
  const [first] = kept;
  const last = kept.at(-1);
  if (!first || !last) return { text: '…' };
  const text = kept.map(({ start, end }) => pyStripOf(cleaned.slice(start, end), ' "\'')).join(' ');
  const span = { start: first.start, end: last.end };
  return { text: firstCodePoints(text, 280), place: { span, inner: span } };
}

/** multi-agent-lab's `_salvage_text`. */
export function salvageText(cleaned: string): { readonly text: string } {
  return { text: salvage(cleaned).text };
}

export function readTolerantly(response: string, kinds: readonly string[], fallbackKind: PyValue | undefined): Reading {
  if (fallbackKind === undefined)
    throw new EngineError('TypeError', "parse_agent_output() missing 1 required positional argument: 'fallback_kind'");
  const cleaned = cleanText(response);
  const output = readAgentOutput(cleaned.text, kinds, fallbackKind);
  const spoken = 'salvaged' in output ? undefined : output.value;
  const reading = { value: output.value, warnings: warningsOf(output), extra: notesOf(response, spoken) };
  return withFields(reading, () => locate(output, cleaned, response));
}

/**
 * What the result says beside the value: the reasoning that was cut out, the clean line with its residue, and whether the line
 * is usable. The line of an object is its text, that of prose what `clean_clue` makes of it.
 */
function notesOf(response: string, object: PyDict | undefined) {
  const reasoning = extractReasoning(response);
  const text = object?.get('text');
  const { clue, residue } =
    typeof text === 'string' ? { clue: pyStrip(text), residue: reasoning } : cleanClue(response);
  return { reasoning, clue, residue, usable: isUsableLine(clue) };
}

export function readValidated(text: string, model: OutputModel): Reading {
  const result = jsonLoads(text);
  if (!result.ok) {
    const { kind, message } = result.error;
    throw new ResponseError(kind, message, { span: jsonFaultSpan(text, result.error, 0, text.length) });
  }
  const span = jsonValueSpan(text, 0, text.length);
  const outcome = model.validate(result.value);
  if (!outcome.ok) {
    const { message, details, loc, refused } = outcome;
    const error = new ResponseError('ValidationError', message, { span: spanAtPath(text, span, loc), details });
    throw refusing(error, refused && { ...refused, place: { text, span, isJson: true } });
  }
  const reading = { value: outcome.value, extra: notesOf(text, outcome.value) };
  return withFields(reading, () => jsonFields(text, span, outcome.value));
}

function warningsOf(output: AgentOutput): readonly string[] {
  if ('salvaged' in output) return ['No JSON object was found; the line was salvaged from the text.'];
  const { replacedKind, textKey, value } = output;
  return [
    ...(replacedKind === undefined
      ? []
      : [`The kind ${pyRepr(replacedKind)} is not allowed; ${pyRepr(value.get('kind') ?? null)} takes its place.`]),
    ...(textKey === 'text'
      ? []
      : [`There is no text; ${textKey ? `\`${textKey}\`` : 'the object itself'} takes its place.`]),
  ];
}

/** The fields of the value with their places in the response; a field that the response does not have is left out. */
function locate(output: AgentOutput, cleaned: CleanedText, response: string): readonly ReadField[] {
  const offsets = cleaned.offsets();
  const inGiven = ({ start, end }: Span): Span => {
    const from = offsets[start] ?? 0;
    return { start: from, end: end > start ? (offsets[end - 1] ?? 0) + 1 : from };
  };
  const { value } = output;
  const text = value.get('text') ?? null;
  if ('salvaged' in output) {
    const { place } = output.salvaged;
    return place ? [{ key: 'text', value: text, span: inGiven(place.span), inner: inGiven(place.inner) }] : [];
  }
  const { object, textKey } = output;
  const places = new Map(memberSpans(cleaned.text, object.start).map(({ key, span }) => [key, span]));
  return [...value].flatMap(([key, item]) => {
    const place = key !== 'text' ? places.get(key) : textKey === undefined ? object : places.get(textKey);
    const span = place && inGiven(place);
    return span ? [{ key, value: item, span, inner: withoutQuotes(response, span) }] : [];
  });
}

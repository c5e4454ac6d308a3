import { EngineError } from '../../../../core/errors.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../../core/pyValue.ts';
import type { Span } from '../../../../core/span.ts';
import { memberSpans, withoutQuotes } from '../../../../json/jsonSpans.ts';
import type { Reading } from '../../../../parsers/parser.ts';
import { isWhite, jsonLoads, pythonPattern, skipWhite, stripSpan } from '../../../../python/index.ts';
import { pythonException } from '../../langchainError.ts';
import { fieldsOfJson, located } from '../../places.ts';
import { parseJsonMarkdown } from '../pythonJson.ts';
import { agentAction, agentFinish, type StepPlace, strippedPart } from './answerStep.ts';

const marker = 'Final Answer:';
const fence = '```';

/** What each of these parsers makes of any failure, its own included. */
const unreadable = (text: string) => pythonException(`Could not parse LLM output: ${text}`);

/** JSON that was read somewhere in an answer, and its members' places. */
interface StepJson {
  readonly value: PyValue;
  readonly places: () => ReadonlyMap<string | number, Span>;
}

/** `json.loads` of a part of an answer without the blanks around it; `undefined` where it raises. */
function jsonIn(text: string, part: Span | undefined, strict: boolean): StepJson | undefined {
  if (!part) return undefined;
  const span = stripSpan(text, part.start, part.end);
  const read = jsonLoads(text, { ...span, strict });
  return read.ok ? { value: read.value, places: () => placesAt(text, span.start) } : undefined;
}

function placesAt(text: string, start: number): ReadonlyMap<string | number, Span> {
  return new Map(memberSpans(text, start).map(({ key, span }) => [key, span]));
}

/** `parse_json_markdown`; `undefined` where it raises. */
function markdownJson(text: string): StepJson | undefined {
  try {
    const read = parseJsonMarkdown(text);
    if (!read.ok) return undefined;
    const { value } = read;
    return { value, places: () => new Map(fieldsOfJson(text, value).map(({ key, span }) => [key, span])) };
  } catch (error) {
    if (error instanceof EngineError) return undefined;
    throw error;
  }
}

/** The first of several steps: models write more than the one that the prompt asks for. `undefined` for an empty list. */
function firstStep(
  { value, places }: StepJson,
  text: string,
): { step: PyValue; places: StepJson['places'] } | undefined {
  if (!isPyList(value)) return { step: value, places };
  const [step] = value;
  if (step === undefined) return undefined;
  return {
    step,
    places() {
      const all = places();
      const first = all.get(0) ?? all.get('0');
      return first ? placesAt(text, first.start) : new Map();
    },
  };
}

/** The action or the end that a step says; `undefined` where a key is missing, or Pydantic refuses it. */
function stepOf(
  text: string,
  step: PyDict,
  places: StepJson['places'],
  input: PyValue | undefined,
): Reading | undefined {
  const place = (key: string): StepPlace | undefined => {
    const span = places().get(key);
    return span && { span, inner: withoutQuotes(text, span) };
  };
  const action = step.get('action');
  if (action === undefined) return undefined;
  if (action === 'Final Answer') {
    const output = step.get('action_input');
    if (output === undefined) return undefined;
    return lazily(agentFinish(text, output, undefined), () => agentFinish(text, output, place('action_input')));
  }
  const parts = [action, input === undefined ? new Map() : input] as const;
  const made = agentAction(text, parts, [undefined, undefined]);
  return made && lazily(made, () => agentAction(text, parts, [place('action'), place('action_input')])!);
}

/** A reading that looks for its places on demand. */
function lazily({ value }: Reading, whole: () => Reading): Reading {
  return located(value, () => whole().fields);
}

/** `ReActJsonSingleInputOutputParser.parse`, and with `needsLine` `ChatOutputParser.parse`, whose fence ends its line: whatever fails beside a final answer is that answer. Throws `OutputParserException`. */
export function readFencedStep(text: string, needsLine: boolean): Reading {
  const answer = text.lastIndexOf(marker);
  if (answer >= 0) {
    const { text: output, place } = strippedPart(text, answer + marker.length);
    return agentFinish(text, output, place);
  }
  const json = jsonIn(text, fencedPart(text, needsLine), true);
  const step = json && isPyDict(json.value) ? json.value : undefined;
  const action = step?.get('action');
  if (!json || !step || action === undefined) throw unreadable(text);
  const input = step.get('action_input');
  // Here the action of that name is one like any other.
  const parts = [action, input === undefined ? new Map() : input] as const;
  const made = agentAction(text, parts, [undefined, undefined]);
  if (!made) throw unreadable(text);
  return lazily(made, () => {
    const [tool, toolInput] = ['action', 'action_input'].map(key => {
      const span = json.places().get(key);
      return span && { span, inner: withoutQuotes(text, span) };
    });
    return agentAction(text, parts, [tool, toolInput])!;
  });
}

/** What ``^.*?`{3}(?:json)?\n?(.*?)`{3}.*?$`` finds: from the first fence to the next one. */
function fencedPart(text: string, needsLine: boolean): Span | undefined {
  const opening = needsLine ? /`{3}(?:json)?\n/g : /`{3}(?:json)?\n?/g;
  if (!opening.test(text)) return undefined;
  const end = text.indexOf(fence, opening.lastIndex);
  return end < 0 ? undefined : { start: opening.lastIndex, end };
}

const notWord = pythonPattern('\\W');

/** What ``` ```(?:json\s+)?(\W.*?)``` ``` finds. Linear. */
function structuredPart(text: string): Span | undefined {
  const last = text.lastIndexOf(fence);
  const part = (start: number): Span | undefined => {
    if (start + 1 > last || !notWord().test(String.fromCodePoint(text.codePointAt(start) ?? 0x61))) return undefined;
    return { start, end: text.indexOf(fence, start + 1) };
  };
  for (let at = text.indexOf(fence); at >= 0 && at < last; at = text.indexOf(fence, at + 1)) {
    const behind = at + fence.length;
    const blank = behind + 'json'.length;
    const solid = text.startsWith('json', behind) ? skipWhite(text, blank) : blank;
    // Blanks are given back one by one; only the last of them makes a difference.
    const found =
      (solid > blank ? part(solid) : undefined) ??
      (solid > blank + 1 && isWhite(text.charCodeAt(solid - 1)) ? part(solid - 1) : undefined) ??
      part(behind);
    if (found) return found;
  }
  return undefined;
}

/** `agents.structured_chat`'s `StructuredChatOutputParser.parse`; an answer without a fence is the end. Throws `OutputParserException`. */
export function readStructuredStep(text: string): Reading {
  const part = structuredPart(text);
  if (!part)
    return agentFinish(text, text, { span: { start: 0, end: text.length }, inner: { start: 0, end: text.length } });
  const json = jsonIn(text, part, false);
  const first = json && firstStep(json, text);
  const made =
    first && isPyDict(first.step) ? stepOf(text, first.step, first.places, first.step.get('action_input')) : undefined;
  if (!made) throw unreadable(text);
  return made;
}

/** `agents.output_parsers`' `JSONAgentOutputParser.parse`. Throws `OutputParserException`. */
export function readJsonStep(text: string): Reading {
  const json = markdownJson(text);
  const first = json && firstStep(json, text);
  const input = first && isPyDict(first.step) ? (first.step.get('action_input') ?? undefined) : undefined;
  const made = first && isPyDict(first.step) ? stepOf(text, first.step, first.places, input) : undefined;
  if (!made) throw unreadable(text);
  return made;
}

/** `agents.conversational_chat`'s `ConvoOutputParser.parse`, which wants both keys. Throws `OutputParserException`. */
export function readConversationalChat(text: string): Reading {
  const json = markdownJson(text);
  const step = json && isPyDict(json.value) && json.value.has('action_input') ? json.value : undefined;
  const made = json && step ? stepOf(text, step, json.places, step.get('action_input')) : undefined;
  if (!made) throw unreadable(text);
  return made;
}

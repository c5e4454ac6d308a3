import { isPyDict, type PyDict, type PyValue } from '../../../../core/pyValue.ts';
import type { Span } from '../../../../core/span.ts';
import type { ReadField, Reading } from '../../../../parsers/parser.ts';
import { stripSpan } from '../../../../python/index.ts';

/** Where a part of a step stands: with its quotes or tags, and without. */
export interface StepPlace {
  readonly span: Span;
  readonly inner: Span;
}

/** A place that has nothing around it. */
export const bare = (span: Span): StepPlace => ({ span, inner: span });

/** A part of a text without the blanks around it, and where it stands. */
export function strippedPart(text: string, start: number, end = text.length): { text: string; place: StepPlace } {
  const span = stripSpan(text, start, end);
  return { text: text.slice(span.start, span.end), place: bare(span) };
}

/** `AgentAction(tool, tool_input, log)`; `undefined` where Pydantic refuses it: the tool is a text, the input a text or a dictionary. */
export function agentAction(
  log: string,
  [tool, toolInput]: readonly [tool: PyValue, toolInput: PyValue],
  places: readonly [tool: StepPlace | undefined, toolInput: StepPlace | undefined],
): Reading | undefined {
  if (typeof tool !== 'string' || !(typeof toolInput === 'string' || isPyDict(toolInput))) return undefined;
  const value = new Map<string, PyValue>([
    ['tool', tool],
    ['tool_input', toolInput],
    ['log', log],
  ]);
  return reading(value, { tool: places[0], tool_input: places[1] }, log);
}

/** `AgentFinish({"output": output}, log)`. */
export function agentFinish(log: string, output: PyValue, place: StepPlace | undefined): Reading {
  const value = new Map<string, PyValue>([
    ['return_values', new Map([['output', output]])],
    ['log', log],
  ]);
  return reading(value, { return_values: place }, log);
}

function reading(value: PyDict, places: Readonly<Record<string, StepPlace | undefined>>, log: string): Reading {
  const all = { ...places, log: bare({ start: 0, end: log.length }) };
  const fields = Object.entries(all).flatMap(([key, place]): ReadField[] =>
    place && place.span.start < place.span.end ? [{ key, value: value.get(key) ?? null, ...place }] : [],
  );
  return { value, fields };
}

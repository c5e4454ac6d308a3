import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import type { Span } from '../../../core/span.ts';
import type { Suspicion } from '../../../core/suspicion.ts';
import { memberPath } from '../../../core/violation.ts';
import { jsonValueEnd, jsonValueSpan, placeFinder } from '../../../json/jsonSpans.ts';
import { jsonLoads } from '../../../python/index.ts';
import { pointerOf, violationsOfSchema } from '../../../validation/index.ts';
import type { LangchainRuntime } from '../langchainRuntime.ts';
import type { StrategyKind } from './strategy.ts';
import type { StrategySchema } from './strategyDefinition.ts';
import type { PlacedCall, PlacedJson, StrategyInput } from './strategyMessage.ts';

/** An answer that an agent takes without a word, and what it made of it. */
export interface TakenAnswer {
  readonly kind: StrategyKind;
  readonly runtime: LangchainRuntime;
  /** Absent: there is no value. */
  readonly response: PyValue | undefined;
  /** The schema that the value is of. */
  readonly schema: StrategySchema | undefined;
  readonly schemas: readonly StrategySchema[];
  readonly calls: readonly PlacedCall[];
  readonly input: StrategyInput;
  /** Where the value was read from. */
  readonly place: PlacedJson | undefined;
  readonly args: PyValue | undefined;
  /** The names of the agent's other tools. */
  readonly tools: readonly string[];
}

/** How many members of one answer are listed. */
const mostMembers = 20;
/** How deep in a value they are looked for. */
const mostDepth = 50;
/** Brackets of a text behind which a value is looked for. */
const mostStarts = 40;

/** What the framework does not say of an answer. Linear but for the brackets of a text. */
export function strategySuspicions(answer: TakenAnswer): readonly Suspicion[] {
  const { response, calls, tools, kind } = answer;
  if (response !== undefined) return [...unchecked(answer, response), ...dropped(answer, response)];
  // Other tools run first.
  if (calls.some(({ name }) => tools.includes(name)) || (kind === 'provider' && calls.length > 0)) return [];
  return [nothingCame(answer)];
}

function nothingCame({ input, calls, schemas }: TakenAnswer): Suspicion {
  const [lost] = input.lost;
  const [called] = calls;
  if (lost) return { code: 'nothing-came', detail: 'the arguments of a call are not JSON', span: lost.span };
  if (called) {
    const detail = `${called.name || 'a call without a name'} is not one of ${schemas
      .map(({ name }) => name)
      .slice(0, mostMembers)
      .join(', ')}`;
    return { code: 'nothing-came', detail, ...(called.place && { span: called.place.span }) };
  }
  const span = input.text && valueIn(input.text, schemas);
  return { code: 'nothing-came', detail: span ? 'the value stands in the text' : 'no call', ...(span && { span }) };
}

/** Where a text has an object with a member of one of the schemas. */
function valueIn(place: PlacedJson, schemas: readonly StrategySchema[]): Span | undefined {
  const { text } = place;
  const opening = /\{/g;
  for (let i = 0; i < mostStarts; i++) {
    const start = opening.exec(text)?.index;
    if (start === undefined) return undefined;
    const span = { start, end: jsonValueEnd(text, start) };
    const read = jsonLoads(text, span);
    if (!read.ok || !isPyDict(read.value)) continue;
    const keys = [...read.value.keys()];
    if (schemas.some(({ schema }) => keys.some(key => propertiesOf(schema)?.has(key)))) return place.toSource(span);
    opening.lastIndex = span.end;
  }
  return undefined;
}

function propertiesOf(schema: PyDict): PyDict | undefined {
  const properties = schema.get('properties');
  return isPyDict(properties) ? properties : undefined;
}

/** Python does not hold a dictionary against its own schema. */
function unchecked({ runtime, schema, place }: TakenAnswer, response: PyValue): readonly Suspicion[] {
  if (runtime !== 'python' || !schema || (schema.kind !== 'json_schema' && schema.kind !== 'zod')) return [];
  const text = place?.text ?? '';
  const within = { text, span: jsonValueSpan(text, 0, text.length), isJson: place !== undefined };
  return violationsOfSchema(schema.schema)(response, within).violations.map(({ path, cause, wanted, span }) => ({
    code: 'breaks-schema',
    detail: `${memberPath(path)}, ${cause}: ${wanted}`,
    ...(place && { span: place.toSource(span) }),
  }));
}

/** Members of the arguments that the class ignores. */
function dropped({ runtime, schema, place, args, kind }: TakenAnswer, response: PyValue): readonly Suspicion[] {
  if (runtime !== 'python' || !schema || schema.kind === 'json_schema' || schema.kind === 'zod') return [];
  const read = kind === 'provider' && place ? jsonLoads(place.text) : undefined;
  const input = read?.ok ? read.value : (args ?? null);
  const paths: (readonly (string | number)[])[] = [];
  collect(input, response, [], paths);
  const find = place && placeFinder(place.text, jsonValueSpan(place.text, 0, place.text.length));
  return paths.map(path => ({
    code: 'members-dropped',
    detail: memberPath(pointerOf(path)),
    ...(find && { span: place.toSource(find(path).span) }),
  }));
}

function collect(
  input: PyValue,
  output: PyValue,
  path: readonly (string | number)[],
  found: (readonly (string | number)[])[],
): void {
  if (found.length >= mostMembers || path.length > mostDepth) return;
  if (isPyDict(input) && isPyDict(output))
    for (const [key, value] of input)
      if (output.has(key)) collect(value, output.get(key) ?? null, [...path, key], found);
      else if (found.length < mostMembers) found.push([...path, key]);
  if (isPyList(input) && isPyList(output) && input.length === output.length)
    for (const [i, value] of input.entries()) collect(value, output[i] ?? null, [...path, i], found);
}

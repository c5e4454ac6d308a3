import { EngineError, ResponseError } from '../../core/errors.ts';
import { isPyDict, isPyList, type PyDict, PyOpaque, type PyValue } from '../../core/pyValue.ts';
import { refusing } from '../../core/refusedValue.ts';
import type { Repair } from '../../core/result.ts';
import type { Span } from '../../core/span.ts';
import { jsonDumps, jsonLoads, literalContainer, pyRepr, pyStrip } from '../../python/index.ts';
import { readLenient, yamlLoad } from '../../text/index.ts';
import type { ValidationOutcome } from '../../validation/index.ts';
import type { Agent } from './agent.ts';
import { type Candidate, findJsonCandidates, findXmlCandidates, xmlFieldValues } from './candidates.ts';
import { inheritedFields, type Tool } from './tool.ts';

/** A tool message that was recognised; `span` is absent for the API's tool calls. */
export interface ToolCall {
  readonly tool: Tool;
  /** Its `model_dump()`. */
  readonly value: PyDict;
  readonly span?: Span;
}

/** The tools of a message. `toolError`: the model tried to call a tool and failed. */
export interface Recognised {
  readonly calls: readonly ToolCall[];
  readonly toolError: boolean;
  readonly repairs: readonly Repair[];
}

/**
 * `get_formatted_tool_messages`: the tools in a text, XML if there is any, else JSON. Raises `ResponseError`: `ValidationError` with
 * Langroid's feedback, which loses the tools before it, and `XMLException`.
 */
export function recogniseText(agent: Agent, text: string, isFromLlm: boolean): Recognised {
  const xml = findXmlCandidates(text);
  const repairs: Repair[] = [];
  const calls: ToolCall[] = [];
  let toolError = false;
  for (const { candidate, value } of xml.length > 0 ? readXmlCandidates(xml) : readJsonCandidates(text, repairs)) {
    const call = recogniseValue(agent, value, candidate.span, isFromLlm);
    if (call) calls.push(call);
    else toolError = isFromLlm;
  }
  return { calls, toolError: toolError && calls.length === 0, repairs };
}

interface ReadValue {
  readonly candidate: Candidate;
  readonly value: PyValue;
}

/** The fields of the XML candidates, each read when the ones before are recognised. */
function* readXmlCandidates(candidates: readonly Candidate[]): Generator<ReadValue> {
  for (const candidate of candidates) {
    try {
      yield { candidate, value: xmlFieldValues(candidate.text) };
    } catch (error) {
      if (!(error instanceof EngineError) || error instanceof ResponseError) throw error;
      const message = `Error extracting XML fields:\n ${error.message}`;
      throw new ResponseError('XMLException', message, { span: candidate.span, feedback: message, toolError: false });
    }
  }
}

/** The values of the JSON candidates that can be read; all of them are read before any is looked at. */
function readJsonCandidates(text: string, repairs: Repair[]): readonly ReadValue[] {
  return findJsonCandidates(text).flatMap(candidate => {
    const read = located(candidate, () => readCandidate(candidate.text));
    if (!read) return [];
    // With tabs expanded the places are others.
    if (candidate.span.end - candidate.span.start === candidate.text.length)
      for (const repair of read.repairs()) repairs.push(shifted(repair, candidate.span.start));
    return [{ candidate, value: read.value }];
  });
}

function located<T>(candidate: Candidate, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    throw new ResponseError(error.class, error.message, { span: candidate.span, toolError: false });
  }
}

function shifted(repair: Repair, by: number): Repair {
  return { ...repair, span: { start: repair.span.start + by, end: repair.span.end + by } };
}

/** `_get_one_tool_message`. */
function recogniseValue(agent: Agent, candidate: PyValue, span: Span, isFromLlm: boolean): ToolCall | undefined {
  if (!isPyDict(candidate)) return undefined;
  const properties = candidate.get('properties');
  // Some models put the call into a copy of the schema.
  const value = isPyDict(properties) ? properties : candidate;
  const request = value.get('request') ?? null;
  if (request === null) return inferTool(agent, value, span);
  const tool = typeof request === 'string' ? agent.tools.get(request) : undefined;
  if (!tool) return undefined;
  return { tool, value: validated(tool, value, { span, toolError: isFromLlm }), span };
}

/** The tool of a value without `request`: the only handled one whose fields these are, one of its own among them. */
function inferTool(agent: Agent, value: PyDict, span: Span): ToolCall | undefined {
  const keys = [...value.keys()];
  const possible = [...agent.tools.values()].flatMap((tool): ToolCall[] => {
    if (!tool.handle) return [];
    const isOwn = (key: string) => !inheritedFields.some(inherited => inherited === key);
    if (!keys.every(key => tool.fields.includes(key)) || !keys.some(isOwn)) return [];
    const outcome = tool.validate(value);
    return outcome.ok ? [{ tool, value: outcome.value, span }] : [];
  });
  return possible.length === 1 ? possible[0] : undefined;
}

/** The validated value of a tool. Raises the `ValidationError` as `ResponseError`; its message and feedback are Langroid's `tool_validation_error`. */
export function validated(tool: Tool, value: PyDict, details: { span?: Span; toolError: boolean }): PyDict {
  const outcome = tool.validate(value);
  if (outcome.ok) return outcome.value;
  const message = validationFeedback(tool.name, outcome);
  const [first] = outcome.errors;
  const error = new ResponseError('ValidationError', message, {
    ...details,
    feedback: message,
    ...(first && { code: first.type }),
  });
  throw refusing(error, outcome.refused);
}

/** `tool_validation_error`: what the model reads about a tool that it called wrongly. */
export function validationFeedback(name: string, outcome: Extract<ValidationOutcome, { ok: false }>): string {
  const errors = outcome.errors.map(({ loc, msg }) => `${tupleRepr(loc)}: ${msg}`).join('\n');
  return `
        There were one or more errors in your attempt to use the
        TOOL or function_call named '${name}':
        ${errors}
        Please write your message again, correcting the errors.
        `;
}

function tupleRepr(items: readonly (string | number)[]): string {
  const parts = items.map(item => pyRepr(item));
  return parts.length === 1 ? `(${parts[0]},)` : `(${parts.join(', ')})`;
}

/** A value read from a candidate; `repairs` are edits of the candidate's text, computed on demand. */
export interface ReadCandidate {
  readonly value: PyValue;
  readonly repairs: () => readonly Repair[];
}

const none = () => [];

/** `json_repair`'s `repair_json(text, return_objects=True)`. Raises `EngineError` where values are nested too deeply. */
function repairJson(text: string): ReadCandidate {
  const loaded = jsonLoads(text);
  if (loaded.ok) return { value: loaded.value, repairs: none };
  if (loaded.error.kind === 'RecursionError') throw new EngineError('RecursionError', loaded.error.message);
  const read = readLenient(text);
  if (!read.ok) throw new EngineError('ValueError', read.message);
  return read;
}

/**
 * What Langroid reads from a candidate (`try_repair_json_yaml`, then `json.loads`): the repaired JSON, of a list the first
 * item; where that is nothing, a YAML mapping. `undefined` where nothing can be read. Raises `EngineError` where Langroid raises: for
 * values nested too deeply, and for YAML that JSON does not have.
 */
export function readCandidate(text: string): ReadCandidate | undefined {
  const repaired = repairJson(text);
  const value = isPyList(repaired.value) ? (repaired.value[0] ?? null) : repaired.value;
  if (value !== null) return { ...repaired, value };
  const mapping = yamlLoad(text);
  if (mapping !== undefined && isPyDict(mapping)) {
    // Raises for dates.
    jsonDumps(mapping, { ensureAscii: true });
    const span = { start: 0, end: text.length };
    const yaml: Repair = { name: 'yaml', span, text: jsonDumps(mapping, { ensureAscii: false }) };
    return { value: mapping, repairs: () => [yaml] };
  }
  const joined = jsonLoads(text.replaceAll('\n', ' '));
  return joined.ok ? { value: joined.value, repairs: none } : undefined;
}

/** What a Python list or dict may begin with, also in parentheses. */
const opens = /^(?:[ \t\f]*(?:#[^\r\n]*)?[\r\n])*[ \t]*[[{(]/;

/**
 * `parse_imperfect_json`: a dict or list as Python writes it, as JSON that may need repairs, or as YAML. Raises `EngineError`, the
 * `ValueError` of text that is not one of these, or the `TypeError` of a set or dict as Python writes it whose items have no hash.
 */
export function parseImperfectJson(text: string): PyValue {
  if (pyStrip(text) === '') throw new EngineError('ValueError', 'Empty string is not valid JSON');
  const evaluated = opens.test(text) ? literalContainer(text) : undefined;
  if (evaluated !== undefined) return evaluated;
  const repaired = repairJson(text).value;
  if (isContainer(repaired)) return repaired;
  const yaml = yamlLoad(text);
  if (yaml !== undefined && isContainer(yaml)) return yaml;
  throw new EngineError('ValueError', `Unable to parse as JSON: ${text}`);
}

function isContainer(value: PyValue): boolean {
  return !(value instanceof PyOpaque) && (isPyDict(value) || isPyList(value));
}

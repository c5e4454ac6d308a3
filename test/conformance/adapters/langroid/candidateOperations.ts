import { EngineError } from '../../../../src/engine/core/errors.ts';
import { type PyDict, toPlain } from '../../../../src/engine/core/pyValue.ts';
import type { Repair } from '../../../../src/engine/core/result.ts';
import { jsonDumps } from '../../../../src/engine/python/jsonDumps.ts';
import {
  type Candidate,
  findJsonCandidates,
  findXmlCandidates,
  xmlFieldValues,
} from '../../../../src/engine/systems/langroid/candidates.ts';
import { isVerbatimField } from '../../../../src/engine/systems/langroid/formatExample.ts';
import { topLevelJsonField } from '../../../../src/engine/systems/langroid/llmResponse.ts';
import {
  parseImperfectJson,
  type ReadCandidate,
  readCandidate,
} from '../../../../src/engine/systems/langroid/recognise.ts';
import type { Tool } from '../../../../src/engine/systems/langroid/tool.ts';
import { nestedModels } from './nestedModels.ts';
import { type PlainTool, toolOf } from './plainInput.ts';

/** A stretch between braces that may be a tool. `text` has its tabs expanded, `span` is its place in the text. */
export interface JsonCandidate extends Candidate {
  /** What is read from it, as JSON and as a value; `null` and `undefined` where nothing can be read. Computed when asked for. */
  readonly json: string | null;
  readonly value: unknown;
  /** Edits of the candidate's text that make JSON of it. */
  readonly repairs: readonly Repair[];
}

/** `get_json_candidates`: the stretches between braces, from left to right. */
export function jsonCandidates(text: string): readonly JsonCandidate[] {
  return findJsonCandidates(text).map(candidate => {
    let found: { readonly read: ReadCandidate | undefined } | undefined;
    const read = () => {
      found ??= { read: readOrNothing(candidate.text) };
      return found.read;
    };
    return {
      ...candidate,
      get json() {
        return jsonOf(read());
      },
      get value() {
        const value = read()?.value;
        return value === undefined ? undefined : toPlain(value);
      },
      get repairs() {
        return read()?.repairs() ?? [];
      },
    };
  });
}

function readOrNothing(text: string): ReadCandidate | undefined {
  try {
    return readCandidate(text);
  } catch (error) {
    if (error instanceof EngineError) return undefined;
    throw error;
  }
}

function jsonOf(read: ReadCandidate | undefined): string | null {
  return read ? jsonDumps(read.value, { ensureAscii: true }) : null;
}

/** `extract_top_level_json`: the JSON texts that are read from the candidates. Raises `EngineError` where Langroid raises. */
export function extractJson(text: string): readonly string[] {
  return findJsonCandidates(text).flatMap(candidate => jsonOf(readCandidate(candidate.text)) ?? []);
}

/** `parse_imperfect_json`. Raises `EngineError`, its `ValueError`. */
export function imperfectJson(text: string): unknown {
  return toPlain(parseImperfectJson(text));
}

/** `top_level_json_field`. */
export function jsonField(text: string, field: string): unknown {
  return toPlain(topLevelJsonField(text, field));
}

/** `XMLToolMessage.find_candidates`. `root`: the name of the element, or a tool that has one. */
export function xmlCandidates(text: string, root?: string | PlainTool): readonly Candidate[] {
  const isTool = typeof root === 'object' && root !== null;
  const own = isTool ? (root as { readonly root_element?: unknown }).root_element : root;
  return findXmlCandidates(text, typeof own === 'string' ? own : undefined);
}

/** `extract_field_values` of a tool's class, or of the base class. Raises `EngineError`: `XMLSyntaxError`, `AttributeError`, and the `ValidationError` of a model in a field. */
export function xmlFields(text: string, tool?: PlainTool): unknown {
  return toPlain(fieldsOf(text, tool === undefined ? undefined : toolOf(tool)));
}

function fieldsOf(text: string, tool: Tool | undefined): PyDict | null {
  if (!tool) return xmlFieldValues(text);
  return xmlFieldValues(text, {
    isVerbatim: tag => isVerbatimField(tool.schema, tag),
    model: nestedModels(tool.schema),
  });
}

/** `XMLToolMessage.parse`: the tool's `model_dump()`, or `null`. Raises `EngineError`, an `XMLException`, for whatever goes wrong. */
export function parseXml(text: string, tool: PlainTool): unknown {
  const made = toolOf(tool);
  const failure = (message: string) => new EngineError('XMLException', `Error parsing XML: ${message}`);
  let fields: PyDict | null;
  try {
    fields = fieldsOf(text, made);
  } catch (error) {
    throw error instanceof EngineError ? failure(error.message) : error;
  }
  if (fields === null) return null;
  const outcome = made.validate(fields);
  if (!outcome.ok) throw failure(outcome.message);
  return toPlain(outcome.value);
}

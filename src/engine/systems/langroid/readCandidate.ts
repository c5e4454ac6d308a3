import { EngineError } from '../../core/errors.ts';
import { isPyDict, isPyList, PyOpaque, type PyValue } from '../../core/pyValue.ts';
import type { Repair } from '../../core/result.ts';
import { jsonDumps, jsonLoads, literalContainer, pyStrip } from '../../python/index.ts';
import { readLenient, yamlLoad } from '../../text/index.ts';

/** A value read from a candidate; `repairs` are edits of the candidate's text, computed when asked for. */
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

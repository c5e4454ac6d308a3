import { EngineError } from '../../../core/errors.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import { jsonLoads, pyTruth } from '../../../python/index.ts';
import { anyField, dictField, errorMessage, inside, issueOf, newRun, stringField } from '../../../validation/index.ts';
import { parsePartialJson } from './pythonJson.ts';
import { validationError } from './pythonModel.ts';

/** A call as `AIMessage.tool_calls` holds it. */
export interface PythonToolCall {
  readonly name: string;
  readonly args: PyValue;
  readonly id: PyValue;
}

/** What the parsers see of a Python `AIMessage`. */
export interface PythonMessage {
  readonly text: string;
  readonly toolCalls: readonly PythonToolCall[];
  readonly additional: PyDict;
}

const none: PyDict = new Map();

/** `message.text`: strings and the text of `text` blocks, joined. */
export function pythonText(content: PyValue | undefined): string {
  if (typeof content === 'string') return content;
  if (!isPyList(content)) return '';
  return (content as readonly PyValue[])
    .map(block => {
      if (typeof block === 'string') return block;
      const text = isPyDict(block) && block.get('type') === 'text' ? block.get('text') : undefined;
      return typeof text === 'string' ? text : '';
    })
    .join('');
}

/** `AIMessage(**fields)`. Throws Pydantic's `ValidationError` for arguments that are not dicts. */
export function pythonMessage(fields: PyDict): PythonMessage {
  const additional = dictOf(fields.get('additional_kwargs'));
  const list = fields.get('tool_calls');
  let calls = isPyList(list) ? (list as readonly PyValue[]).filter(isPyDict).map(callOf) : [];
  const hasOther = pyTruth(fields.get('invalid_tool_calls') ?? null);
  const raw = additional.get('tool_calls');
  if (calls.length === 0 && !hasOther && isPyList(raw)) calls = rawCalls(raw);
  const run = newRun(calls.map(({ args }) => args));
  const field = dictField(stringField({}), anyField, {});
  for (const [i, { args }] of calls.entries())
    field.validate(args, inside(inside(inside(undefined, 'tool_calls'), i), 'args'), run);
  if (run.errors.length > 0) throw validationError(errorMessage('AIMessage', run.errors), run.errors.map(issueOf));
  return { text: pythonText(fields.get('content')), toolCalls: calls, additional };
}

function callOf(call: PyDict): PythonToolCall {
  return { name: String(call.get('name') ?? ''), args: call.get('args') ?? null, id: call.get('id') ?? null };
}

/** The calls of the raw form that are sound; none at all where one is of another shape, since the class then gives up. */
function rawCalls(raw: readonly PyValue[]): PythonToolCall[] {
  const calls: PythonToolCall[] = [];
  for (const call of raw) {
    if (!isPyDict(call) || !call.has('function')) continue;
    const made = call.get('function');
    if (!isPyDict(made)) return [];
    const [name, text] = [made.get('name'), made.get('arguments')];
    if (name === undefined || typeof text !== 'string') return [];
    const read = jsonLoads(text);
    if (!read.ok && read.error.kind !== 'JSONDecodeError') return [];
    if (!read.ok) continue;
    calls.push({
      name: pyTruth(name) ? String(name) : '',
      args: pyTruth(read.value) ? read.value : none,
      id: call.get('id') ?? null,
    });
  }
  return calls;
}

function dictOf(value: PyValue | undefined): PyDict {
  return value !== undefined && isPyDict(value) ? value : none;
}

/** Adds a chunk to what has come so far, as `AIMessageChunk.__add__` does: texts joined, calls by their index. */
export function addPythonChunk(before: PyDict | undefined, chunk: PyDict): PyDict {
  if (!before) return chunk;
  const merged = new Map(mergeDicts(before, new Map([...chunk].filter(([key]) => key !== 'content'))));
  const [left, right] = [before.get('content') ?? '', chunk.get('content') ?? ''];
  const isText = typeof left === 'string' && typeof right === 'string';
  merged.set('content', isText ? left + right : [...listOf(left), ...listOf(right)]);
  return merged;
}

function listOf(content: PyValue): readonly PyValue[] {
  if (isPyList(content)) return content;
  return content === '' ? [] : [content];
}

function mergeDicts(left: PyDict, right: PyDict): PyDict {
  const merged = new Map(left);
  for (const [key, value] of right) {
    const old = merged.get(key) ?? null;
    if (old === null || value === null) merged.set(key, old ?? value);
    else if (typeof old === 'string' && typeof value === 'string') merged.set(key, key === 'type' ? old : old + value);
    else if (isPyDict(old) && isPyDict(value)) merged.set(key, mergeDicts(old, value));
    else if (isPyList(old) && isPyList(value)) merged.set(key, mergeLists(old, value));
  }
  return merged;
}

/** Items with the same index are one. */
function mergeLists(left: readonly PyValue[], right: readonly PyValue[]): PyValue[] {
  const merged = [...left];
  for (const item of right) {
    const index = isPyDict(item) ? item.get('index') : undefined;
    const at =
      typeof index === 'number' ? merged.findIndex(other => isPyDict(other) && other.get('index') === index) : -1;
    const old = merged[at];
    if (old !== undefined && isPyDict(old) && isPyDict(item)) {
      const others = new Map([...item].filter(([key]) => key !== 'index'));
      merged[at] = mergeDicts(old, others);
    } else merged.push(item);
  }
  return merged;
}

/** The message that chunks have made so far: its calls are read from the arguments that are there, however cut. */
export function pythonChunkMessage(fields: PyDict): PythonMessage {
  const additional = dictOf(fields.get('additional_kwargs'));
  const chunks = fields.get('tool_call_chunks') ?? rawChunks(additional);
  const calls: PythonToolCall[] = [];
  for (const chunk of isPyList(chunks) ? chunks : []) {
    if (!isPyDict(chunk)) continue;
    const args = partialArguments(chunk.get('args') ?? null);
    if (!isPyDict(args)) continue;
    calls.push({ name: String(chunk.get('name') ?? ''), args, id: chunk.get('id') ?? null });
  }
  return { text: pythonText(fields.get('content')), toolCalls: calls, additional };
}

function rawChunks(additional: PyDict): PyValue {
  const raw = additional.get('tool_calls');
  if (raw === undefined || !isPyList(raw)) return [];
  return raw.filter(isPyDict).map(call => {
    const made = dictOf(call.get('function'));
    return new Map<string, PyValue>([
      ['name', made.get('name') ?? null],
      ['args', made.get('arguments') ?? null],
      ['id', call.get('id') ?? null],
    ]);
  });
}

function partialArguments(text: PyValue): PyValue {
  if (typeof text !== 'string' || text === '') return none;
  try {
    const read = parsePartialJson(text);
    return read.ok ? read.value : null;
  } catch (error) {
    if (error instanceof EngineError) return null;
    throw error;
  }
}

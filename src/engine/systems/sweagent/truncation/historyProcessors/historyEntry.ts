import { EngineError } from '../../../../core/errors.ts';
import type { Host } from '../../../../core/host.ts';
import { isPyDict, isPyList, type PyDict, PyOpaque, type PyValue, pyTypeName } from '../../../../core/pyValue.ts';
import { pyRepr } from '../../../../python/index.ts';

/** An entry of SWE-agent's history. Processors change entries in place where SWE-agent's do, so it must not be shared. */
export type HistoryEntry = Map<string, PyValue>;

/** An entry on its way through the processors; `index` is its place in the history they began with. */
export interface HistoryItem {
  readonly index: number;
  readonly entry: HistoryEntry;
}

/** What a processor did to an entry, in words. */
export type Remark = (index: number, remark: string) => void;

/** A history processor, made of its configuration. */
export type ProcessHistory = (
  items: readonly HistoryItem[],
  remark: Remark,
  host: Host,
) => readonly HistoryItem[] | Promise<readonly HistoryItem[]>;

/** A kind of history processor: one file and a line in the registry. */
export interface HistoryProcessorType {
  /** SWE-agent's discriminator. */
  readonly type: string;
  /** One line for the schema. */
  readonly summary: string;
  /** JSON Schema of its keys, each with a `description`; what has no `default` is needed. */
  readonly properties: Readonly<Record<string, object>>;
  /** What Pydantic checks beyond types. Raises `ValidationError`. */
  check?(keys: PyDict): void;
  create(keys: PyDict): ProcessHistory;
}

/** `entry[key]`. Raises Python's `KeyError`. */
export function required(entry: PyDict, key: string): PyValue {
  const value = entry.get(key);
  if (value === undefined) throw new EngineError('KeyError', pyRepr(key));
  return value;
}

/** A mutable list or dict of the history. */
export function mutableList(value: PyValue): PyValue[] | undefined {
  return isPyList(value) ? (value as PyValue[]) : undefined;
}

/** A part of a message's content. Raises what Python raises for what is not a dict. */
export function partOf(value: PyValue): Map<string, PyValue> {
  if (isPyDict(value)) return value as Map<string, PyValue>;
  throw new EngineError('TypeError', `'${pyTypeName(value)}' object does not support item assignment`);
}

/** A value whose keys are read: a dict. Raises what Python raises for anything else. */
export function subscriptable(value: PyValue): HistoryEntry {
  if (isPyDict(value)) return value as HistoryEntry;
  if (typeof value === 'string') throw new EngineError('TypeError', "string indices must be integers, not 'str'");
  if (isPyList(value)) throw new EngineError('TypeError', 'list indices must be integers or slices, not str');
  throw new EngineError('TypeError', `'${pyTypeName(value)}' object is not subscriptable`);
}

/** SWE-agent's `_get_content_text`: a text, or the text of a list's only part. Raises what it raises. */
export function contentText(entry: PyDict): PyValue {
  const content = required(entry, 'content');
  if (typeof content === 'string') return content;
  const length = isPyList(content) ? content.length : isPyDict(content) ? content.size : undefined;
  if (length === undefined) throw new EngineError('TypeError', `object of type '${pyTypeName(content)}' has no len()`);
  if (length !== 1) throw new EngineError('AssertionError', 'Expected single message in content');
  if (!isPyList(content)) throw new EngineError('KeyError', '0');
  return required(subscriptable(content[0] ?? null), 'text');
}

/** A copy whose parts are its own. */
export function deepCopy(value: PyDict): HistoryEntry;
export function deepCopy(value: PyValue): PyValue;
export function deepCopy(value: PyValue): PyValue {
  if (isPyList(value)) return value.map(item => deepCopy(item));
  if (isPyDict(value)) return new Map([...value].map(([key, item]) => [key, deepCopy(item)]));
  return value;
}

/** The strings of a set or list. */
export function stringsAt(keys: PyDict, name: string): readonly string[] {
  const field = keys.get(name) ?? null;
  const value = field instanceof PyOpaque ? field.json : field;
  return isPyList(value) ? value.filter(item => typeof item === 'string') : [];
}

/** An int that Pydantic has validated. */
export function intAt(keys: PyDict, name: string): number {
  return Number(keys.get(name) ?? 0);
}

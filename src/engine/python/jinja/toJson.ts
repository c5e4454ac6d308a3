import type { PyValue } from '../../core/pyValue.ts';
import { jsonDumps } from '../jsonDumps.ts';
import { compare } from './compare.ts';
import { JinjaError } from './jinjaError.ts';
import {
  isDict,
  isList,
  type JinjaValue,
  PyFunction,
  PyObject,
  PySequence,
  PyTuple,
  str,
  textOf,
  typeName,
  Undefined,
} from './value.ts';

/** How Jinja's `tojson` writes a value: as `json.dumps` with sorted keys and ASCII only, and nothing that HTML would read. Chat templates have one of their own. */
export interface JsonOptions {
  readonly indent?: number;
  /** As `json.dumps(ensure_ascii=False)` in the dict's own order, with no care for HTML. */
  readonly plain?: boolean;
}

/** Jinja's `tojson`. Raises Python's `TypeError` for what JSON does not have. */
export function toJson(value: JinjaValue, { indent, plain = false }: JsonOptions): string {
  const text = jsonDumps(pythonOf(value, !plain), { ensureAscii: !plain, ...(indent !== undefined && { indent }) });
  if (plain) return text;
  return text
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('&', '\\u0026')
    .replaceAll("'", '\\u0027');
}

function pythonOf(value: JinjaValue, sorts: boolean): PyValue {
  const text = textOf(value);
  if (text !== undefined) return text;
  if (value instanceof PyTuple) return value.items.map(item => pythonOf(item, sorts));
  if (isList(value)) return value.map(item => pythonOf(item, sorts));
  if (isDict(value)) {
    const entries = [...value];
    if (sorts) entries.sort(([a], [b]) => compare(a, b));
    return new Map(entries.map(([key, item]) => [keyText(key), pythonOf(item, sorts)]));
  }
  if (
    value instanceof Undefined ||
    value instanceof PyFunction ||
    value instanceof PySequence ||
    value instanceof PyObject
  )
    throw new JinjaError('TypeError', `Object of type ${typeName(value)} is not JSON serializable`);
  return value as PyValue;
}

function keyText(key: JinjaValue): string {
  if (key === null) return 'null';
  return typeof key === 'boolean' ? String(key) : str(key);
}

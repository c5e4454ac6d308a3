import { PyFloat, type PyValue } from '../../core/pyValue.ts';
import { compareCodePoints } from '../codePoints.ts';
import { jsonDumps } from '../jsonDumps.ts';
import type { CallArguments } from './arguments.ts';
import { JinjaError } from './jinjaError.ts';
import { integerOf } from './jinjaNumbers.ts';
import { compare } from './jinjaOperators.ts';
import {
  isDict,
  isList,
  iterate,
  type JinjaValue,
  PyFunction,
  PyObject,
  PySequence,
  PyTuple,
  repr,
  str,
  textOf,
  truth,
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
    return new Map(entries.map(([key, item]) => [sortedKeyText(key), pythonOf(item, sorts)]));
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

function sortedKeyText(key: JinjaValue): string {
  if (key === null) return 'null';
  return typeof key === 'boolean' ? String(key) : str(key);
}

/** How `json.dumps` writes: its arguments that chat templates may give. */
interface JsonStyle {
  readonly ensureAscii: boolean;
  /** What each level is indented by; absent: all on one line. */
  readonly indent: string | undefined;
  readonly itemSeparator: string;
  readonly keySeparator: string;
  readonly sorts: boolean;
}

/** The parameters of the `tojson` that transformers gives to chat templates, in their order. */
export const jsonParameters = ['ensure_ascii?', 'indent?', 'separators?', 'sort_keys?'] as const;

/** transformers' `tojson`: plain `json.dumps`, with no care for HTML. Raises Python's `TypeError` for what JSON does not have. */
export function jsonFilter(value: JinjaValue, args: CallArguments): string {
  const indent = indentOf(args.get('indent'));
  const separators = args.get('separators');
  const parts = separators === null ? [indent === undefined ? ', ' : ',', ': '] : [...iterate(separators)];
  if (parts.length !== 2)
    throw new JinjaError(
      'ValueError',
      parts.length > 2
        ? 'too many values to unpack (expected 2)'
        : `not enough values to unpack (expected 2, got ${parts.length})`,
    );
  return dump(
    value,
    {
      ensureAscii: args.has('ensure_ascii') && truth(args.get('ensure_ascii')),
      indent,
      itemSeparator: textOf(parts[0] ?? null) ?? '',
      keySeparator: textOf(parts[1] ?? null) ?? '',
      sorts: args.has('sort_keys') && truth(args.get('sort_keys')),
    },
    '\n',
  );
}

function indentOf(value: JinjaValue): string | undefined {
  if (value === null) return undefined;
  const text = textOf(value);
  if (text !== undefined) return text;
  const count = integerOf(value);
  if (count === undefined)
    throw new JinjaError('TypeError', `can't multiply sequence by non-int of type '${typeName(value)}'`);
  return ' '.repeat(Math.min(Math.max(0, count), 1000));
}

function dump(value: JinjaValue, style: JsonStyle, line: string): string {
  const { ensureAscii, indent, itemSeparator, keySeparator, sorts } = style;
  const items = isList(value) ? value : value instanceof PyTuple ? value.items : undefined;
  if (!items && !isDict(value)) return scalar(value, ensureAscii);
  const inner = indent === undefined ? '' : line + indent;
  const entries = items
    ? items.map(item => dump(item, style, inner))
    : sorted([...(value as ReadonlyMap<JinjaValue, JinjaValue>)], sorts).map(
        ([key, item]) => `${scalar(keyText(key), ensureAscii)}${keySeparator}${dump(item, style, inner)}`,
      );
  const [open, close] = items ? '[]' : '{}';
  if (entries.length === 0) return `${open}${close}`;
  return `${open}${inner}${entries.join(itemSeparator + inner)}${indent === undefined ? '' : line}${close}`;
}

function sorted(
  entries: (readonly [JinjaValue, JinjaValue])[],
  sorts: boolean,
): readonly (readonly [JinjaValue, JinjaValue])[] {
  if (!sorts) return entries;
  return entries.sort(([a], [b]) =>
    typeof a === 'string' && typeof b === 'string' ? compareCodePoints(a, b) : compare(a, b),
  );
}

function scalar(value: JinjaValue, ensureAscii: boolean): string {
  const text = textOf(value);
  if (text !== undefined) return jsonDumps(text, { ensureAscii });
  const isNumber = typeof value === 'number' || typeof value === 'bigint' || value instanceof PyFloat;
  if (value === null || typeof value === 'boolean' || isNumber) return jsonDumps(value as PyValue, { ensureAscii });
  throw new JinjaError('TypeError', `Object of type ${typeName(value)} is not JSON serializable`);
}

function keyText(key: JinjaValue): string {
  const text = textOf(key);
  if (text !== undefined) return text;
  if (key === null) return 'null';
  if (typeof key === 'boolean') return String(key);
  if (typeof key === 'number' || typeof key === 'bigint' || key instanceof PyFloat) return repr(key);
  throw new JinjaError('TypeError', `keys must be str, int, float, bool or None, not ${typeName(key)}`);
}

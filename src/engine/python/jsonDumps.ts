import { EngineError } from '../core/errors.ts';
import { isPyDict, isPyList, PyFloat, PyOpaque, type PyValue } from '../core/pyValue.ts';
import { TextBuilder } from '../core/textBuilder.ts';
import { floatRepr } from './repr.ts';

/** Options of {@link jsonDumps}, as Python's. */
export interface DumpsOptions {
  /** Whether everything outside printable ASCII is escaped. */
  readonly ensureAscii: boolean;
  /** Blanks per level; absent: all on one line. */
  readonly indent?: number;
}

/** `listWidth`: the most columns of a list of plain values that stays on one line. */
interface LayoutOptions extends DumpsOptions {
  readonly listWidth?: number;
}

/**
 * Python's `json.dumps(value, ensure_ascii=…, indent=…)`. Raises its `TypeError` for a value that JSON does not have
 * (`PyOpaque`). Recursion is as deep as the value, which `jsonLoads` limits.
 */
export function jsonDumps(value: PyValue, options: DumpsOptions): string {
  return dump(value, options, raiseOpaque, '\n');
}

/**
 * A value as readable JSON: indented (0: all on one line), non-ASCII kept, exact (`1.0`, `NaN`, every digit of a big integer). Objects of
 * Pydantic appear as Pydantic's JSON mode prints them.
 */
export function toJsonText(value: PyValue, indent = 2): string {
  return dump(value, indent === 0 ? oneLine : { ensureAscii: false, indent }, opaque => opaque.json, '\n');
}

/** The same with lists of plain values on one line, as far as they have room there. */
export function toDefinitionText(value: PyValue): string {
  return dump(value, { ensureAscii: false, indent: 2, listWidth: 100 }, opaque => opaque.json, '\n');
}

const oneLine: DumpsOptions = { ensureAscii: false };

function raiseOpaque(value: PyOpaque): never {
  throw new EngineError('TypeError', `Object of type ${value.type} is not JSON serializable`);
}

function dump(value: PyValue, options: LayoutOptions, resolve: (value: PyOpaque) => PyValue, line: string): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return quote(value, options.ensureAscii);
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : floatText(value);
  if (value instanceof PyFloat) return floatText(value.value);
  if (value instanceof PyOpaque) return dump(resolve(value), options, resolve, line);

  const pretty = options.indent !== undefined;
  const inner = pretty ? line + ' '.repeat(options.indent ?? 0) : '';
  const items: string[] = [];
  const isList = isPyList(value);
  if (isList) for (const item of value) items.push(dump(item, options, resolve, inner));
  else
    for (const [key, item] of value)
      items.push(`${quote(key, options.ensureAscii)}: ${dump(item, options, resolve, inner)}`);
  const [open, close] = isList ? '[]' : '{}';
  if (items.length === 0) return `${open}${close}`;
  const isPlain = isList && value.every(item => !isPyList(item) && !isPyDict(item));
  const width = line.length + items.reduce((sum, item) => sum + item.length + 2, 0);
  if (isPlain && width <= (options.listWidth ?? 0)) return `[${items.join(', ')}]`;
  return pretty ? `${open}${inner}${items.join(`,${inner}`)}${line}${close}` : `${open}${items.join(', ')}${close}`;
}

function floatText(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity';
  return floatRepr(value);
}

/** Tells at once of nearly every text that it has no half of a pair: without the `u`, what is not a surrogate is skipped over. */
const surrogate = /[\ud800-\udfff]/;

/** Quoted as Python's `json` quotes; what the platform's writer does alike is left to it. */
function quote(text: string, ensureAscii: boolean): string {
  // The platform's writer escapes half a surrogate pair, which Python keeps unless all has to be ASCII.
  if (!ensureAscii && surrogate.test(text) && /\p{Surrogate}/u.test(text))
    return `"${withEscapes(text, isEscapedAlways)}"`;
  const json = JSON.stringify(text);
  return ensureAscii && /[^ -~]/.test(json) ? withEscapes(json, isNotAscii) : json;
}

const isEscapedAlways = (code: number): boolean => code < 0x20 || code === 0x22 || code === 0x5c;
/** Of what JSON's writer has written, which escapes control characters. */
const isNotAscii = (code: number): boolean => code > 0x7e;

/** JSON text whose half surrogate pairs, which stand in strings only and which UTF-8 cannot hold, are escaped. */
export function escapeSurrogates(json: string): string {
  return json.replace(/\p{Surrogate}/gu, escapeOf);
}

/** A text with the escapes of JSON for the UTF-16 units that `isEscaped` names. */
function withEscapes(text: string, isEscaped: (code: number) => boolean): string {
  const pieces = new TextBuilder();
  const escapes = new Map<number, string>();
  let done = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (!isEscaped(code)) continue;
    let escaped = escapes.get(code);
    if (!escaped) {
      escaped = escapeOf(text.charAt(i));
      escapes.set(code, escaped);
    }
    pieces.add(text, done, i);
    pieces.add(escaped, 0, escaped.length);
    done = i + 1;
  }
  pieces.add(text, done, text.length);
  return pieces.join();
}

/** How JSON escapes a UTF-16 unit, in ASCII. */
function escapeOf(unit: string): string {
  const escaped = JSON.stringify(unit).slice(1, -1);
  return /[^ -~]/.test(escaped) ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}` : escaped;
}

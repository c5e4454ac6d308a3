import { EngineError } from '../../core/errors.ts';
import { type PyValue, pyFloat, pyInt } from '../../core/pyValue.ts';
import { timezoneRepr } from '../../python/index.ts';
import { daysInMonth, pyDate, pyDateTime } from '../../validation/index.ts';

const yes = /^(?:yes|Yes|YES|true|True|TRUE|on|On|ON)$/;
const no = /^(?:no|No|NO|false|False|FALSE|off|Off|OFF)$/;
const none = /^(?:~|null|Null|NULL|)$/;
const float =
  /^(?:[-+]?(?:[0-9][0-9_]*)\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
/** What `!!float` converts, beside the floats without a tag: integers, and exponents without a point or sign. */
const taggedFloat = /^[-+]?(?:\.(?:inf|nan)|(?:\d[\d_]*(?::\d+)*(?:\.[\d_]*)?|\.\d[\d_]*)(?:e[-+]?\d+)?)$/i;
const int =
  /^(?:[-+]?0b[0-1_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+|[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+)$/;
const timestamp =
  /^(?:\d{4}-\d{2}-\d{2}|\d{4}-\d{1,2}-\d{1,2}(?:[Tt]|[ \t]+)\d{1,2}:\d{2}:\d{2}(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d{1,2}(?::\d{2})?))?)$/;

/** Why a text is not read though it is YAML: PyYAML refuses it, or aliases make it too large. The message is PyYAML's, where that is known; `start` the place that it names. */
export class UnreadableYaml extends Error {
  readonly start: number;
  constructor(message = 'This YAML cannot be read: PyYAML refuses it, or aliases make it too large.', start = 0) {
    super(message);
    this.start = start;
  }
}

/** What PyYAML's resolver makes of a scalar without quotes. Throws `UnreadableYaml` for what it refuses. */
export function plainScalar(source: string): PyValue {
  if (none.test(source)) return null;
  if (yes.test(source)) return true;
  if (no.test(source)) return false;
  if (int.test(source)) return yamlInt(source);
  if (float.test(source)) return yamlFloat(source);
  if (timestamp.test(source)) return yamlTimestamp(source);
  // PyYAML has no constructor for it.
  if (source === '=') throw new UnreadableYaml();
  return source;
}

/** Whether PyYAML's resolver takes a scalar without quotes for text. */
export function isPlainText(source: string): boolean {
  return source !== '=' && ![none, yes, no, int, float, timestamp].some(pattern => pattern.test(source));
}

/** Whether PyYAML has a constructor of scalars for a tag of its own. */
export function isScalarTag(name: string): boolean {
  return ['null', 'bool', 'int', 'float', 'timestamp'].includes(name);
}

/** What PyYAML constructs from a scalar with one of its own tags (`name`: `int`, `bool`, …). Throws `UnreadableYaml` where the text is not of that type. */
export function taggedScalar(name: string, source: string): PyValue {
  const word = source.toLowerCase();
  if (name === 'null') return null;
  if (name === 'bool' && (yes.test(word) || no.test(word))) return yes.test(word);
  if (name === 'int' && int.test(source)) return yamlInt(source);
  if (name === 'float' && taggedFloat.test(source)) return yamlFloat(source);
  if (name === 'timestamp' && timestamp.test(source)) return plainScalar(source);
  throw new UnreadableYaml();
}

function yamlInt(source: string): PyValue {
  const negative = source.startsWith('-');
  const digits = source.replaceAll('_', '').replace(/^[-+]/, '');
  if (/^0[xb]?$/.test(digits) && digits !== '0') throw new UnreadableYaml();
  const value = digits.includes(':')
    ? digits.split(':').reduce((sum, part) => sum * 60n + BigInt(part), 0n)
    : BigInt(/^0[0-7]/.test(digits) ? `0o${digits}` : digits);
  return pyInt(negative ? -value : value);
}

function yamlFloat(source: string): PyValue {
  const sign = source.startsWith('-') ? -1 : 1;
  const digits = source.replaceAll('_', '').replace(/^[-+]/, '').toLowerCase();
  if (digits === '.inf') return sign * Number.POSITIVE_INFINITY;
  if (digits === '.nan') return Number.NaN;
  if (digits.includes(':')) return pyFloat(sign * digits.split(':').reduce((sum, part) => sum * 60 + Number(part), 0));
  return pyFloat(sign * Number(digits));
}

const timestampParts =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:(?:[Tt]|[ \t]+)(\d{1,2}):(\d{2}):(\d{2})(?:\.(\d*))?(?:[ \t]*(?:(Z)|([-+])(\d{1,2})(?::?(\d{2}))?))?)?$/;

/** PyYAML's `construct_yaml_timestamp`. Raises Python's `ValueError` for a day or an hour that there is not, which is no error of YAML's. */
function yamlTimestamp(source: string): PyValue {
  const match = timestampParts.exec(source) ?? [];
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map(part => Number(part ?? 0));
  const days = daysInMonth(year, month);
  if (year < 1) throw new EngineError('ValueError', `year ${year} is out of range`);
  if (days === undefined || days === 0) throw new EngineError('ValueError', 'month must be in 1..12');
  if (day < 1 || day > days) throw new EngineError('ValueError', 'day is out of range for month');
  const date = { year, month, day };
  if (match[4] === undefined) return pyDate(date);
  for (const [name, value, most] of [
    ['hour', hour, 23],
    ['minute', minute, 59],
    ['second', second, 59],
  ] as const)
    if (value > most) throw new EngineError('ValueError', `${name} must be in 0..${most}`);
  const time = { hour, minute, second, microsecond: Number((match[7] ?? '').slice(0, 6).padEnd(6, '0')) };
  if (match[8] === undefined && match[9] === undefined) return pyDateTime(date, time);
  const offset = (match[9] === '-' ? -1 : 1) * (Number(match[10] ?? 0) * 3600 + Number(match[11] ?? 0) * 60);
  return pyDateTime(date, { ...time, offset }, timezoneRepr(offset * 1e6));
}

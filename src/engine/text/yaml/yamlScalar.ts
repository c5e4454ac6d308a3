import { PyOpaque, type PyValue, pyFloat, pyInt } from '../../core/pyValue.ts';
import { UnreadableYaml } from './unreadableYaml.ts';

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

/** What PyYAML's resolver makes of a scalar without quotes. Throws `UnreadableYaml` for what it refuses. */
export function plainScalar(source: string): PyValue {
  if (none.test(source)) return null;
  if (yes.test(source)) return true;
  if (no.test(source)) return false;
  if (int.test(source)) return yamlInt(source);
  if (float.test(source)) return yamlFloat(source);
  if (timestamp.test(source)) return new PyOpaque(source.length > 10 ? 'datetime' : 'date', source, source);
  // PyYAML has no constructor for it.
  if (source === '=') throw new UnreadableYaml();
  return source;
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

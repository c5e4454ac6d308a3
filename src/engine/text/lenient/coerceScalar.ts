import { PyFloat, type PyValue, pyFloat, pyInt } from '../../core/pyValue.ts';
import { parseFloatText, parseInteger, pyStr, pyStrip } from '../../python/index.ts';
import { isNumber } from '../../validation/index.ts';
import { RepairRefused } from './repairRefused.ts';

const yes = ['true', 'yes', 'y', 'on', '1'];
const no = ['false', 'no', 'n', 'off', '0'];

/** `_coerce_scalar`: a value as one of a type of JSON Schema. Raises `RepairRefused` where it cannot be one. */
export function coerceScalar(value: PyValue, type: string): PyValue {
  if (type === 'string') {
    if (typeof value === 'string') return value;
    if (isNumber(value)) return pyStr(value);
  }
  if (type === 'integer') {
    const integer = integerOf(value);
    if (integer !== undefined) return integer;
  }
  if (type === 'number') {
    if (isNumber(value)) return value;
    const float = typeof value === 'string' ? parseFloatText(pyStrip(value)) : undefined;
    if (float !== undefined) return pyFloat(float);
  }
  if (type === 'boolean') {
    if (typeof value === 'boolean') return value;
    const word = typeof value === 'string' ? value.toLowerCase() : isNumber(value) ? String(plain(value)) : '';
    const words = typeof value === 'string' ? [yes, no] : [['1'], ['0', '-0']];
    if (words[0]!.includes(word)) return true;
    if (words[1]!.includes(word)) return false;
  }
  if (type === 'null' && value === null) return null;
  throw new RepairRefused();
}

function integerOf(value: PyValue): number | bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isInteger(value) ? value : undefined;
  if (value instanceof PyFloat) return whole(value.value);
  if (typeof value !== 'string') return undefined;
  const integer = parseInteger(pyStrip(value));
  return integer === undefined ? whole(parseFloatText(pyStrip(value))) : pyInt(integer);
}

function whole(value: number | undefined): number | bigint | undefined {
  return value !== undefined && Number.isInteger(value) ? pyInt(BigInt(value)) : undefined;
}

function plain(value: number | bigint | PyFloat): number | bigint {
  return value instanceof PyFloat ? value.value : value;
}

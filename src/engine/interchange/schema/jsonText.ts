import type { PyValue } from '../../core/pyValue.ts';
import { toJsonText } from '../../python/jsonDumps.ts';

/** A value as the text of a JSON file: exact, and half of a surrogate pair escaped, which UTF-8 could not hold. */
export function jsonFile(value: PyValue): string {
  return `${wellFormed(toJsonText(value))}\n`;
}

/** JSON text whose lone surrogates are escaped. They stand in strings only. */
export function wellFormed(json: string): string {
  return json.replace(/\p{Surrogate}/gu, unit => `\\u${unit.charCodeAt(0).toString(16)}`);
}

import type { PyValue } from '../../core/pyValue.ts';
import { escapeSurrogates, toJsonText } from '../../python/index.ts';
import { visible } from '../../text/index.ts';

/** A value as the text of a JSON file: exact, and half of a surrogate pair escaped, which UTF-8 could not hold. */
export function jsonFile(value: PyValue): string {
  return `${wellFormed(toJsonText(value))}\n`;
}

/** JSON text whose lone surrogates are escaped, and what `visible` escapes. All of it stands in strings only. */
export function wellFormed(json: string): string {
  return escapeSurrogates(visible(json));
}

import type { PyValue } from '../../../core/pyValue.ts';
import type { KnownValues } from '../../../parsers/conversion/conversionRule.ts';
import { jsonLoads } from '../../../python/index.ts';

/** Words by which a hint asks for a value that is not text. */
const jsonWords = /\b(true|false|json|bool|boolean|int|integer|float|number|list|array|dict|dictionary)\b/i;

/**
 * Whether the values of a key with a hint in words are JSON or plain text: what the samples show, else what the hint
 * says. Both directions decide by it, so that a conversion there and back ends where it began.
 */
export function keyKind(name: string, hint: string, known: KnownValues): 'json' | 'text' {
  const values = known.get(name) ?? [];
  const isJson = values.length > 0 ? values.some(value => typeof value !== 'string') : jsonWords.test(hint);
  return isJson ? 'json' : 'text';
}

/** The value of a hint that is itself JSON, such as `["name"]`; `undefined` for words and for a JSON string. */
export function jsonHintValue(hint: string): PyValue | undefined {
  const read = jsonLoads(hint);
  return read.ok && typeof read.value !== 'string' ? read.value : undefined;
}

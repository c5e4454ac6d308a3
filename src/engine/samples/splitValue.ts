import { EngineError } from '../core/errors.ts';
import { isPyDict, type PyValue } from '../core/pyValue.ts';
import { pyContains, pyGetItem, pyIterate, pyStr } from '../python/index.ts';

/** The three `keys_to_*` of a definition, defaults filled in by whoever reads it: `True`, `True`, `False`. */
export interface Filters {
  readonly content: PyValue;
  readonly memory: PyValue;
  readonly metadata: PyValue;
}

/**
 * What one filter gives. `fields` are the keys of the value that feed it, absent where the value is not a dictionary;
 * `warnings` is what the class logs. Or the class and message of the error that it raises.
 */
export type SplitPart =
  | { readonly exact: PyValue; readonly fields?: readonly string[]; readonly warnings: readonly string[] }
  | { readonly error: { readonly class: string; readonly message: string } };

/** AgentScope's `to_content`, `to_memory` and `to_metadata` of a parsed value. Never throws. */
export function splitValue(
  filters: Filters,
  value: PyValue,
  options: { readonly allowMissing?: boolean } = {},
): { readonly content: SplitPart; readonly memory: SplitPart; readonly metadata: SplitPart } {
  const part = (keys: PyValue) => filterValue(keys, value, options.allowMissing ?? false);
  return { content: part(filters.content), memory: part(filters.memory), metadata: part(filters.metadata) };
}

/** What one filter gives of a parsed value. Never throws. */
export function filterValue(keys: PyValue, value: PyValue, allowMissing = false): SplitPart {
  try {
    if (keys === true) return { exact: value, ...(isPyDict(value) && { fields: [...value.keys()] }), warnings: [] };
    if (keys === false) return { exact: null, fields: [], warnings: [] };
    if (typeof keys === 'string') return { exact: pyGetItem(value, keys), fields: [keys], warnings: [] };
    return pickKeys(pyIterate(keys), value, allowMissing);
  } catch (error) {
    if (error instanceof EngineError) return { error: { class: error.class, message: error.message } };
    throw error;
  }
}

function pickKeys(keys: readonly PyValue[], value: PyValue, allowMissing: boolean): SplitPart {
  const warnings: string[] = [];
  const found = keys.filter(key => {
    if (pyContains(value, key)) return true;
    if (!allowMissing) throw new EngineError('ValueError', `Name ${pyStr(key)} not found in the response.`);
    warnings.push(`Content name ${pyStr(key)} not found in the response. Skip it.`);
    return false;
  });
  const exact = new Map(found.map(key => [pyStr(key), pyGetItem(value, key)]));
  return { exact, fields: [...exact.keys()], warnings };
}

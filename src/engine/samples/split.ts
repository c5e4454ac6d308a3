import { EngineError } from '../core/errors.ts';
import { once, printedPlain } from '../core/once.ts';
import { fromPlain, isPyDict, type PyValue, toPlain } from '../core/pyValue.ts';
import type { ParseResult, Split, Splits } from '../core/result.ts';
import type { Definition } from '../parsers/definition.ts';
import { pyContains, pyGetItem, pyIterate, pyStr } from '../python/index.ts';

/**
 * What of a parsed value goes to content, memory and metadata. Takes a result of `parse`, or a parsed value itself.
 * `undefined` where the type has no filters, and for a failed result. Never throws.
 */
export function split(definition: Definition, result: unknown): Splits | undefined {
  if (!definition.filters) return undefined;
  let exact: PyValue | undefined;
  try {
    exact = parsedValue(result);
  } catch (error) {
    // What is not data, but inside itself or throws when it is read.
    const part = plainSplit({ error: errorOf(error) });
    return Object.freeze({ content: part, memory: part, metadata: part });
  }
  if (exact === undefined) return undefined;
  const own = ownSplits(definition, result);
  const { content, memory, metadata } = { ...splitValue(filtersOf(definition), exact), ...own };
  return Object.freeze({ content: plainSplit(content), memory: plainSplit(memory), metadata: plainSplit(metadata) });
}

function errorOf(error: unknown): { readonly class: string; readonly message: string } {
  if (error instanceof EngineError) return { class: error.class, message: error.message };
  return {
    class: 'TypeError',
    message: `The value cannot be read: ${error instanceof Error ? error.message : String(error)}`,
  };
}

/** The error of a filter that raises, and the filter's key. */
export interface SplitError {
  readonly class: string;
  readonly message: string;
  readonly key: string;
}

/** Makes what tells which filter of a definition raises first for a result: what the others give is not made. */
export function splitErrors(
  definition: Definition,
): (result: ParseResult & { readonly ok: true }) => SplitError | undefined {
  if (!definition.filters) return () => undefined;
  // A filter that takes all or nothing never raises.
  const filters = Object.entries(filtersOf(definition)).filter(([, keys]) => typeof keys !== 'boolean');
  return result => {
    for (const [part, own] of Object.entries(ownSplits(definition, result)))
      if ('error' in own) return { ...own.error, key: `keys_to_${part}` };
    for (const [part, keys] of filters) {
      const value = filterValue(keys, result.exact);
      if ('error' in value) return { ...value.error, key: `keys_to_${part}` };
    }
    return undefined;
  };
}

/** What the parser itself made for the destinations that the definition says nothing of. */
function ownSplits({ source }: Definition, result: unknown): Readonly<Record<string, SplitPart>> {
  if (!isResult(result) || !result.ok || !result.splits) return {};
  const own = Object.entries(result.splits).filter(([part]) => !source.config.has(`keys_to_${part}`));
  return Object.fromEntries(
    own.map(([part, ownSplit]) => [part, 'error' in ownSplit ? ownSplit : { exact: ownSplit.value, warnings: [] }]),
  );
}

function filtersOf(definition: Definition): Filters {
  // A written `null` is not a default: the class gets it, and raises.
  const { config } = definition.source;
  const [keys_to_content, keys_to_memory, keys_to_metadata] = ['content', 'memory', 'metadata'].map(part =>
    config.get(`keys_to_${part}`),
  );
  return {
    content: keys_to_content === undefined ? true : keys_to_content,
    memory: keys_to_memory === undefined ? true : keys_to_memory,
    metadata: keys_to_metadata === undefined ? false : keys_to_metadata,
  };
}

/** The value that was parsed, `undefined` for a failed result. A copy of a result (from a worker) has no exact value any more. */
function parsedValue(result: unknown): PyValue | undefined {
  if (!isResult(result)) return fromPlain(result);
  if (!result.ok) return undefined;
  return result.exact === undefined ? fromPlain(result.value) : result.exact;
}

/** A result has all of these; a parsed value that has them as well is not worth guarding against. */
function isResult(result: unknown): result is ParseResult {
  if (typeof result !== 'object' || result === null || !('ok' in result)) return false;
  const { ok } = result;
  const keys = ok === true ? ['value', 'fields', 'repairs'] : ok === false ? ['error'] : [];
  return keys.length > 0 && [...keys, 'response', 'warnings'].every(key => Object.hasOwn(result, key));
}

function plainSplit(part: SplitPart): Split {
  if ('error' in part) return Object.freeze({ error: Object.freeze(part.error) });
  const value = once(() => toPlain(part.exact));
  const plain = {
    get value() {
      return value();
    },
    ...(part.fields && { fields: Object.freeze(part.fields) }),
  };
  Object.defineProperty(plain, 'exact', { value: part.exact });
  return Object.freeze(printedPlain(plain)) as Split;
}

/** The three `keys_to_*` of a definition, defaults filled in by whoever reads it: `True`, `True`, `False`. */
interface Filters {
  readonly content: PyValue;
  readonly memory: PyValue;
  readonly metadata: PyValue;
}

/**
 * What one filter gives. `fields` are the keys of the value that feed it, absent where the value is not a dictionary;
 * `warnings` is what the class logs. Or the class and message of the error that it raises.
 */
type SplitPart =
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
function filterValue(keys: PyValue, value: PyValue, allowMissing = false): SplitPart {
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
  const exact = new Map(found.map(key => [typeof key === 'string' ? key : pyStr(key), pyGetItem(value, key)]));
  return { exact, fields: [...exact.keys()], warnings };
}

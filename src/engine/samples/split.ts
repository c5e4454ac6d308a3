import { EngineError } from '../core/errors.ts';
import { once } from '../core/once.ts';
import { printedPlain } from '../core/printedPlain.ts';
import { fromPlain, type PyValue, toPlain } from '../core/pyValue.ts';
import type { ParseResult, Split, Splits } from '../core/result.ts';
import type { Definition } from '../parsers/definition.ts';
import { type Filters, filterValue, type SplitPart, splitValue } from './splitValue.ts';

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
    own.map(([part, given]) => [part, 'error' in given ? given : { exact: given.value, warnings: [] }]),
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

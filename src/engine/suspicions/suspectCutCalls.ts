import type { Suspicion } from '../core/suspicion.ts';
import { jsonLoads } from '../python/index.ts';

/** How many calls of a message are looked at. */
const mostCalls = 100;

/**
 * Arguments that end within their JSON, in the calls of a message that a framework reads all the same: it closed them itself.
 * They stand nowhere in the text, so that a suspicion has no place. Linear.
 */
export function suspectCutCalls(calls: readonly unknown[]): readonly Suspicion[] {
  return calls.slice(0, mostCalls).flatMap((call): Suspicion[] => {
    const { name, given } = argumentsOf(call);
    if (typeof given !== 'string' || !isCutOff(given)) return [];
    return [{ code: 'cut-value', detail: `arguments of ${typeof name === 'string' ? name : 'a call'}` }];
  });
}

/** As chat completions have them (`{ function: { name, arguments } }`), or the Responses API. */
function argumentsOf(call: unknown): { readonly name?: unknown; readonly given?: unknown } {
  if (typeof call !== 'object' || call === null) return {};
  const { function: inner } = call as { readonly function?: unknown };
  const own = typeof inner === 'object' && inner !== null ? inner : call;
  const { name, arguments: given } = own as { readonly name?: unknown; readonly arguments?: unknown };
  return { name, given };
}

function isCutOff(text: string): boolean {
  const end = text.trimEnd().length;
  if (end === 0) return false;
  const read = jsonLoads(text, { strict: false });
  if (read.ok || read.error.kind !== 'JSONDecodeError') return false;
  return read.error.offset >= end || read.error.message.startsWith('Unterminated string');
}

import { EngineError } from '../core/errors.ts';
import type { Host } from '../core/host.ts';
import type { Definition } from '../parsers/definition.ts';
import { createTokenCounter, usualCounter } from '../tokens/index.ts';
import type { FileFallback } from './evaluationFile.ts';
import type { Totals } from './summarize.ts';

/** What one request costs that a framework sends in silence after an answer that it cannot read. */
export interface FallbackCost {
  /** The class that reads its answer. */
  readonly reader: string;
  /** Of its messages' texts; absent where the counter cannot count. */
  readonly tokens?: number;
  /** Absent likewise. */
  readonly counter?: string;
}

/** What the framework's silent second request costs, by `counter`, `TYPE` or `TYPE:MODEL`; `undefined`: it sends none. Never rejects. */
export async function fallbackCost(
  definition: Definition,
  host: Host,
  counter: string = usualCounter,
): Promise<FallbackCost | undefined> {
  try {
    const request = definition.parserType.framework?.fallback?.(definition.source);
    if (!request) return undefined;
    const tokens = await tokensOf(request.messages, counter, host);
    return { reader: request.reader, ...(tokens !== undefined && { tokens, counter }) };
  } catch (error) {
    if (error instanceof EngineError) return undefined;
    throw error;
  }
}

async function tokensOf(texts: readonly string[], counter: string, host: Host): Promise<number | undefined> {
  try {
    const made = createTokenCounter(counter, host);
    let sum = 0;
    for (const text of texts) sum += await made.countText(text);
    return sum;
  } catch (error) {
    if (error instanceof EngineError) return undefined;
    throw error;
  }
}

/** What all requests cost that a framework sent in silence: one for each answer that was not read. */
export function fallbackOf({ reader, tokens, counter }: FallbackCost, { error }: Pick<Totals, 'error'>): FileFallback {
  const counted = tokens === undefined ? {} : { tokens: { counter: counter!, request: tokens, all: tokens * error } };
  return { reader, requests: error, ...counted };
}

/** What one of them costs, out of an evaluation's file. */
export function fallbackCostOf({ reader, tokens }: FileFallback): FallbackCost {
  return { reader, ...(tokens && { tokens: tokens.request, counter: tokens.counter }) };
}

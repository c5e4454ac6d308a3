import { fromPlain } from '../core/pyValue.ts';
import { jsonDumps } from '../python/index.ts';
import type { TokenCounterType } from './counter.ts';
import { countTokens, type Encoding, tokenSpans } from './encoding.ts';
import { withRankTable } from './tables.ts';

/**
 * The counter that knows an encoding and nothing of messages. A payload that is not a string is counted as the text that
 * Python's `json.dumps(payload, ensure_ascii=False)` prints for it, and tools the same way on top.
 */
export function encodingCounterType(encoding: Encoding, summary: string): TokenCounterType {
  return {
    type: encoding.name,
    summary,
    keys: {},
    create: (_spec, host) => {
      const countText = (text: string) =>
        withRankTable(host, encoding.name, table => countTokens(encoding, table, text));
      return {
        exact: true,
        basis: encoding.name,
        countText,
        count: (payload, tools) => countText(payloadText(payload) + (tools === undefined ? '' : payloadText(tools))),
        tokenSpans: text => withRankTable(host, encoding.name, table => tokenSpans(encoding, table, text)),
      };
    },
  };
}

function payloadText(payload: unknown): string {
  return typeof payload === 'string' ? payload : jsonDumps(fromPlain(payload), { ensureAscii: false });
}

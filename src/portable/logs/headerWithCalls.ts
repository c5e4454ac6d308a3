import { cutterFor, type LogReader } from '../../engine/index.ts';
import { recordOf } from './batchJudge.ts';

/** Calls that are kept, in UTF-16 units of JSON. */
const maxCalls = 16 * 1024 * 1024;

/**
 * The header of a log with the calls of tools that its history has, which stands behind its records. `chunks`: the whole
 * log; `callsOf`: its reader's. Rejects when it cannot be read.
 */
export async function headerWithCalls(
  header: unknown,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  callsOf: NonNullable<LogReader['calls']>,
): Promise<unknown> {
  const cutter = cutterFor({ kind: 'items', list: 'history' });
  const decoder = new TextDecoder();
  const history: unknown[] = [];
  let size = 0;
  const take = ({ bytes }: { readonly bytes: Uint8Array | undefined }) => {
    const text = bytes && decoder.decode(bytes);
    if (!text?.includes('"tool_calls"')) return;
    size += text.length;
    if (size > maxCalls) return;
    const message = recordOf(text, { kind: 'items' }, []);
    if (message) history.push(message.data);
  };
  for await (const chunk of chunks) cutter.push(chunk, take);
  cutter.end(take);
  const calls = callsOf(history);
  return Object.keys(calls).length > 0 ? { ...(header as object | undefined), calls } : header;
}

import { once } from 'node:events';
import { Transform } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Io } from '../io.ts';
import { type AssistServerOptions, createAssistServer } from './assistServer.ts';

/** Serves assistants on standard input and output until the input ends. */
export async function serveAssistants(options: AssistServerOptions, io: Io): Promise<void> {
  const tell = (words: string) => void io.stderr.write(`parserlens mcp: ${words}\n`);
  const answer = (message: object) => void io.stdout.write(`${JSON.stringify(message)}\n`);
  const onTooLong = () => {
    tell(`a message of more than ${longestMessage / 2 ** 20} MB was not read.`);
    const error = { code: -32600, message: `Invalid Request: a message may have ${longestMessage} bytes.` };
    answer({ jsonrpc: '2.0', id: null, error });
  };
  const input = boundedLines(onTooLong, longestMessage, line => {
    const refused = refusedRequest(line);
    if (refused) answer(refused);
    return refused !== undefined;
  });
  io.stdin.pipe(input);
  const transport = new StdioServerTransport(input, io.stdout, { maxBufferSize: 2 * longestMessage });
  const ended = once(input, 'end');
  const handle = serveStdio(() => createAssistServer(options), { transport, onerror: error => tell(error.message) });
  // A client that is gone may leave the pipe open the other way.
  await Promise.race([ended, once(io.stdin, 'close'), io.signal ? once(io.signal, 'abort') : never]);
  await handle.close();
}

const never = new Promise<never>(() => {});

/**
 * The answer to a request that is not one of the protocol's, such as one whose progress token is an object: the server's
 * own reader would drop it without a word. `undefined`: it is one, or nothing that can be answered.
 */
function refusedRequest(line: string): object | undefined {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof message !== 'object' || message === null || !('method' in message) || !('id' in message)) return undefined;
  const { id } = message;
  if ((typeof id !== 'string' && typeof id !== 'number') || isRequest(message)) return undefined;
  const error = { code: -32602, message: 'Invalid params: this is not a request as the protocol has them.' };
  return { jsonrpc: '2.0', id, error };
}

/** Whether the parts that every request may have are as the protocol has them. */
function isRequest(message: object): boolean {
  const { jsonrpc, method, params } = message as { jsonrpc?: unknown; method?: unknown; params?: unknown };
  if (jsonrpc !== '2.0' || typeof method !== 'string') return false;
  if (params === undefined) return true;
  if (!isRecord(params)) return false;
  const { _meta: meta } = params;
  if (meta === undefined) return true;
  if (!isRecord(meta)) return false;
  const { progressToken: token } = meta;
  return token === undefined || typeof token === 'string' || Number.isInteger(token);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The longest message that is read, in bytes. */
const longestMessage = 8 * 1024 * 1024;

const newline = 0x0a;

/**
 * The lines of a stream without those that are too long, of which nothing is kept; `onTooLong` hears of each. The server's
 * own reader would end the connection instead. A line that `isRefused` is left out as well.
 */
export function boundedLines(
  onTooLong: () => void,
  limit = longestMessage,
  isRefused: (line: string) => boolean = () => false,
): Transform {
  let kept: Buffer[] = [];
  let size = 0;
  let isTooLong = false;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let from = 0; from < chunk.length; ) {
        const end = chunk.indexOf(newline, from);
        const part = chunk.subarray(from, end < 0 ? chunk.length : end + 1);
        from += part.length;
        size += part.length;
        if (size > limit && !isTooLong) {
          isTooLong = true;
          kept = [];
          onTooLong();
        }
        if (!isTooLong) kept.push(part);
        if (end < 0) continue;
        const line = isTooLong ? undefined : Buffer.concat(kept);
        if (line && !isRefused(line.toString())) this.push(line);
        [kept, size, isTooLong] = [[], 0, false];
      }
      done();
    },
  });
}

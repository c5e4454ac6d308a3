import { once } from 'node:events';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Io } from '../io.ts';
import { type AssistServerOptions, createAssistServer } from './assistServer.ts';
import { boundedLines, longestMessage } from './boundedLines.ts';
import { refusedRequest } from './refusedRequest.ts';

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

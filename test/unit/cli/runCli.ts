import { Readable, Writable } from 'node:stream';
import { run } from '../../../src/cli/run.ts';
import type { Host } from '../../../src/engine/index.ts';
import { nodeHost } from '../../../src/node/nodeHost.ts';

/** What a test of `--watch` needs: an end, and to hear what is written. */
export interface CliOptions {
  readonly signal?: AbortSignal;
  readonly host?: Host;
  readonly env?: Readonly<Record<string, string>>;
  onOutput?(out: string): void;
  onError?(err: string): void;
}

/** Runs the command line in a folder and gives what it wrote. Arguments in one text are separated by blanks. */
export async function runCli(
  cwd: string,
  args: string | readonly string[],
  input: string | Readable = '',
  { signal, host = nodeHost, env = {}, onOutput, onError }: CliOptions = {},
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  let [out, err] = ['', ''];
  const code = await run(typeof args === 'string' ? args.split(' ').filter(Boolean) : args, {
    stdin: typeof input === 'string' ? Readable.from(input === '' ? [] : [Buffer.from(input)]) : input,
    stdout: sink(text => {
      out += text;
      onOutput?.(text);
    }),
    stderr: sink(text => {
      err += text;
      onError?.(text);
    }),
    cwd,
    env,
    host,
    ...(signal && { signal }),
  });
  return { code, out, err };
}

function sink(take: (text: string) => void): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      take(String(chunk));
      done();
    },
  });
}

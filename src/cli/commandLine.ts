/** `dist/commandLine.js`: runs a command, and ends the process with what came of it. */
import { writeSync } from 'node:fs';
import { oneLine } from '../engine/index.ts';
import { nodeHost } from '../node/nodeHost.ts';
import { exitCode, withoutCommands } from './io.ts';
import { run } from './run.ts';

const interrupted = new AbortController();

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader of our output may stop early (`| head`): there is nobody left to tell.
  if (error.code === 'EPIPE') process.exit();
  fail(`The output cannot be written: ${error.message}`);
});

// Nobody can be told; what is asked for is on standard output.
process.stderr.on('error', () => {});

// What takes long ends itself, and tells what it has.
if (process.argv.includes('--watch') || ['run', 'evaluate'].includes(process.argv[2] ?? ''))
  process.once('SIGINT', () => interrupted.abort());

run(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  cwd: process.cwd(),
  env: process.env,
  host: nodeHost,
  signal: interrupted.signal,
}).then(
  code => {
    process.exitCode = code;
  },
  // The system failed (too many open files, a disk that breaks), or we did.
  (error: unknown) => fail(error instanceof Error ? `${error.name}: ${error.message}` : String(error)),
);

/** Ends the process with one line on standard error. */
function fail(message: string): never {
  try {
    writeSync(process.stderr.fd, withoutCommands(`${oneLine(message)}\n`));
  } catch {
    // Standard error is gone as well.
  }
  process.exit(exitCode.usage);
}

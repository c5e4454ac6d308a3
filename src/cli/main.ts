import { nodeHost } from '../node/nodeHost.ts';
import { run } from './run.ts';

const interrupted = new AbortController();

// The reader of our output may stop early (`| head`): there is nobody left to tell.
process.stdout.on('error', error => {
  if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  process.exit();
});

if (process.argv.includes('--watch')) process.once('SIGINT', () => interrupted.abort());

run(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  cwd: process.cwd(),
  env: process.env,
  host: nodeHost,
  signal: interrupted.signal,
}).then(code => {
  process.exitCode = code;
});

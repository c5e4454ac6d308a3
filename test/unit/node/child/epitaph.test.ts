import { equal } from 'node:assert/strict';
import { type End, epitaph, wasKept } from '../../../../src/node/child/epitaph.ts';

suite('why a module’s process ended', () => {
  const end: End = { code: null, signal: null, reason: '', limitMs: 1500, isTaken: true, hasLoaded: true };
  const memory = 'The module needs more memory than it may use: 64 MB of values, 128 MB in all.';
  for (const [what, known, className, message] of [
    ['too slow', { reason: 't' }, 'ModuleTimeout', 'The module did not finish within 1.5 s.'],
    ['too large', { reason: 'm', code: 1 }, 'ModuleOutOfMemory', memory],
    ['V8 gave up', { code: 134 }, 'ModuleOutOfMemory', memory],
    ['V8 gave up with a signal', { signal: 'SIGABRT' }, 'ModuleOutOfMemory', memory],
    ['V8 gave up on Windows', { code: 3221225477 }, 'ModuleOutOfMemory', memory],
    [
      'killed',
      { signal: 'SIGKILL' },
      'ModuleInterrupted',
      'The module cannot be run: its process was ended by SIGKILL.',
    ],
    [
      'asked to end',
      { signal: 'SIGTERM' },
      'ModuleInterrupted',
      'The module cannot be run: its process was ended by SIGTERM.',
    ],
    ['its own end', { code: 255 }, 'ModuleEnded', 'The module ended its process with process.exit(255).'],
    ['its own end without a fault', { code: 0 }, 'ModuleEnded', 'The module ended its process with process.exit(0).'],
  ] as const)
    test(what, () => {
      const failure = epitaph({ ...end, ...known }, { heapMb: 64, residentMb: 128 });
      equal(`${failure.class}: ${failure.message}`, `${className}: ${message}`);
      equal(wasKept(failure), className !== 'ModuleEnded');
    });

  test('what could not be told may be told another time', () => {
    equal(wasKept({ class: 'ModuleOutputError', message: '' }), true);
    equal(wasKept({ class: 'TypeError', message: '' }), false);
  });
});

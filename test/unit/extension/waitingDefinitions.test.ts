import assert from 'node:assert/strict';
import { waitingDefinitions } from '../../../src/extension/samples/sampleVerdicts.ts';

suite('waitingDefinitions', () => {
  const definitions = [
    { name: 'plain', needsTrust: false },
    { name: 'module', needsTrust: true },
  ];
  const waiting = (isTrusted: boolean, hasModules: boolean) => [
    ...waitingDefinitions(definitions, { isTrusted, hasModules }),
  ];

  test('samples of modules run where the workspace is trusted and there is something to run them', () => {
    assert.deepEqual(waiting(true, true), []);
  });

  test('samples of modules wait for trust, and do not run in a browser at all', () => {
    assert.deepEqual(waiting(false, true), ['module']);
    assert.deepEqual(waiting(true, false), ['module']);
    assert.deepEqual(waiting(false, false), ['module']);
  });
});

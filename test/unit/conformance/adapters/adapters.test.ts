import { deepEqual, equal, ok } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as adapters from '../../../conformance/adapters/adapters.ts';
import { operations } from '../../../conformance/adapters/operations.ts';
import { readExamples } from '../../../run/library.ts';
import { root } from '../../../run/process.mjs';
import { runExample } from '../../runExample.ts';
import { takingHosts, unbound } from '../../takingHosts.ts';

const examples = readExamples('test/conformance/adapters/examples.md');

/** The members of each system, as other programs find them. */
function shapeOf(door: object): object {
  return Object.fromEntries(
    Object.entries(door)
      .filter(([system]) => system in operations)
      .map(([system, members]) => [system, Object.entries(members).map(([name, member]) => [name, typeof member])]),
  );
}

suite('the adapters of recorded cases', () => {
  test('are all systems’ operations, each with an example', () => {
    deepEqual(shapeOf(adapters), shapeOf(operations));
    deepEqual(
      [...examples.keys()].toSorted(),
      Object.entries(operations)
        .flatMap(([system, members]) => Object.keys(members).map(member => `${system}.${member}`))
        .toSorted(),
    );
  });

  test('have Node’s host wherever an operation takes one', () => {
    ok(takingHosts(operations).includes('sweagent.renderError'), 'the search finds such functions');
    deepEqual(unbound(operations, adapters), []);
  });

  for (const [name, code] of examples)
    test(`the example of ${name} prints what it says`, () => runExample(code, adapters));

  test('are built into out/adapters.js, with the errors of the library @slow', () => {
    execFileSync(process.execPath, ['build/adapters.js'], { cwd: root });
    const load = createRequire(import.meta.url);
    const built = load(join(root, 'out/adapters.js'));
    const { EngineError } = load(join(root, 'dist/engine.js'));
    deepEqual(Object.keys(built).toSorted(), Object.keys(operations).toSorted());
    deepEqual(shapeOf(built), shapeOf(operations));
    let thrown: unknown;
    try {
      built.sweagent.functionSchema({});
    } catch (error) {
      thrown = error;
    }
    ok(thrown instanceof EngineError);
    equal(built.structured.balancedObjects('a {"b": 1}').length, 1);
  });
});

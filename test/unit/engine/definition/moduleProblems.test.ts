import assert from 'node:assert/strict';
import type { Host, ModuleError } from '../../../../src/engine/core/host.ts';
import { checkDefinitions, readDefinitions } from '../../../../src/engine/definition/index.ts';

const text = '{ "type": "custom", "module": "m.mjs" }';

async function check(error: ModuleError | undefined, definition = text) {
  const host: Host = {
    runModule: async () => (error ? { ok: false, error } : { ok: true, value: 'Answer.', called: false }),
  };
  const { definitions } = readDefinitions(definition, 'x.parser.json');
  return (await checkDefinitions(definitions, host)).map(({ code, severity, message, span }) => [
    ...[code, severity, message],
    definition.slice(span.start, span.end),
  ]);
}

suite('problems of modules', () => {
  test('what a module throws is told where the definition names it', async () =>
    assert.deepEqual(await check({ class: 'TypeError', message: 'no' }), [
      ['module-error', 'error', 'TypeError: no (m.mjs)', '"m.mjs"'],
    ]));

  test('an instruction that is not a text is one as well', async () => {
    const host: Host = { runModule: async () => ({ ok: true, value: 1, called: false }) };
    const [problem] = await checkDefinitions(readDefinitions(text, 'x.parser.json').definitions, host);
    assert.match(problem?.message ?? '', /^ModuleValueError: .* must give a text, not int\.$/);
  });

  test('none where it gives an instruction, may not run, or is not named', async () => {
    assert.deepEqual(await check(undefined), []);
    assert.deepEqual(await check({ class: 'ModuleNotTrusted', message: 'no' }), []);
    assert.deepEqual(await check({ class: 'TypeError', message: 'no' }, '{ "type": "custom" }'), []);
    assert.deepEqual(await check({ class: 'TypeError', message: 'no' }, '{ "type": "identity" }'), []);
    assert.deepEqual(await checkDefinitions(readDefinitions(text, 'x.parser.json').definitions, {}), []);
    const untrusted: Host = { runModule: async () => undefined };
    assert.deepEqual(await checkDefinitions(readDefinitions(text, 'x.parser.json').definitions, untrusted), []);
  });
});

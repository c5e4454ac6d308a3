import { deepEqual, equal, match } from 'node:assert/strict';
import { mock } from 'node:test';
import { readDefinitions } from '../../../../src/engine/index.ts';
import { StreamMoments } from '../../../../src/extension/runtime/streamMoments.ts';
import { nodeHost } from '../../../../src/node/nodeHost.ts';
import type { StreamMoment } from '../../../../src/views/streamLens.ts';

suite('what is known of an answer that comes', () => {
  let told: StreamMoment[];
  setup(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    told = [];
  });
  teardown(() => mock.timers.reset());
  const momentsOf = (keys: object) =>
    new StreamMoments(readDefinitions(JSON.stringify(keys), 'x.parser.json').definitions[0]!, nodeHost, moment =>
      told.push(moment),
    );
  const dict = { type: 'MarkdownJsonDictParser', content_hint: 'a dict' };
  /** Lets the framework say what it would say. */
  const asked = () => new Promise(resolve => setImmediate(resolve));

  test('is told twenty times a second, then with what the framework would say', async () => {
    const moments = momentsOf(dict);
    moments.push('```json\n{"vote": "Ann", "wh');
    moments.push('y": "be');
    mock.timers.tick(49);
    equal(told.length, 0);
    mock.timers.tick(1);
    const fields = [{ key: 'vote', final: false, value: '"Ann"' }];
    deepEqual(told, [{ fields, open: 'why' }]);
    for (let i = 0; i < 50; i++) await asked();
    mock.timers.tick(50);
    equal(told.length, 2);
    const { error, ...rest }: StreamMoment = told[1]!;
    deepEqual(rest, { fields, open: 'why' });
    match(error ?? '', /^\w+: The /);
    mock.timers.tick(1000);
    equal(told.length, 2);
  });

  test('are the latest five fields, each cut', () => {
    const moments = momentsOf(dict);
    const members = ['a', 'b', 'c', 'd', 'e'].map(key => `"${key}": 1`).join(', ');
    moments.push(
      `\`\`\`json\n{"first": 1, ${members}, "${'k'.repeat(50)}": "${'v'.repeat(50)}", "${'o'.repeat(50)}": "x`,
    );
    mock.timers.tick(50);
    deepEqual(
      told[0]!.fields.map(({ key }) => key),
      ['b', 'c', 'd', 'e', `${'k'.repeat(39)}…`],
    );
    equal(told[0]!.fields.at(-1)!.value.length, 40);
    equal(told[0]!.open, `${'o'.repeat(39)}…`);
  });

  test('is told no more when the answer has come, and begins anew when it does', async () => {
    const moments = momentsOf(dict);
    moments.push('```json\n{"vote": "Ann", ');
    moments.end();
    mock.timers.tick(1000);
    equal(told.length, 0);
    moments.restart();
    moments.push('```json\n{"who": "Bo", ');
    mock.timers.tick(50);
    deepEqual(
      told.flatMap(({ fields }) => fields.map(({ key }) => key)),
      ['who'],
    );
    moments.restart();
    for (let i = 0; i < 50; i++) await asked();
    mock.timers.tick(1000);
    equal(told.length, 1);
  });

  test('of a long answer the framework is not asked', async () => {
    const moments = momentsOf(dict);
    moments.push(`\`\`\`json\n{"a": "${'x'.repeat(200_000)}`);
    mock.timers.tick(50);
    for (let i = 0; i < 50; i++) await asked();
    mock.timers.tick(1000);
    equal(told.length, 1);
  });

  test('is why nothing can be told, where nothing can', () => {
    const moments = momentsOf({ type: 'RegexParser', regex: '(a)', output_keys: ['x'], default_output_key: 'x' });
    moments.push('a');
    mock.timers.tick(50);
    equal(typeof told[0]!.endOnly, 'string');
  });
});

import assert from 'node:assert/strict';
import type { Host } from '../../../src/engine/index.ts';
import { Readings } from '../../../src/service/readings.ts';

const text = (name: string) => JSON.stringify({ parsers: { [name]: { type: 'identity' } } });

suite('readings', () => {
  test('a text is read once, the present one and the saved one; parser and judge are made once', () => {
    const readings = new Readings({});
    const first = readings.read(text('a'), 'x');
    const saved = readings.read(text('b'), 'x');
    assert.equal(readings.read(text('a'), 'x'), first);
    assert.equal(readings.read(text('b'), 'x'), saved);
    assert.notEqual(readings.read(text('a'), 'y'), first);
    readings.read(text('c'), 'x');
    assert.notEqual(readings.read(text('a'), 'x'), first);
    const [definition] = saved.definitions;
    assert.equal(readings.parser(definition!), readings.parser(definition!));
    assert.equal(readings.judge(definition!), readings.judge(definition!));
  });

  test('what was read already is not outlined', () => {
    const readings = new Readings({});
    assert.notEqual(readings.outline(text('a'), 'x'), readings.outline(text('a'), 'x'));
    assert.equal(readings.read(text('a'), 'x').definitions, readings.outline(text('a'), 'x'));
  });

  test('a class that makes no parser is known as well', () => {
    const bad = '{ "type": "RegexTaggedContentParser", "tagged_content_pattern": "(" }';
    const readings = new Readings({});
    const definition = readings.definition({ text: bad, fileName: 'x', name: 'x' });
    assert.ok(!definition || 'error' in readings.parser(definition));
  });

  test('a module is asked by the same judge again and again', async () => {
    let runs = 0;
    const host: Host = {
      runModule: async () => ({ ok: true, value: ++runs, called: true }),
    };
    const readings = new Readings(host);
    const request = { text: '{ "type": "custom", "module": "x.mjs" }', fileName: 'x.parser.json', name: 'x' };
    const judge = readings.judge(readings.definition(request)!);
    assert.deepEqual([(await judge.actual(''))?.value, (await judge.actual(''))?.value], [1, 2]);
  });
});

import assert from 'node:assert/strict';
import type { Host } from '../../../src/engine/index.ts';
import { DefinitionCache } from '../../../src/service/definitionCache.ts';

const text = (name: string) => JSON.stringify({ parsers: { [name]: { type: 'identity' } } });

suite('definition cache', () => {
  test('a text is read once, the present one, the one before it and the saved one; parser and judge are made once', () => {
    const cache = new DefinitionCache({});
    const first = cache.read(text('a'), 'x');
    const saved = cache.read(text('b'), 'x');
    assert.equal(cache.read(text('a'), 'x'), first);
    assert.equal(cache.read(text('b'), 'x'), saved);
    assert.notEqual(cache.read(text('a'), 'y'), first);
    // However often the present one is asked for, the saved one stays while the user types.
    for (const present of ['c', 'd', 'e']) {
      for (let i = 0; i < 2; i++) cache.read(text(present), 'x');
      assert.equal(cache.read(text('b'), 'x'), saved);
      cache.read(text(present), 'x');
    }
    assert.notEqual(cache.read(text('a'), 'x'), first);
    const [definition] = saved.definitions;
    assert.equal(cache.parser(definition!), cache.parser(definition!));
    assert.equal(cache.judge(definition!), cache.judge(definition!));
  });

  test('what was read already is not outlined', () => {
    const cache = new DefinitionCache({});
    assert.notEqual(cache.outline(text('a'), 'x'), cache.outline(text('a'), 'x'));
    assert.equal(cache.read(text('a'), 'x').definitions, cache.outline(text('a'), 'x'));
  });

  test('a class that makes no parser is known as well', () => {
    const bad = '{ "type": "RegexTaggedContentParser", "tagged_content_pattern": "(" }';
    const cache = new DefinitionCache({});
    const definition = cache.definition({ text: bad, fileName: 'x', name: 'x' });
    assert.ok(!definition || 'error' in cache.parser(definition));
  });

  test('a module is asked by the same judge again and again', async () => {
    let runs = 0;
    const host: Host = {
      runModule: async () => ({ ok: true, value: ++runs, called: true }),
    };
    const cache = new DefinitionCache(host);
    const request = { text: '{ "type": "custom", "module": "x.mjs" }', fileName: 'x.parser.json', name: 'x' };
    const judge = cache.judge(cache.definition(request)!);
    assert.deepEqual([(await judge.actual(''))?.value, (await judge.actual(''))?.value], [1, 2]);
  });
});

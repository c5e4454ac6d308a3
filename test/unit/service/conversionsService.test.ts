import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { conversionsService } from '../../../src/service/conversionsService.ts';
import { DefinitionCache } from '../../../src/service/definitionCache.ts';

const host = {};
const service = conversionsService(host, new DefinitionCache(host));

suite('conversions service', () => {
  const text = JSON.stringify({
    type: 'MultiTaggedContentParser',
    tagged_contents: [{ name: 'a', tag_begin: '[A]', content_hint: 'x', tag_end: '[/A]' }],
    samples: [{ name: 'one', file: 'one.md', expect: { value: { a: 'yes' } } }],
  });
  const definition = { text, fileName: 'a.parser.json', name: 'a' };

  test('a sample in a file is converted with its text, and without it refuses every conversion', async () => {
    const read = await service.conversions({ ...definition, files: { 'one.md': { text: '[A]yes[/A]' } } });
    const refusals = (all: typeof read) => all.map(each => ('refusal' in each ? each.refusal : ''));
    ok(refusals(read).includes(''), refusals(read).join('\n'));
    const unread = await service.conversions({ ...definition, files: { 'one.md': { error: 'It is not there.' } } });
    equal(unread.length, read.length);
    for (const refusal of refusals(unread)) match(refusal, /one.* cannot be read/);
  });

  test('a definition that its file does not have has no conversions', async () => {
    deepEqual(await service.conversions({ ...definition, name: 'b', files: {} }), []);
    const [conversion] = await service.conversions({ ...definition, files: {} });
    const counted = { conversion: conversion!, counter: 'o200k_base' };
    equal(await service.tokens({ ...definition, ...counted, name: 'b' }), undefined);
  });
});

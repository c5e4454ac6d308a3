import assert from 'node:assert/strict';
import { parserChoices } from '../../../src/views/parserChoices.ts';

const parser = (name: string) => ({ file: `file:///${name}.parser.json`, name });
const fitFor = (name: string, read: number, asksForForm = true) => ({
  ...parser(name),
  read,
  asksForForm,
  hasNames: false,
});

suite('parserChoices', () => {
  const known = ['a', 'b', 'c', 'd', 'e'].map(parser);

  test('each once, in its first group', () => {
    const fits = [fitFor('c', 1), fitFor('e', 1, false), fitFor('a', 0)];
    const rows = parserChoices(known, fits, parser('b'), [parser('c'), parser('d'), parser('b'), parser('gone')]);
    assert.deepEqual(
      rows.map(({ group, parser: { name }, fit: found }) => `${group} ${name}${found ? ` ${found.read}` : ''}`),
      ['reads c 1', 'previewed b', 'recent d', 'others a 0', 'others e 1'],
    );
  });

  test('those that read it after one edit stand below those that read it', () => {
    const fits = [{ ...fitFor('d', 0), afterEdit: 'tag-case' }, fitFor('e', 1)];
    const rows = parserChoices(known, fits, parser('a'), []);
    assert.deepEqual(
      rows.map(({ group, parser: { name } }) => `${group} ${name}`),
      ['reads e', 'afterEdit d', 'previewed a', 'others b', 'others c'],
    );
  });

  test('those that have the keys of the response stand above all of which nobody knows, and what reads anything', () => {
    const fits = [{ ...fitFor('d', 0), hasNames: true }, fitFor('e', 1, false), { ...fitFor('c', 1), hasNames: true }];
    const rows = parserChoices(known, fits, parser('a'), [parser('b')]);
    assert.deepEqual(
      rows.map(({ group, parser: { name } }) => `${group} ${name}`),
      ['reads c', 'hasNames d', 'previewed a', 'recent b', 'others e'],
    );
  });

  test('while nothing is known of how they read', () => {
    const rows = parserChoices(known, [], undefined, []);
    assert.deepEqual(
      rows.map(({ group, parser: { name } }) => `${group} ${name}`),
      known.map(({ name }) => `others ${name}`),
    );
  });
});

import assert from 'node:assert/strict';
import { parserChoices } from '../../../src/views/parserChoices.ts';

const parser = (name: string) => ({ file: `file:///${name}.parser.json`, name });
const fitFor = (name: string, read: number, asksForForm = true) => ({
  ...parser(name),
  read,
  asksForForm,
  takesAnything: !asksForForm,
  takesNamesAsText: false,
  hasNames: false,
});

suite('parserChoices', () => {
  const known = ['a', 'b', 'c', 'd', 'e'].map(parser);

  test('each once, in its first group', () => {
    const fits = [fitFor('c', 1), fitFor('e', 1, false), fitFor('a', 0)];
    const rows = parserChoices(known, fits, {
      previewed: parser('b'),
      recent: [parser('c'), parser('d'), parser('b'), parser('gone')],
    });
    assert.deepEqual(
      rows.map(({ group, parser: { name }, fit: found }) => `${group} ${name}${found ? ` ${found.read}` : ''}`),
      ['reads c 1', 'previewed b', 'recent d', 'others a 0', 'others e 1'],
    );
  });

  test('those that read it after one edit stand below those that read it', () => {
    const fits = [{ ...fitFor('d', 0), afterEdit: 'tag-case', hasNames: true }, fitFor('e', 1)];
    const rows = parserChoices(known, fits, { previewed: parser('a') });
    assert.deepEqual(
      rows.map(({ group, parser: { name } }) => `${group} ${name}`),
      ['reads e', 'afterEdit d', 'previewed a', 'others b', 'others c'],
    );
  });

  test('those that have the keys of the response stand above all of which nobody knows, and what reads anything', () => {
    const fits = [{ ...fitFor('d', 0), hasNames: true }, fitFor('e', 1, false), { ...fitFor('c', 1), hasNames: true }];
    const rows = parserChoices(known, fits, { previewed: parser('a'), recent: [parser('b')] });
    assert.deepEqual(
      rows.map(({ group, parser: { name } }) => `${group} ${name}`),
      ['reads c', 'hasNames d', 'previewed a', 'recent b', 'others e'],
    );
  });

  test('what takes anything stands below those of which something speaks for their being meant', () => {
    const more = [...known, ...['f', 'g', 'h'].map(parser)];
    const fits = [
      fitFor('c', 1),
      { ...fitFor('a', 1), takesAnything: true },
      { ...fitFor('f', 1), takesAnything: true, takesNamesAsText: true },
      { ...fitFor('e', 0), hasNames: true },
      { ...fitFor('g', 0), afterEdit: 'trailing-comma' },
      { ...fitFor('h', 0), afterEdit: 'trailing-comma', hasNames: true },
    ];
    const rows = parserChoices(more, fits, { used: parser('d'), previewed: parser('b') });
    assert.deepEqual(
      rows.map(({ group, parser: { name } }) => `${group} ${name}`),
      [
        ...['reads c', 'afterEdit h', 'hasNames e', 'used d', 'previewed b'],
        ...['takesAnything a', 'anyAfterEdit g', 'asText f'],
      ],
    );
  });

  test('while nothing is known of how they read', () => {
    const rows = parserChoices(known, []);
    assert.deepEqual(
      rows.map(({ group, parser: { name } }) => `${group} ${name}`),
      known.map(({ name }) => `others ${name}`),
    );
  });
});

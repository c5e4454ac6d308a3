import { deepEqual, equal, ok } from 'node:assert/strict';
import type { Host, ModuleOutcome, ModuleSplit } from '../../../../src/engine/core/host.ts';
import { type PyValue, pyFloat } from '../../../../src/engine/core/pyValue.ts';
import { readDefinitions } from '../../../../src/engine/definition/index.ts';
import { compareInstalled } from '../../../../src/engine/installed/index.ts';

const number = { n: { type: 'number' } };
const containers = {
  set: { type: 'array', uniqueItems: true, items: {} },
  pair: { type: 'array', prefixItems: [{}, {}], minItems: 2, maxItems: 2 },
};
const gives = (value: unknown, more = {}): ModuleOutcome => ({ ok: true, value, called: true, ...more });
const raises = (className: string, message: string, more = {}): ModuleOutcome => ({
  ok: false,
  error: { class: className, message, ...more },
});
const dict = (...entries: [string, PyValue][]) => new Map(entries);

/** What differs in an answer from what the framework makes of it. */
async function differencesOf(answer: string, theirs: ModuleOutcome, properties: object = number): Promise<string[]> {
  const content_schema = { title: 'T', type: 'object', properties, required: Object.keys(properties) };
  const text = JSON.stringify({ type: 'MarkdownJsonDictParser', content_schema, keys_to_memory: 'n' });
  const [definition] = readDefinitions(text, 'x.parser.json').definitions;
  const outcomes: Readonly<Record<string, ModuleOutcome>> = {
    parserlens_versions: gives({ agentscope: '1' }),
    formatInstruction: gives('', { about: { silent: true } }),
    parse: theirs,
  };
  const host: Host = { runModule: async ({ export: name }) => outcomes[name ?? ''] };
  const report = await compareInstalled(definition!, '/x.parser.json', [{ from: 'a', text: answer }], host);
  ok(report.ok, JSON.stringify(report));
  return report.differences.map(({ group, part, ours, theirs }) =>
    [part ?? group, ours, theirs].join(' | ').replaceAll(/\s+/g, ' '),
  );
}

suite('differences from the installed framework', () => {
  const read: readonly (readonly [answer: string, theirs: PyValue, differences: readonly string[]])[] = [
    ['{"n": 1.5}', dict(['n', 1.5]), []],
    ['{"n": 1.0}', dict(['n', pyFloat(1)]), []],
    ['{"n": 1.0}', dict(['n', 1]), ['value | { "n": 1.0 } | { "n": 1 }']],
    ['{"n": 1.0}', dict(['n', pyFloat(2)]), ['value | { "n": 1.0 } | { "n": 2.0 }']],
    ['{"n": 1.5}', dict(), ['value | { "n": 1.5 } | {}']],
    ['{"n": 1.5}', dict(['m', 1.5]), ['value | { "n": 1.5 } | { "m": 1.5 }']],
    ['{"n": 1.5}', [1.5], ['value | { "n": 1.5 } | [ 1.5 ]']],
  ];
  for (const [answer, theirs, differences] of read)
    test(`${answer} and ${JSON.stringify(differences)}`, async () =>
      deepEqual(await differencesOf(answer, gives(theirs)), differences));

  test('a set has no order, and a tuple has one', async () => {
    const isSame = async (set: PyValue, pair: PyValue) => {
      const theirs = gives(dict(['set', set], ['pair', pair]));
      return (await differencesOf('{"set": [1, 2], "pair": [1, 2]}', theirs, containers)).length === 0;
    };
    equal(await isSame([2, 1], [1, 2]), true);
    equal(await isSame([2, 3], [1, 2]), false);
    equal(await isSame([1, 2, 2], [1, 2]), false);
    equal(await isSame([1, 2], [2, 1]), false);
  });

  const value = dict(['n', 1.5]);
  const splits: readonly (readonly [memory: ModuleSplit, differences: readonly string[]])[] = [
    [{ value: 1.5 }, []],
    [{ value: 2.5 }, ['memory | 1.5 | 2.5']],
    [{ error: { class: 'a.KeyError', message: 'n' } }, ['memory | 1.5 | a.KeyError: n']],
  ];
  for (const [memory, differences] of splits)
    test(`what memory gets: ${JSON.stringify(memory)}`, async () =>
      deepEqual(await differencesOf('{"n": 1.5}', gives(value, { splits: { memory } })), differences));

  const failed: readonly (readonly [answer: string, theirs: ModuleOutcome, groups: readonly string[]])[] = [
    ['no', gives(value), ['error']],
    ['{"n": 1.5}', raises('JsonParsingError', 'x'), ['error']],
    ['no', raises('a.b.OtherError', 'x'), ['error']],
    ['no', raises('a.b.JsonParsingError', 'JsonParsingError: x'), ['message']],
  ];
  for (const [answer, theirs, groups] of failed)
    test(`${answer} where the framework says ${JSON.stringify(theirs)}`, async () =>
      deepEqual(
        (await differencesOf(answer, theirs)).map(each => each.split(' | ')[0]),
        groups,
      ));
});

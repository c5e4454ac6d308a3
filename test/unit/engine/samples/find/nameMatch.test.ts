import { equal } from 'node:assert/strict';
import { fromPlain } from '../../../../../src/engine/core/pyValue.ts';
import { readDefinitions } from '../../../../../src/engine/definition/index.ts';
import { findParsers, takesNamesAsText } from '../../../../../src/engine/samples/index.ts';

suite('whether a value holds the names of its response as text', () => {
  const two = '{"a": 1, "b": 2}';
  const wide = 'x'.repeat(50_000);
  const rows: readonly (readonly [what: string, response: string, value: unknown, holds: boolean])[] = [
    ['all of them', two, two, true],
    ['half of them are too few', two, 'a: 1', false],
    ['two of three', '{"a": 1, "b": 2, "c": 3}', ['a: 1', { d: 'b: 2' }], true],
    ['the same one twice', two, ['a: 1', 'a: 2'], false],
    ['other names', two, 'c: 1\nd: 2', false],
    ['keys were read', two, { 'a: x': 'b: y' }, false],
    ['a response without names', 'words', 'a: 1', false],
    ['in another case, with separators', '{"To Do": 1}', '**to_do**: x', true],
    ['behind 49,999 letters', two, [two, wide.slice(1)], true],
    ['behind 50,000 no longer', two, [two, wide], false],
    ['across the end of what is looked at', two, [`${wide.slice(8)}\n${two}`], false],
  ];
  for (const [what, response, value, holds] of rows)
    test(what, () => equal(takesNamesAsText(response, fromPlain(value)), holds));
});

suite('what share of a definition’s names a response has', () => {
  const rows: readonly (readonly [names: readonly string[], response: string, share: number])[] = [
    [['speak', 'vote'], '{"speak": 1, "vote": 2}', 1],
    [['speak', 'vote'], '<Speak>', 0.5],
    [['speak', 'vote'], '{"speek": 1}', 0.5],
    // A short name is near to none.
    [['vote', 'abc'], '{"voto": 1, "abd": 1}', 0.5],
    [['speak'], 'words', 0],
    [[], '{"speak": 1}', 0],
  ];
  for (const [names, response, share] of rows)
    test(`${names.join(', ')} in ${response}`, async () => {
      const content_hint = Object.fromEntries(names.map(name => [name, 'x']));
      const text = JSON.stringify({ type: 'MarkdownJsonDictParser', content_hint });
      const [found] = await findParsers([response], readDefinitions(text, 'x.parser.json').definitions, {}, []);
      equal(found!.parts.names, share);
    });
});

import assert from 'node:assert/strict';
import { createParser, readDefinitions } from '../../../../../src/engine/definition/index.ts';

const file = { name: 'file', type: 'string', description: 'd', required: true };
const commands = [{ name: 'open', arguments: [file] }, { name: 'top' }];

suite('SWE-agent json: arguments of all kinds', () => {
  const cases: [command: object, strict: boolean, expected: string][] = [
    [{ name: 'top', arguments: 'x' }, false, 'top'],
    [{ name: 'open', arguments: 'x' }, true, "FormatError: Required argument 'file' missing for command 'open'"],
    [{ name: 'open', arguments: ['x'] }, true, "FormatError: Required argument 'file' missing for command 'open'"],
    [{ name: 'open', arguments: 'x' }, false, "KeyError: 'file'"],
    [{ name: 'open', arguments: 'a file' }, false, "TypeError: string indices must be integers, not 'str'"],
    [{ name: 'open', arguments: null }, false, "TypeError: argument of type 'NoneType' is not iterable"],
    [{ name: 'ls', arguments: 'x' }, false, "AttributeError: 'str' object has no attribute 'values'"],
    [
      { name: 'ls', arguments: { a: '-l', b: 1 } },
      false,
      'TypeError: sequence item 2: expected str instance, int found',
    ],
    [{ name: {} }, true, "TypeError: unhashable type: 'dict'"],
    [{ name: 1 }, true, "FormatError: Command '1' not found in list of available commands."],
  ];
  for (const [command, strict, expected] of cases)
    test(`${JSON.stringify(command)}${strict ? ', strict' : ''}`, async () => {
      const source = JSON.stringify({ type: 'json', commands, strict });
      const [definition] = readDefinitions(source, 'test.parser.json').definitions;
      const result = await createParser(definition!).parse(JSON.stringify({ thought: '', command }));
      const actual = result.ok
        ? (result.value as { action: string }).action
        : `${result.error.class}: ${result.error.message}`;
      assert.equal(actual, expected);
    });
});

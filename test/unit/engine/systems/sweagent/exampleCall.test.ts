import { deepEqual } from 'node:assert/strict';
import { exampleResponse, readDefinitions } from '../../../../../src/engine/definition/index.ts';

suite('the example of an answer with a call', () => {
  const argument = (name: string, more: object = {}) => ({
    name,
    type: 'string',
    description: name,
    required: true,
    ...more,
  });
  const example = (command: object) => {
    const text = JSON.stringify({ type: 'xml_function_calling', commands: [command] });
    return exampleResponse(readDefinitions(text, 'x.parser.json').definitions[0]!)?.match(/<[\s\S]*/)?.[0];
  };

  test('runs a shell’s line where that is what the command takes, and nowhere else', () => {
    const folder = argument('folder', { enum: ['src', 'test'] });
    const parts = [argument('command'), folder];
    deepEqual(
      ['bash', 'open'].map(name => example({ name, docstring: 'd', arguments: parts })?.split('\n')),
      [
        ['<function=bash>', '<parameter=command>ls -F</parameter>', '<parameter=folder>src</parameter>', '</function>'],
        [
          '<function=open>',
          '<parameter=command>command</parameter>',
          '<parameter=folder>src</parameter>',
          '</function>',
        ],
      ],
    );
  });

  test('has an item of each list, of the type that the argument says', () => {
    const lines = argument('lines', { type: 'array', items: { type: 'integer' } });
    deepEqual(
      example({ name: 'open', docstring: 'd', arguments: [lines] })?.split('\n')[1],
      '<parameter=lines>[1]</parameter>',
    );
  });
});

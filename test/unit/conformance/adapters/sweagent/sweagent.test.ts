import assert from 'node:assert/strict';
import { operations } from '../../../../conformance/adapters/operations.ts';

const { sweagent } = operations;

const argument = (name: string) => ({ name, type: 'string', description: 'd', required: true });
const multiline = (name: string) => ({
  name,
  docstring: 'd',
  signature: `${name}\n<text>\nEND`,
  end_name: 'END',
  arguments: [argument('text')],
});

suite('commands of several lines', () => {
  const cases: readonly (readonly [what: string, action: string, commands: readonly object[], guarded: string])[] = [
    ['submit ends with None', 'submit\nx\nNone', [], "submit << 'None'\nx\nNone"],
    ['a submit of one’s own takes its place', 'submit\nx\nNone', [multiline('submit')], 'submit\nx\nNone'],
    ['a submit of one’s own ends as it says', 'submit\nx\nEND', [multiline('submit')], "submit << 'END'\nx\nEND"],
    ['the end stands alone on its line', 'edit\nx\nEND y\nEND', [multiline('edit')], "edit << 'END'\nx\nEND y\nEND"],
    ['what is no end ends nothing', 'edit\nENDx\n', [multiline('edit')], 'edit\nENDx\n'],
    [
      'what is lost of a command is counted in characters, one of two units as one',
      '😀 é\nedit 😀x\nEND',
      [multiline('edit')],
      "😀 é\n\n 😀x << 'END'\nEND",
    ],
    [
      'the line feed behind an end is the next command’s first line',
      'edit\na\nEND \nedit\nb\nEND',
      [multiline('edit')],
      "edit << 'END'\na\nEND \n << 'END'\nedit\nb\nEND",
    ],
  ];
  for (const [what, action, commands, guarded] of cases)
    test(what, () => assert.equal(sweagent.guardMultilineInput(action, commands), guarded));
});

suite('settings of SWE-agent', () => {
  const requery = async (tools: object) => {
    const messages = await sweagent.renderError({ tools }, 'no action');
    return messages.map(({ content }) => content);
  };

  test('the message of an error is that of the parse function', async () => {
    const tools = { parse_function: { type: 'thought_action', error_message: 'own' }, error_message: 'other' };
    assert.deepEqual(await requery(tools), ['no action', 'own']);
  });

  test('without one it is that of the definition', async () => {
    const tools = { parse_function: { type: 'thought_action' }, error_message: 'other' };
    assert.deepEqual(await requery(tools), ['no action', 'other']);
  });

  test('a text that is a whole message is read as one', async () => {
    const run = { id: 'c', type: 'function', function: { name: 'bash', arguments: '{"command": "ls"}' } };
    const answers = [[run], []].map(tool_calls =>
      sweagent.renderError({ type: 'function_calling' }, JSON.stringify({ message: 'm', tool_calls })),
    );
    assert.deepEqual(
      (await Promise.all(answers)).map(messages => messages.map(({ content }) => content)[0]),
      [undefined, 'm'],
    );
  });

  test('an action is blocked by SWE-agent’s own filter where there are no settings', async () => {
    for (const settings of [undefined, null, {}])
      assert.deepEqual(
        [await sweagent.shouldBlockAction('vim', settings), await sweagent.shouldBlockAction('ls', settings)],
        [true, false],
      );
  });
});

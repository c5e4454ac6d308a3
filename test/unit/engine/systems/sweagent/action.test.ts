import assert from 'node:assert/strict';
import { toPlain } from '../../../../../src/engine/core/pyValue.ts';
import { typeNamed } from '../../parsers/typeNamed.ts';

const action = typeNamed('action');

/** A response, and the command that a draft takes it for; `undefined`: it is no command. */
const responses: readonly (readonly [response: string, command: string | undefined])[] = [
  ['ls', 'ls'],
  ['ls -la src\n', 'ls'],
  ['find_file name.py', 'find_file'],
  ['./run.sh', undefined],
  ['I would run ls', undefined],
  [' ls', undefined],
  ['Run: ls', undefined],
  ['ls\npwd', undefined],
  ['', undefined],
];

suite('SWE-agent’s action: what a draft takes for a command', () => {
  for (const [response, command] of responses)
    test(`${JSON.stringify(response)}: ${command ?? 'nothing'}`, () => {
      const draft = action.responses?.draft?.([response]);
      const commands = [{ name: command, docstring: `runs ${command}` }];
      assert.deepEqual(draft && toPlain(draft), command === undefined ? undefined : { commands });
    });
});

import assert from 'node:assert/strict';
import { instructionService } from '../../../../../src/service/instructionService.ts';

suite('the function schemas beside an instruction', () => {
  const service = instructionService({});
  const ask = (text: string, more: object = {}) => service.instruction({ text, fileName: 'x.parser.json', ...more });
  const calls = JSON.stringify({
    type: 'function_calling',
    commands: [{ name: 'submit', docstring: 'hands it in', signature: 'submit' }],
  });
  for (const [name, text, view, shown, views, whole] of [
    ['the instruction', calls, undefined, undefined, ['Function Schemas'], /^submit:\n {2}docstring: hands it in/],
    [
      'another text',
      calls,
      'Function Schemas',
      'Function Schemas',
      ['Function Schemas'],
      /^\[\n {2}\{\n {4}"type": "function"/,
    ],
    ['a text that there is not', calls, 'System Message', undefined, ['Function Schemas'], /^submit:/],
  ] as const) {
    test(`shows ${name}`, async () => {
      const answer = await ask(text, { view });
      assert.deepEqual([answer.view?.textName, answer.view?.views], [shown, views]);
      assert.match(answer.text!, whole);
      assert.equal(answer.view?.pieces.map(piece => piece.text).join(''), answer.text);
    });
  }

  test('compares another text with its own saved version', async () => {
    const saved = calls.replace('hands', 'gives').replace('"submit","docstring', '"send","docstring');
    const removed = async (text: string, view: string | undefined) =>
      (await ask(text, { view, savedText: saved })).view?.changes?.map(change => change.removed);
    const instruction = await removed(calls, undefined);
    assert.deepEqual(await removed(calls, 'Function Schemas'), ['send', 'gives']);
    // What was made of the saved text once is not taken for another text, and not for another saved one.
    assert.deepEqual(await removed(calls, undefined), instruction);
    assert.deepEqual(await removed(saved, 'Function Schemas'), undefined);
    const { view } = await ask(calls, { view: 'Function Schemas', savedText: calls.replace('it in', 'over') });
    assert.deepEqual(
      view?.changes?.map(change => change.removed),
      ['over'],
    );
  });
});

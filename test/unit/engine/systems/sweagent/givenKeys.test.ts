import { deepEqual } from 'node:assert/strict';
import { renameKey } from '../../../../../src/engine/authoring/index.ts';
import {
  createParser,
  definitionKeys,
  exampleResponse,
  readDefinitions,
} from '../../../../../src/engine/definition/index.ts';
import { DefinitionCache } from '../../../../../src/service/definitionCache.ts';
import { keysService } from '../../../../../src/service/keysService.ts';
import { destinations } from '../../../../../src/views/destinations.ts';

const read = (text: string) => readDefinitions(text, 'x.parser.json').definitions[0]!;

suite('the keys that a type of SWE-agent’s gives', () => {
  const text = '{"type": "thought_action", "keys_to_memory": "action"}';

  test('go where the filters say, though the file does not name all of them', () => {
    deepEqual(
      destinations(read(text))?.map(({ key, origin, content, memory }) => [key, origin !== undefined, content, memory]),
      [
        ['thought', false, true, false],
        ['action', true, true, true],
      ],
    );
  });

  test('are all that there are', () => {
    for (const type of ['thought_action', 'function_calling']) {
      const found = definitionKeys(read(JSON.stringify({ type })));
      deepEqual([found?.keys.map(({ name }) => name), found?.exact], [['thought', 'action'], true], type);
    }
    const wrong = '{"type": "thought_action", "keys_to_content": "acton"}';
    deepEqual(
      readDefinitions(wrong, 'x.parser.json').problems.map(({ code, message }) => `${code}: ${message}`),
      ['unknown-value-key: `keys_to_content` names `acton`, but the value has no such key. Did you mean `action`?'],
    );
  });

  test('are in every value, for typed code too', () => {
    for (const type of ['thought_action', 'json', 'function_calling']) {
      const { parserType, source } = read(JSON.stringify({ type }));
      const shape = parserType.schemas!.result!(source);
      deepEqual('schemas' in shape && shape.schemas.map(schema => schema.get('required')), [['thought', 'action']]);
    }
  });

  test('may go nowhere without a word', () => {
    const nowhere = '{"type": "thought_action", "keys_to_content": "action", "keys_to_memory": "action"}';
    deepEqual(readDefinitions(nowhere, 'x.parser.json').problems, []);
  });

  test('are the type’s to name', () => {
    deepEqual(renameKey(read(text), 'action', 'c'), {
      refusal: 'The type thought_action gives the key "action"; it cannot be renamed.',
    });
  });

  test('say what they are', async () => {
    const service = keysService(new DefinitionCache({}), {});
    const key = await service.keyAt({ text, fileName: 'x.parser.json', offset: text.indexOf('action"}') });
    deepEqual(
      [key?.name, key?.destinations, key?.documentation],
      ['action', ['content', 'memory'], 'What SWE-agent runs.'],
    );
  });
});

suite('an example for SWE-agent’s commands', () => {
  test('is one of its own; what it refuses has none', async () => {
    const action = read('{ "type": "action" }');
    const result = await createParser(action).parse(exampleResponse(action)!);
    deepEqual(result.ok && result.value, { thought: 'bash ls -F', action: 'bash ls -F' });
    deepEqual(exampleResponse(read('{ "type": "function_calling", "commands": 3 }')), undefined);
  });
});

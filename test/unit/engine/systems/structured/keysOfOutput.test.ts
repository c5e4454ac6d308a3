import { deepEqual } from 'node:assert/strict';
import { renameKey } from '../../../../../src/engine/authoring/index.ts';
import { definitionKeys, readDefinitions } from '../../../../../src/engine/definition/index.ts';
import { applyEdits } from '../../../../applyEdits.ts';

const read = (keys: object | string) =>
  readDefinitions(typeof keys === 'string' ? keys : JSON.stringify(keys), 'x.parser.json');

suite('the keys of an AgentOutput', () => {
  const lenient = { type: 'AgentOutput', allowed_kinds: ['a'], fallback_kind: 'a' };

  test('are its own, its fields, and what it falls back to', () => {
    const keysOf = (definition: object) =>
      definitionKeys(read(definition).definitions[0]!)?.keys.map(
        ({ name, required, declarations }) => `${name}${required ? '!' : ''}${declarations.length > 0 ? '' : '~'}`,
      );
    deepEqual(keysOf({ ...lenient, extra_fields: ['mood', 'kind'] }), ['kind~', 'text~', 'mood', '_raw_fallback~']);
    deepEqual(
      keysOf({ type: 'AgentOutput', allowed_kinds: ['a'], mode: 'validated', extra_fields: ['mood', 'winner'] }),
      ['kind!~', 'text!~', 'mood!', 'winner'],
    );
  });

  test('that a filter names, and that are none, may become fields', () => {
    const [problem, ...others] = read({ ...lenient, keys_to_metadata: ['mood', '_raw_fallback'] }).problems;
    deepEqual(
      [problem?.code, problem?.fixes?.map(({ title }) => title), others],
      ['unknown-value-key', ['Add "mood" to extra_fields', 'Remove "mood" from keys_to_metadata'], []],
    );
  });

  test('are renamed where they are fields, not where a kind has the name', () => {
    const text = (name: string) =>
      `{"type": "AgentOutput", "allowed_kinds": ["a"], "fallback_kind": "a", "extra_fields": ["${name}"], "keys_to_content": "${name}"}`;
    const result = renameKey(read(text('a')).definitions[0]!, 'a', 'c');
    deepEqual('edits' in result && applyEdits(text('a'), result.edits), text('c'));
  });
});

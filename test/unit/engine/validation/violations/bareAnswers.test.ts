import assert from 'node:assert/strict';
import { applyEdits, createParser, type ModelMessage, readDefinitions } from '../../../../../src/engine/index.ts';

function parserOf(definition: object) {
  return createParser(readDefinitions(JSON.stringify(definition), 'x.parser.json').definitions[0]!);
}

// An answer that is no JSON, and should be one of some texts.
suite('violations of EnumOutputParser', () => {
  const members = { CALM: 'calm', ANGRY: 'very angry', UNSURE: 'not sure', CAFE: 'café' };
  const parser = parserOf({ type: 'EnumOutputParser', enum: { name: 'Mood', members } });
  const rows: readonly (readonly [text: string, cause: string, reads?: string, isSure?: true])[] = [
    ['Calm', 'enum-spelling', 'calm', true],
    ['  CALM\n', 'enum-spelling', 'calm', true],
    ['very_angry', 'enum-spelling', 'very angry', true],
    ['Very Angry', 'enum-spelling', 'very angry', true],
    ['VeryAngry', 'enum-spelling', 'very angry', true],
    ['not-sure', 'enum-spelling', 'not sure', true],
    ['cafe', 'enum-spelling', 'café', true],
    ['calm.', 'enum-spelling', 'calm', true],
    ['The mood is calm', 'outside-enum', 'calm'],
    ['**very angry**', 'outside-enum', 'very angry', true],
    ['I am not sure, sorry', 'outside-enum', 'not sure'],
    ['calm or very angry', 'outside-enum'],
    ['happy', 'outside-enum'],
    ['', 'outside-enum'],
  ];
  for (const [text, cause, reads, isSure = false] of rows)
    test(JSON.stringify(text), async () => {
      const { violations = [], candidates } = await parser.diagnose(text);
      assert.deepEqual(
        violations.map(each => [each.path, each.cause, text.slice(each.span.start, each.span.end)]),
        [['', cause, text.trim()]],
      );
      const [best] = candidates;
      if (reads === undefined) return assert.equal(best, undefined);
      assert.equal(best!.confidence >= 0.9, isSure);
      assert.equal(best!.value, reads);
      assert.equal(applyEdits(text, best!.edits).trim(), reads);
    });
});

// SWE-agent checks the names of arguments alone.
suite('violations of function_calling', () => {
  const commands = [
    {
      name: 'edit',
      docstring: 'edits',
      signature: 'edit <path> [<text>]',
      arguments: [
        { name: 'path', type: 'string', description: 'a file', required: true },
        { name: 'text', type: 'string', description: 'a text', required: false },
      ],
    },
  ];
  const parser = parserOf({ type: 'function_calling', commands });
  const rows: readonly (readonly [source: string, found: readonly string[], reads?: string])[] = [
    ['{}', ['/path missing-key {']],
    ['{"text": "a"}', ['/path missing-key {']],
    ['{"Path": "a"}', ['/Path key-spelling "Path"'], 'edit a'],
    ['{"PATH": "a"}', ['/PATH key-spelling "PATH"'], 'edit a'],
    ['{"pth": "a"}', ['/pth key-spelling "pth"'], 'edit a'],
    ['{"pathh": "a", "text": "b"}', ['/pathh key-spelling "pathh"'], 'edit a b'],
    ['{"path": "a", "mode": "w"}', ['/mode unknown-key "mode"'], 'edit a'],
    ['{"mode": "w", "path": "a"}', ['/mode unknown-key "mode"'], 'edit a'],
    ['{"path": "a", "x": 1, "y": 2}', ['/x unknown-key "x"', '/y unknown-key "y"'], 'edit a'],
    ['{"where": "a"}', ['/path missing-key {', '/where unknown-key "where"']],
    ['{"Path": "a", "mode": "w"}', ['/Path key-spelling "Path"', '/mode unknown-key "mode"'], 'edit a'],
  ];
  for (const [source, found, reads] of rows)
    test(source, async () => {
      const call = { type: 'function', function: { name: 'edit', arguments: source } };
      const message: ModelMessage = { content: 'Now.', tool_calls: [call] };
      const { violations = [], candidates } = await parser.diagnose(message);
      assert.deepEqual(
        violations.map(({ path, cause, span }) => `${path} ${cause} ${source.slice(span.start, span.end)}`),
        found,
      );
      assert.deepEqual([...new Set(violations.map(({ call: number }) => number))], [0]);
      const value = candidates[0]?.value as { readonly action: string } | undefined;
      assert.equal(value?.action, reads);
    });
});

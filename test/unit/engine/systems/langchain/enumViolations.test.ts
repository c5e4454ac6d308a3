import assert from 'node:assert/strict';
import { applyEdits } from '../../../../../src/engine/core/applyEdits.ts';
import { createParser, readDefinitions } from '../../../../../src/engine/definition/index.ts';

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

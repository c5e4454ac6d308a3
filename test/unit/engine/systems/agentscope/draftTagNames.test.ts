import assert from 'node:assert/strict';
import { draftTagNames } from '../../../../../src/engine/systems/agentscope/draftTags.ts';

suite('a draft from the tags of responses', () => {
  const draft = (...responses: readonly string[]) => {
    const drafted = draftTagNames(responses);
    return drafted && Object.fromEntries(drafted);
  };

  test('names all tags, and requires those that all responses have', () => {
    assert.deepEqual(draft('<a>1</a> <b>2</b>', '<a>3</a>'), {
      format_instruction: 'Respond with specific tags as outlined below:\n<a>{the a}</a>\n<b>{the b}</b>',
      required_keys: ['a'],
    });
    assert.deepEqual(Object.keys(draft('<a>1</a>', '<b>2</b>')!), ['format_instruction']);
  });

  test('or labels of lines, of which one alone is not a format', () => {
    const drafted = draft('Plan: go\nDo: now');
    assert.deepEqual(drafted?.required_keys, ['Plan', 'Do']);
    assert.match(String(drafted?.format_instruction), /^Respond with labelled lines as outlined below:\nPlan: /);
    assert.match(String(drafted?.tagged_content_pattern), /^\(\?m\)/);
    assert.equal(draft('Plan: go'), undefined);
    assert.equal(draft('words'), undefined);
  });

  test('fifty names at most', () => {
    const many = Array.from({ length: 60 }, (_, i) => `<t${i}>x</t${i}>`);
    const lines = String(draft(many.join('\n'), '<z>x</z>')?.format_instruction).split('\n');
    assert.equal(lines.length, 51);
  });
});

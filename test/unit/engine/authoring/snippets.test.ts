import assert from 'node:assert/strict';
import { parseTree } from 'jsonc-parser';
import { snippetText, typeWords } from '../../../../src/engine/authoring/snippets.ts';
import type { ParserType } from '../../../../src/engine/parsers/parserType.ts';
import { parserTypes } from '../../../../src/engine/systems/registry.ts';

/** A stop of a snippet. */
const stop = (number: number, text: string) => `"$\{${number}:${text}}"`;

suite('the stops of a snippet', () => {
  const rows: readonly (readonly [what: string, template: string, snippet: string])[] = [
    ['every text of the author’s', '{"a": "x", "b": ["y"]}', `{"a": ${stop(1, 'x')}, "b": [${stop(2, 'y')}]}`],
    ['no numbers and no empty texts', '{"a": 1, "b": ""}', '{"a": 1, "b": ""}'],
    ['what kind something is, is not text', '{"type": "x", "a": {"type": "y"}}', '{"type": "x", "a": {"type": "y"}}'],
    ['a name that stands twice is one stop', '["x.y", "x.y"]', `[${stop(1, 'x.y')}, ${stop(1, 'x.y')}]`],
    [
      'also as a key',
      '{"hint": {"say": "what"}, "need": ["say"]}',
      `{"hint": {${stop(1, 'say')}: ${stop(2, 'what')}}, "need": [${stop(1, 'say')}]}`,
    ],
    [
      'words that stand twice are two',
      '["some words", "some words"]',
      `[${stop(1, 'some words')}, ${stop(2, 'some words')}]`,
    ],
    [
      'a filter names what is made elsewhere',
      '{"a": {"say": 1}, "keys_to_content": "say"}',
      `{"a": {${stop(1, 'say')}: 1}, "keys_to_content": ${stop(1, 'say')}}`,
    ],
    [
      'and is no stop by itself',
      '{"keys_to_content": "say", "keys_to_memory": ["say"]}',
      '{"keys_to_content": "say", "keys_to_memory": ["say"]}',
    ],
    ['what snippets read otherwise is escaped', '{"$a": "{b}$"}', `{"\\$a": ${stop(1, '{b\\}\\$')}}`],
    ['a text alone', '"type"', stop(1, 'type')],
  ];
  for (const [what, template, snippet] of rows)
    test(what, () => assert.equal(snippetText(template, parseTree(template)!), snippet));
});

suite('what is said of a type', () => {
  const { answer: _, ...first } = parserTypes[0]!;
  const type: ParserType = { ...first, summary: 'Reads it.', system: 'AgentScope', documentation: 'Details.' };
  const rows: readonly (readonly [what: string, answer: Partial<ParserType>, words: string])[] = [
    ['no answer', {}, ''],
    ['an answer', { answer: 'a `b`' }, '\n\n```text\na `b`\n```'],
    ['an answer in a fence', { answer: '```json\n1\n```' }, '\n\n````text\n```json\n1\n```\n````'],
    ['an answer with a longer run', { answer: '``` `````' }, '\n\n``````text\n``` `````\n``````'],
  ];
  for (const [what, answer, words] of rows)
    test(what, () =>
      assert.equal(typeWords({ ...type, ...answer }), `Code: Reads it. (AgentScope)${words}\n\nDetails.`),
    );
});

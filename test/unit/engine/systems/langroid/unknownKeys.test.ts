import assert from 'node:assert/strict';
import { readDefinitions } from '../../../../../src/engine/definition/index.ts';

test('a key that a tool or its agent does not have is marked, with the nearest one', () => {
  const cases: readonly (readonly [definition: object, key: string, message: RegExp, near?: string])[] = [
    [
      { type: 'ToolMessage', tools: [{ request: 'a' }], agent: { use_tool: false } },
      'use_tool',
      /`agent` has no key `use_tool`\. Did you mean `use_tools`\?/,
      'use_tools',
    ],
    [
      { type: 'ToolMessage', tools: [{ request: 'a' }], agent: { handle_llm_notool: 'x' } },
      'handle_llm_notool',
      /Did you mean/,
      'handle_llm_no_tool',
    ],
    [{ type: 'XMLToolMessage', tools: [{ request: 'a', pupose: 'b' }] }, 'pupose', /`tools\[0\]`/, 'purpose'],
    [
      { type: 'ToolMessage', tools: [{ request: 'a' }], agent: { parsing: { spliter: 'tokens' } } },
      'spliter',
      /`agent\.parsing` has no key/,
      'splitter',
    ],
    [{ type: 'ToolMessage', tools: [{ request: 'a' }], agent: { vecdb: null } }, 'vecdb', /Its keys are `name`/],
  ];
  for (const [definition, key, message, near] of cases) {
    const text = JSON.stringify(definition);
    const [problem, ...others] = readDefinitions(text, 'a.parser.json').problems.filter(
      ({ code }) => code === 'unknown-key',
    );
    assert.deepEqual([problem && text.slice(problem.span.start, problem.span.end), others], [`"${key}"`, []], text);
    assert.match(problem!.message, message);
    assert.equal(problem!.fixes?.[0]?.edits[0]?.text, near && JSON.stringify(near));
  }
});

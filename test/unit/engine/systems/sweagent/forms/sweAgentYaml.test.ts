import assert from 'node:assert/strict';
import { yamlText } from '../../../../../../src/engine/code/yaml/yamlText.ts';
import { importDefinitions } from '../../../../../../src/engine/interchange/index.ts';

suite("SWE-agent's YAML", () => {
  test('the settings of tools have a name, and nothing else beside them', () => {
    const text = 'name: lone\nother: 1\ntools:\n  parse_function:\n    type: json\n';
    const { definitions, problems } = importDefinitions(text, 'sweagent', 'x.yaml');
    assert.deepEqual(
      definitions.map(({ name }) => name),
      ['lone'],
    );
    assert.deepEqual(
      problems.map(({ message }) => message),
      ['`other` is not taken over: a definition has no key for it.'],
    );
  });

  const texts: readonly (readonly [what: string, text: string, yaml: string])[] = [
    ['lines', 'a\nb', '|-\n  a\n  b'],
    ['colons inside a line', 'a::b\nc', '|-\n  a::b\n  c'],
    ['a line that could be a command', 'a\n::set x', '"a\\n::set x"'],
    ['a line that could be one behind its margin', 'a\n  ::set x', '"a\\n  ::set x"'],
  ];
  for (const [what, text, yaml] of texts)
    test(`${what} as a block, or in quotes`, () => assert.equal(yamlText(new Map([['k', text]])), `k: ${yaml}\n`));
});

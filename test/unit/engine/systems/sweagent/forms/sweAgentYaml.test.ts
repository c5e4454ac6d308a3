import assert from 'node:assert/strict';
import { yamlText } from '../../../../../../src/engine/code/yaml/yamlText.ts';
import { toPlain } from '../../../../../../src/engine/core/pyValue.ts';
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

  const agent =
    'agent:\n  tools:\n    bundles: [{path: a}, {path: b}]\n    parse_function:\n      type: function_calling\n';
  const bundle = (name: string) => `---\ntools:\n  ${name}:\n    docstring: Does it.\n    signature: ${name}\n`;
  for (const [what, text, commands] of [
    ['one of two', agent + bundle('one'), ['bash one']],
    ['both', agent + bundle('one') + bundle('two'), ['bash one two']],
    ['one too many', agent + bundle('one') + bundle('two') + bundle('three'), ['bash one two', 'three']],
    ['none', bundle('one') + bundle('two'), ['one', 'two']],
    ['of the nearest agent', `${agent}${bundle('one')}---\n${agent}${bundle('two')}`, ['bash one', 'bash two']],
  ] as const)
    test(`bundles that an agent waits for: ${what}`, () => {
      const { definitions } = importDefinitions(text, 'sweagent', 'x.yaml');
      const found = definitions.map(({ config }) => toPlain(config.get('commands') ?? null) as { name: string }[]);
      assert.deepEqual(
        found.map(list => list.map(({ name }) => name).join(' ')),
        commands,
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

import assert from 'node:assert/strict';
import type { ModelMessage } from '../../../../../src/engine/core/result.ts';
import type { Violation } from '../../../../../src/engine/core/violation.ts';
import { createParser, readDefinitions } from '../../../../../src/engine/definition/index.ts';

function parserOf(definition: object) {
  return createParser(readDefinitions(JSON.stringify(definition), 'x.parser.json').definitions[0]!);
}

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

const edit = {
  name: 'edit',
  docstring: 'edits',
  signature: 'edit <path> [<text>]',
  arguments: [
    { name: 'path', type: 'string', description: 'a file', required: true },
    { name: 'text', type: 'string', description: 'a text', required: false },
  ],
};
const told = ({ path, cause, span }: Violation, text: string) => `${path} ${cause} ${text.slice(span.start, span.end)}`;

// The arguments stand in tags: a member's place is its tag.
suite('violations of xml_function_calling', () => {
  const view = {
    name: 'view',
    docstring: 'shows',
    signature: 'view <path> [<view_range>]',
    arguments: [edit.arguments[0], { name: 'view_range', type: 'array', description: 'lines', required: false }],
  };
  const parser = parserOf({ type: 'xml_function_calling', commands: [edit, view] });
  const rows: readonly (readonly [name: string, given: Readonly<Record<string, string>>, ...found: string[]])[] = [
    ['edit', {}, '/path missing-key edit'],
    ['edit', { text: 'a' }, '/path missing-key edit'],
    ['edit', { Path: 'a' }, '/Path key-spelling Path'],
    ['edit', { pth: 'a', text: 'b' }, '/pth key-spelling pth'],
    ['edit', { path: 'a', mode: 'w' }, '/mode unknown-key mode'],
    ['edit', { mode: 'w', path: 'a' }, '/mode unknown-key mode'],
    ['edit', { path: 'a', x: '1', y: '2' }, '/x unknown-key x', '/y unknown-key y'],
    ['edit', { where: 'a' }, '/path missing-key edit', '/where unknown-key where'],
    ['edit', { 'a/b~c': 'x', path: 'a' }, '/a~1b~0c unknown-key a/b~c'],
    ['view', { path: 'a', view_range: '1-20' }, '/view_range pattern 1-20'],
    ['view', { path: 'a', view_range: '[1, -1]' }, '/view_range pattern [1, -1]'],
    ['view', { view_range: '[1, 20]' }, '/path missing-key view'],
  ];
  for (const [name, given, ...found] of rows)
    test(`${name} ${JSON.stringify(given)}`, async () => {
      const tags = Object.entries(given).map(([key, value]) => `<parameter=${key}>${value}</parameter>\n`);
      const text = `I look.\n<function=${name}>\n${tags.join('')}</function>`;
      const { violations = [] } = await parser.diagnose(text);
      assert.deepEqual(
        violations.map(each => told(each, text)),
        found,
      );
    });
});

// SWE-agent tells the first thing that is wrong, and a form names all arguments of its command.
suite('violations of json', () => {
  const strict = parserOf({ type: 'json', strict: true, commands: [edit, { name: 'submit', docstring: 'ends' }] });
  const lax = parserOf({ type: 'json', commands: [edit] });
  const whole = { path: 'a', text: 'b' };
  const command = (name: unknown, given?: unknown) => ({ name, ...(given !== undefined && { arguments: given }) });
  const rows: readonly (readonly [answer: unknown, found: readonly string[], reads?: string])[] = [
    [['a'], [' wrong-type ["a"]']],
    [{ thought: 'x' }, ['/command missing-key {']],
    [{ command: command('submit') }, ['/thought missing-key {']],
    [{}, ['/thought missing-key {', '/command missing-key {']],
    [{ thought: 'x', command: 'edit' }, ['/command wrong-type "edit"']],
    [{ thought: 'x', command: null }, ['/command null-value null']],
    [{ thought: 'x', command: { arguments: whole } }, ['/command/name missing-key {']],
    [{ thought: 'x', command: command('Edit', whole) }, ['/command/name enum-spelling "Edit"'], 'edit a b'],
    [{ thought: 'x', command: command('SUBMIT') }, ['/command/name enum-spelling "SUBMIT"'], 'submit'],
    [{ thought: 'x', command: command('write', whole) }, ['/command/name outside-enum "write"']],
    [{ thought: 'x', command: command('edit', { text: 'b' }) }, ['/command/arguments/path missing-key {']],
    [{ thought: 'x', command: command('edit', { path: 'b' }) }, ['/command/arguments/text missing-key {']],
    [
      { Thought: 'x', command: command('edit', {}) },
      ['/thought missing-key {', '/command/arguments/path missing-key {', '/command/arguments/text missing-key {'],
    ],
  ];
  for (const [answer, found, reads] of rows)
    test(JSON.stringify(answer), async () => {
      const text = JSON.stringify(answer);
      const { violations = [], candidates } = await strict.diagnose(text);
      assert.deepEqual(
        violations.map(each => told(each, text)),
        found,
      );
      assert.equal((candidates[0]?.value as { readonly action: string } | undefined)?.action, reads);
    });

  test('without strict mode any name is a command, and a missing argument is Python’s KeyError', async () => {
    assert.equal((await lax.parse('{"thought": "x", "command": {"name": "write", "arguments": {}}}')).ok, true);
    const text = '{"thought": "x", "command": {"name": "edit", "arguments": {"path": "a"}}}';
    const result = await lax.parse(text);
    assert.ok(!result.ok);
    assert.equal(result.error.class, 'KeyError');
    assert.deepEqual(
      result.error.violations?.map(each => [told(each, text), each.message]),
      [['/command/arguments/text missing-key {', "KeyError: 'text'"]],
    );
  });
});

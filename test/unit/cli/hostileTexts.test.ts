import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportFormats } from '../../../src/engine/index.ts';
import { runCli } from './runCli.ts';

/** A text that would set off a command of GitHub's runner, in either of its forms, color a terminal and turn a line around. */
const evil =
  'x\n::error file=a,line=1::forged\r\n  ::stop-commands::y\n##[error]forged\u001b[2J\u009b\u202eok\u2066\u2028::add-mask::z';
const evilFile = '::error title=a::b\u202e\u001b[2J\n::warning::c, 100%.parser.json';

const dict = {
  type: 'MarkdownJsonDictParser',
  description: evil,
  content_hint: { [evil]: evil },
  required_keys: [evil],
  keys_to_content: evil,
  samples: [
    { name: evil, text: evil },
    { name: `${evil} 2`, text: JSON.stringify({ [evil]: evil }), expect: { value: { [evil]: '::error::y' } } },
    { name: 'good', text: JSON.stringify({ [evil]: evil, '::error::': 1 }) },
    { file: evil },
  ],
};
const tool = {
  type: 'ToolMessage',
  description: evil,
  tools: [
    {
      request: 'search',
      purpose: evil,
      properties: { q: { type: 'string', description: evil, default: evil }, [evil]: { type: 'integer' } },
      examples: [{ q: evil }],
    },
  ],
  agent: { handle_llm_no_tool: evil },
};
const command = {
  type: 'function_calling',
  description: evil,
  commands: [
    {
      name: 'open',
      docstring: evil,
      signature: 'open <a>',
      arguments: [{ name: 'a', type: 'string', description: evil, required: true }],
    },
  ],
  error_message: evil,
};
const structured = { type: 'AgentOutput', description: evil, allowed_kinds: [evil, 'b'] };
const schema = {
  type: 'MarkdownJsonDictParser',
  description: evil,
  content_schema: {
    title: 'M',
    description: evil,
    type: 'object',
    properties: { a: { type: 'string', description: evil, default: evil, title: evil }, [evil]: { enum: [evil] } },
    required: ['a'],
  },
};
const pattern = {
  type: 'RegexTaggedContentParser',
  tagged_content_pattern: '<(?P<name>[^>]+)>(?P<content>::error::\u202e##\\[x)',
  description: evil,
};
const all: Readonly<Record<string, unknown>> = {
  [evil]: dict,
  [`${evil}t`]: tool,
  [`${evil}c`]: command,
  s: structured,
  schema,
  pattern,
  [`${evil}u`]: { type: evil },
};

const messages = {
  formatter: 'OpenAIChatFormatter',
  token_counter: { type: 'o200k_base' },
  messages: [
    { name: evil, role: 'user', content: evil },
    { name: 'Bob', role: 'user', content: [{ type: evil }] },
  ],
};

suite('parserlens with hostile names and texts', () => {
  let folder: string;
  suiteSetup(() => {
    folder = mkdtempSync(join(tmpdir(), 'parserlens-'));
    mkdirSync(join(folder, 'all'));
    writeFileSync(join(folder, 'all', evilFile), JSON.stringify({ parsers: all }));
    writeFileSync(join(folder, evilFile), '{ "type": tru }');
    for (const [i, definition] of Object.values(all).entries())
      writeFileSync(join(folder, `d${i}.parser.json`), JSON.stringify({ parsers: { [evil]: definition } }));
    writeFileSync(join(folder, 'answer.md'), JSON.stringify({ [evil]: evil }));
    writeFileSync(join(folder, `${evilFile}.messages.json`), JSON.stringify(messages));
    writeFileSync(join(folder, 'odd.messages.json'), JSON.stringify({ ...messages, formatter: evil, [evil]: 1 }));
    writeFileSync(
      join(folder, 'throws.mjs'),
      `const evil = ${JSON.stringify(evil)};
export const formatInstruction = () => { throw new Error(evil + '\\n::error::last\\n'); };
export const parse = formatInstruction;
export const formatSystemMessage = formatInstruction, formatToolSequence = formatInstruction, formatAgentMessage = formatInstruction;
`,
    );
    writeFileSync(join(folder, 'throws.parser.json'), '{ "type": "custom", "module": "throws.mjs" }');
    writeFileSync(
      join(folder, 'throws.messages.json'),
      JSON.stringify({ ...messages, formatter: 'custom', module: './throws.mjs' }),
    );
  });
  suiteTeardown(() => rmSync(folder, { recursive: true }));

  const runs: readonly (readonly string[])[] = [
    ['check', '.', '--allow-empty'],
    ['check', 'all', '--reporter', 'json'],
    ['check', 'all', '--reporter', 'junit'],
    ['check', evilFile],
    ['check', `gone${evilFile}`],
    ['check', `d0.parser.json#${evil}`],
    ['check', `d0.parser.json#none${evil}`],
    ['check', '--reporter', evil],
    ['check', '--severity', evil],
    [evil],
    ['find', 'answer.md'],
    ['find', 'answer.md', '--json'],
    ['find', 'answer.md', '--draft', 'MarkdownJsonDictParser'],
    ['find', 'answer.md', '--draft', evil],
    ['robustness', 'd0.parser.json'],
    ['robustness', 'd0.parser.json', '--json'],
    ['format', `${evilFile}.messages.json`, '--explain'],
    ['format', 'odd.messages.json'],
    ['format', 'throws.messages.json'],
    ['format', `${evilFile}.messages.json`, '--formatter', evil],
    ['tokens', 'throws.messages.json'],
    ['tokens', 'answer.md', '--counter', evil],
    ['parse', 'd0.parser.json', evil],
    ['parse', 'throws.parser.json', 'answer.md'],
    ['instruction', 'throws.parser.json'],
    ['instruction', `all/${evilFile}`],
    ['instruction', `all/${evilFile}#${evil}?`],
    ['import', evilFile],
    ['import', 'answer.md', '--from', evil],
    ['export', 'd0.parser.json', '--to', evil],
    ...exportFormats.flatMap(({ id }) => [
      ...Object.keys(all).map((_, i) => ['export', `d${i}.parser.json`, '--to', id]),
      ['export', `all/${evilFile}`, '--to', id, '--json'],
    ]),
  ];
  for (const args of runs)
    test(JSON.stringify(args.join(' ')).slice(0, 90), async () => {
      const { out, err } = await runCli(folder, args);
      for (const text of [out, err]) {
        assert.doesNotMatch(text, /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f]/, text);
        // The runner passes over blanks in front of a command.
        assert.doesNotMatch(text, /^\s*::/m, text);
      }
    });

  test('the reporter for GitHub makes its own commands only, escaped as GitHub’s toolkit does', async () => {
    const { out } = await runCli(folder, ['check', 'all', '--reporter', 'github']);
    const lines = out.trimEnd().split('\n');
    assert.ok(lines.length > 4, out);
    for (const line of lines.slice(0, -1))
      assert.match(line, /^::(?:error|warning|notice) file=[^:,\r\n]+,line=\d+,col=\d+,title=[^:,\r\n]+::[^\r\n]*$/);
    assert.doesNotMatch(out, /[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f]/);
    assert.ok(
      out.includes(
        'file=all/%3A%3Aerror title=a%3A%3Ab\\u202e\\u001b[2J%0A%3A%3Awarning%3A%3Ac%2C 100%25.parser.json,',
      ),
      out,
    );
    assert.ok(out.includes('title=x%0A%3A%3Aerror file=a%2Cline=1%3A%3Aforged%0D%0A'), out);
  });
});

import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AssistClient, assistClient } from '../../../../cli/mcp/assistClient.ts';

const cell = (source: string) => ({ cell_type: 'code', source: source.split(/(?<=\n)/) });
const imported = 'import os\nfrom agentscope.parsers import MarkdownJsonDictParser as P\n';
const files: Readonly<Record<string, string>> = {
  'prompts.py': 'SPEAK = {"speak": "what you say"}\n',
  'agent.py': `${imported}from prompts import SPEAK\nwhole = P({"thought": "a thought", **SPEAK})\npart = P({"team": os.environ["TEAM"], "thought": "x"})\n`,
  'vote.ts': `import { StructuredOutputParser } from '@langchain/core/output_parsers';
import { z } from 'zod';
export const whole = StructuredOutputParser.fromZodSchema(z.object({ player: z.string().describe('who') }));
export const part = StructuredOutputParser.fromZodSchema(z.object({ player: z.string().describe(process.env.WHO) }));
`,
  'game.ipynb': JSON.stringify(
    {
      cells: [
        cell(`%pip install agentscope\n${imported}HINT = {"move": "a move"}`),
        cell('whole = P(HINT)'),
        cell('part = P({**HINT, "when": os.environ["WHEN"]})'),
      ],
      metadata: { language_info: { name: 'python' } },
    },
    null,
    1,
  ),
};
const answers: Readonly<Record<string, string>> = {
  'agent.py': '{"thought": "t"}',
  'vote.ts': '{"player": "Ann"}',
  'game.ipynb': '{"move": "m"}',
};

suite('tools of assistants on sources', () => {
  let client: AssistClient;
  let folder: string;
  suiteSetup(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parserlens-tools-'));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    for (const [name, answer] of Object.entries(answers))
      writeFileSync(
        join(folder, `${name}.jsonl`),
        `${JSON.stringify({ response: `\`\`\`json\n${answer}\n\`\`\`` })}\n`,
      );
    client = await assistClient({ root: folder });
  });
  suiteTeardown(async () => {
    await client.close();
    rmSync(folder, { recursive: true });
  });

  for (const [file, answer] of Object.entries(answers))
    test(`each takes ${file}#NAME, and says what of it is unknown and where`, async () => {
      const response = `\`\`\`json\n${answer}\n\`\`\``;
      const calls = (definition: string) =>
        [
          ['get_instruction', { definition }],
          ['parse_response', { definition, response }],
          ['diagnose_response', { definition, response }],
          ['evaluate_log', { definition, log: `${file}.jsonl` }],
          ['convert_definition', { definition, to: file.endsWith('.ts') ? 'typescript' : 'agentscope' }],
        ] as const;
      for (const name of ['whole', 'part'])
        for (const [tool, args] of calls(`${file}#${name}`)) {
          const made = await client.call(tool, args);
          equal(made.isError, false, `${tool}: ${made.text}`);
          const unknown = made.answer.partly_known as readonly { readonly file: string }[] | undefined;
          deepEqual(
            unknown?.map(each => each.file),
            name === 'part' ? [file] : undefined,
            tool,
          );
        }
      const { answer: checked } = await client.call('check_definitions', { path: `${file}#part` });
      match(JSON.stringify(checked), /"unknown-argument"/);
      const { answer: found } = await client.call('find_parser', { responses: [response] });
      ok((found.candidates as { definition?: string }[]).some(each => each.definition === `${file}#whole`));
      const near = await client.call('parse_response', { definition: `${file}#hole`, response });
      match(near.text, new RegExp(`Did you mean \`${file}#whole\``));
    });

  test('get_instruction names the lines of the source, also of a file that it imports', async () => {
    const parts = async (definition: string) =>
      ((await client.call('get_instruction', { definition })).answer.parts as object[]).map(each =>
        JSON.stringify(each),
      );
    const said = await parts('agent.py#whole');
    ok(said.includes('{"file":"agent.py","line":4,"column":23,"text":"\\"a thought\\""}'), said.join('\n'));
    ok(said.includes('{"file":"prompts.py","line":1,"column":19,"text":"\\"what you say\\""}'), said.join('\n'));
    const line = files['game.ipynb']!.split('\n').findIndex(each => each.includes('a move')) + 1;
    ok((await parts('game.ipynb#whole')).some(each => each.includes(`"line":${line},`) && each.includes('a move')));
    writeFileSync(join(folder, 'a.parser.json'), '{ "parsers": { "told": { "source": "agent.py#whole" } } }');
    ok((await parts('a.parser.json#told')).some(each => each.startsWith('{"file":"prompts.py","line":1')));
    rmSync(join(folder, 'a.parser.json'));
  });
});

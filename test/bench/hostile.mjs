// Input on which the source systems need exponential or quadratic time, at ten times the size at which they took seconds:
// each must end within a second.
import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);
const { createParser, readDefinitions } = load('../../dist/engine.js');
const { structured, sweagent } = load('../../out/adapters.js');

const limit = 1000;

const parserOf = definition => {
  const [read] = readDefinitions(JSON.stringify(definition), 'bench.parser.json').definitions;
  return createParser(read);
};
const parse = definition => text => parserOf(definition).parse(text);
const swe = type => parse({ type });
const output = parse({ type: 'AgentOutput', allowed_kinds: ['spoke'], fallback_kind: 'spoke' });
const edit = {
  name: 'edit',
  signature: 'edit <range>\n<text>\nend_of_edit',
  end_name: 'end_of_edit',
  arguments: ['range', 'text'].map(name => ({ name, type: 'string', description: name, required: true })),
};
const guard = text => sweagent.guardMultilineInput(text, [edit]);
const repeat = (text, size) => text.repeat(Math.ceil(size / text.length));

const cases = [
  ['xml_function_calling, calls without end', swe('xml_function_calling'), repeat('<function=a>\n', 1_040_000)],
  ['xml_function_calling, tags without end', swe('xml_function_calling'), repeat('<function=', 800_000)],
  [
    'xml_function_calling, parameters without end',
    swe('xml_function_calling'),
    `<function=bash>\n${repeat('<parameter=a>', 1_040_000)}</function>`,
  ],
  [
    'xml_function_calling, parameters without name',
    swe('xml_function_calling'),
    `<function=bash>\n${repeat('<parameter=>', 1_040_000)}</parameter></function>`,
  ],
  ['all_bash_code_blocks, blocks without end', swe('all_bash_code_blocks'), repeat('x```bash\nx', 800_000)],
  ['single_bash_code_block, blocks without end', swe('single_bash_code_block'), repeat('x```bash\nx', 800_000)],
  ['thought_action, fences', swe('thought_action'), repeat('```a\n', 480_000)],
  ['thought_action, a fence without line feed', swe('thought_action'), `\`\`\`${repeat('a \t', 480_000)}`],
  ['function_calling, many calls', swe('function_calling'), `{"tool_calls": [${'{},'.repeat(160_000)}{}]}`],
  ['guard_multiline_input, commands without end', guard, repeat('edit 1\n', 280_000)],
  ['guard_multiline_input, one end', guard, `${repeat('edit 1\n', 280_000)}end_of_edit`],
  ['guard_multiline_input, many commands', guard, repeat('edit 1\nx\nend_of_edit\n', 280_000)],
  ['should_block_action, radare2', text => sweagent.shouldBlockAction(text), repeat('radare2  -c\n', 400_000)],
  ['strip_reasoning, open tags', structured.stripReasoning, repeat('<think>', 560_000)],
  ['extract_reasoning, open tags', structured.extractReasoning, repeat('<think>', 560_000)],
  ['clean_clue, blanks in tags', structured.cleanClue, repeat('<   think', 560_000)],
  ['AgentOutput, open tags', output, repeat('<think></reason>', 560_000)],
  ['AgentOutput, open objects', output, repeat('{"text":"', 560_000)],
  ['AgentOutput, objects that are not JSON', output, repeat('{a} ', 560_000)],
  ['AgentOutput, capitals and blanks', output, repeat('AAAA   é', 560_000)],
];

for (const [name, run, text] of cases) {
  const start = performance.now();
  await run(text);
  const time = performance.now() - start;
  console.log(`${name}: ${time.toFixed(0)} ms for ${(text.length / 1000).toFixed(0)} KB (limit ${limit} ms)`);
  if (time >= limit) process.exitCode = 1;
}

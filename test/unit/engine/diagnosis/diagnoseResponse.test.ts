import { deepEqual, equal, ok } from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { createParser, exampleResponse, readDefinitions } from '../../../../src/engine/definition/index.ts';
import type { DiagnosedFormat } from '../../../../src/engine/diagnosis/diagnosedFormat.ts';
import { diagnoseResponse } from '../../../../src/engine/diagnosis/diagnoseResponse.ts';
import { expectedMarkup } from '../../../../src/engine/diagnosis/expectedMarkup.ts';
import type { ResponseCandidate } from '../../../../src/engine/diagnosis/index.ts';
import type { Definition } from '../../../../src/engine/parsers/definition.ts';
import { parserTypes } from '../../../../src/engine/systems/registry.ts';

const define = (keys: object): Definition => readDefinitions(JSON.stringify(keys), 'x.parser.json').definitions[0]!;

const dict = define({
  type: 'MarkdownJsonDictParser',
  content_hint: { thought: 'x', speak: 'y' },
  required_keys: ['speak'],
});
const tags = define({
  type: 'MultiTaggedContentParser',
  tagged_contents: [
    { name: 'thought', tag_begin: '[THOUGHT]', content_hint: 't', tag_end: '[/THOUGHT]' },
    { name: 'n', tag_begin: '[NUM]', content_hint: 'n', tag_end: '[/NUM]', parse_json: true },
  ],
});
const python = define({ type: 'MarkdownCodeBlockParser', language_name: 'python' });
const command = define({ type: 'xml_thought_action' });
const fenced = define({ type: 'thought_action' });
const tool = define({
  type: 'ToolMessage',
  tools: [
    {
      request: 'add',
      purpose: 'p',
      schema: { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] },
    },
  ],
});

const json = define({ type: 'JsonOutputParser', runtime: 'js' });
const functions = define({
  type: 'xml_function_calling',
  commands: [
    {
      name: 'bash',
      docstring: 'runs a command',
      signature: '<command>',
      arguments: [{ name: 'command', type: 'string', description: 'the command', required: true }],
    },
  ],
});

/** The response after a candidate's edits. */
function edited(text: string, { edits }: ResponseCandidate): string {
  return edits.reduceRight((all, { start, end, text: own }) => all.slice(0, start) + own + all.slice(end), text);
}

const rows: readonly [what: string, Definition, response: string, value: unknown, causes: readonly string[]][] = [
  [
    'a missing comma in the block',
    dict,
    '```json\n{"thought": "a" "speak": "b"}\n```',
    { thought: 'a', speak: 'b' },
    ['missing-comma'],
  ],
  [
    'no language, no end, single quotes',
    dict,
    '```\n{"thought": "a", "speak": \'b\'}',
    { thought: 'a', speak: 'b' },
    ['wrong-fence', 'single-quotes', 'unclosed-fence'],
  ],
  [
    'a block that opens in the midst of a line',
    dict,
    'Sure: ```json\n{"thought": "a", "speak": \'b\'}\n```',
    { thought: 'a', speak: 'b' },
    ['single-quotes'],
  ],
  [
    'such a block without an end',
    dict,
    'Sure: ```json\n{"thought": "a",, "speak": "b"}\n',
    { thought: 'a', speak: 'b' },
    ['extra-comma', 'unclosed-fence'],
  ],
  [
    'prose and no block',
    dict,
    'Sure!\n{"thought": "a", "speak": "b",}\nDone',
    { thought: 'a', speak: 'b' },
    ['no-fence', 'trailing-comma'],
  ],
  [
    'a language in capitals',
    dict,
    '```JSON\n{"thought": "a", "speak": "b"}\n```',
    { thought: 'a', speak: 'b' },
    ['wrong-fence'],
  ],
  ['tags in other letter case', tags, '[thought] I [/Thought][NUM]3[/NUM]', { thought: ' I ', n: 3 }, ['tag-case']],
  [
    'escaped tags',
    tags,
    '\\[THOUGHT\\] I \\[/THOUGHT\\][NUM][1,2][/NUM]',
    { thought: ' I ', n: [1, 2] },
    ['escaped-tag'],
  ],
  ['emphasis in a tag', tags, '[**THOUGHT**] I [/THOUGHT][NUM]3[/NUM]', { thought: ' I ', n: 3 }, ['emphasised-tag']],
  ['an end that is missing', tags, '[THOUGHT] I [NUM]3[/NUM]', { thought: ' I', n: 3 }, ['missing-tag']],
  [
    'a beginning that is missing',
    tags,
    'I think.[/THOUGHT][NUM]3[/NUM]',
    { thought: 'I think.', n: 3 },
    ['missing-tag'],
  ],
  [
    'the beginning for the end',
    tags,
    '[THOUGHT]a[THOUGHT][NUM]{"a":1 "b":2}[/NUM]',
    { thought: 'a', n: { a: 1, b: 2 } },
    ['wrong-tag', 'missing-comma'],
  ],
  [
    'a command between tags in capitals',
    command,
    'do\n<Command>\nls\n</Command>',
    { thought: 'do', action: 'ls' },
    ['tag-case'],
  ],
  [
    'a command between HTML',
    command,
    'do\n&lt;command&gt;ls&lt;/command&gt;',
    { thought: 'do', action: 'ls' },
    ['escaped-tag'],
  ],
  ['a command whose block is open', fenced, 'x\n```\nls', { thought: 'x\n', action: 'ls\n' }, ['unclosed-fence']],
  ['code without a block', python, 'x = 1', '\nx = 1\n', ['no-fence']],
  ['code in a block without language', python, '```\nx = 1\n```', '\nx = 1\n', ['wrong-fence']],
  [
    'prose in a tag that holds JSON',
    tags,
    '[THOUGHT]a[/THOUGHT][NUM] Here: {"a": 1,}\n[/NUM]',
    { thought: 'a', n: { a: 1 } },
    ['prose-around', 'trailing-comma'],
  ],
  ['a blank before the language', python, '``` python\nx = 1\n```', '\nx = 1\n', ['wrong-fence']],
  [
    'a blank before the language of a block that is open',
    python,
    '``` python\nx = 1',
    '\nx = 1\n',
    ['wrong-fence', 'unclosed-fence'],
  ],
  ['an open block with blanks at its end', python, '```python \n  x = 1\n\n  ', ' \n  x = 1\n', ['unclosed-fence']],
  [
    'a call that is not closed',
    tool,
    '{"request": "add", "a": 1',
    [{ request: 'add', purpose: 'p', id: '', a: 1 }],
    ['missing-brace'],
  ],
  [
    'a byte order mark',
    define({ type: 'JsonOutputParser', runtime: 'python' }),
    '\ufeff{"a": 1}',
    { a: 1 },
    ['odd-space'],
  ],
  ['an object in a list', dict, '```json\n[{"speak": "b"}]\n```', { speak: 'b' }, ['wrapped-value']],
  [
    'an object in a list that has faults',
    dict,
    '```json\n[\n{"speak": "b",}\n]\n```',
    { speak: 'b' },
    ['wrapped-value', 'trailing-comma'],
  ],
  ['an object in a list that is not closed', dict, '```json\n[{"speak": "b"}\n```', { speak: 'b' }, ['wrapped-value']],
  [
    'a draft in the reasoning',
    dict,
    '<think>Say ```json\n{"speak": "x"\n```?</think>\n```json\n{"speak": "b"}\n```',
    { speak: 'b' },
    ['draft-before'],
  ],
  [
    'a fault behind the reasoning',
    dict,
    '<Thinking>Say ```json\n{}\n```?</thinking>\n```json\n{"speak": \'b\'}\n```',
    { speak: 'b' },
    ['draft-before', 'single-quotes'],
  ],
  [
    'tags within a tag, in other letters',
    functions,
    'So.\n<FUNCTION=bash>\n<Parameter=command>ls</PARAMETER>\n</Function>',
    { thought: 'So.', action: 'ls' },
    ['tag-case'],
  ],
  [
    'tags within a tag, escaped and with blanks',
    functions,
    'So.\n&lt;function=bash&gt;\n< parameter=command >ls</parameter>\n</ function>',
    { thought: 'So.', action: 'ls' },
    ['escaped-tag', 'tag-spaces'],
  ],
];

/** Answers as a definition wants them, and the place from which on a value has begun. */
const wholes: readonly [what: string, Definition, response: string, begins: string][] = [
  [
    'an object in a block',
    define({ type: 'MarkdownJsonDictParser', content_hint: { a: 'x' } }),
    'So:\n```json\n{"a": "it \\"is\\", [so]", "n": [1, {"x": null}]}\n```\nBye.',
    '": "',
  ],
  [
    'a list in a block',
    define({ type: 'MarkdownJsonObjectParser', content_hint: [1] }),
    '```json\n[1, {"a": "b"}, "c"]\n```',
    '[1',
  ],
  ['an object in tags', tags, '[THOUGHT]Some words.[/THOUGHT]\n[NUM]{"a": "so far", "b": [1, 2]}[/NUM]', '": "'],
  [
    'LangChain’s block',
    define({ type: 'JsonOutputParser', runtime: 'js' }),
    '```json\n{"a": "so far", "b": [1, 2]}\n```',
    '": "',
  ],
];

suite('an answer that is cut off, wherever that is', () => {
  for (const [what, definition, response, begins] of wholes)
    test(what, async () => {
      const parser = createParser(definition);
      const last = response.lastIndexOf('}');
      for (let cut = response.indexOf(begins) + begins.length; cut < response.length; cut++) {
        const text = response.slice(0, cut);
        if ((await parser.parse(text)).ok) continue;
        const [candidate] = (await parser.diagnose(text)).candidates;
        ok(candidate, `nothing for ${text}`);
        const read = await parser.parse(edited(text, candidate));
        deepEqual(read.ok && read.value, candidate.value);
        // Between two tokens it may have been a bracket that was forgotten.
        if (/\w$/.test(text) && /^\w/.test(response.slice(cut)) && cut < last) equal(candidate.lossy, true, text);
      }
    });
});

suite('diagnosis of a response', () => {
  for (const [what, definition, response, value, causes] of rows)
    test(what, async () => {
      const parser = createParser(definition);
      const [best] = (await parser.diagnose(response)).candidates;
      ok(best, 'a candidate');
      deepEqual(best.value, value);
      // What is cut off says so as well.
      const expected = best.lossy ? new Set(['cut-off', ...causes]) : causes;
      deepEqual([...best.causes].sort(), [...expected].sort());
      ok(best.confidence > 0.5 && best.confidence < 1, String(best.confidence));
      const result = await parser.parse(edited(response, best));
      ok(result.ok);
      deepEqual(result.value, value);
    });

  const bash = define({ type: 'mini_swe_agent', mode: 'actions_toolcall' });
  const broken = "{'command': 'echo \"a\"',}";
  const message = (text: string) => ({
    role: 'assistant',
    content: 'So.',
    tool_calls: [
      { id: 'a', type: 'function', function: { name: 'bash', arguments: '{"command": "ls"}' } },
      { id: 'b', type: 'function', function: { name: 'bash', arguments: text } },
    ],
  });
  const actions = [
    { command: 'ls', tool_call_id: 'a' },
    { command: 'echo "a"', tool_call_id: 'b' },
  ];

  test('the arguments of a call in a message that is JSON', async () => {
    const text = JSON.stringify(message(broken), null, 1);
    const parser = createParser(bash);
    const [best] = (await parser.diagnose(text)).candidates;
    deepEqual(best?.value, actions);
    deepEqual([...best!.causes].sort(), ['single-quotes', 'trailing-comma']);
    const result = await parser.parse(edited(text, best!));
    ok(result.ok);
    deepEqual(result.value, actions);
    ok(JSON.parse(edited(text, best!)));
  });

  test('the arguments of a call in a message that is an object', async () => {
    const [best] = (await createParser(bash).diagnose(message(broken))).candidates;
    deepEqual(best?.value, actions);
    ok(best!.edits.every(({ call }) => call === 1));
    equal(edited(broken, best!), '{"command": "echo \\"a\\""}');
  });

  test('what closes a code block stays on its line where the JSON in it is cut off', async () => {
    const text = '```json\n{\n  "thought": "a",\n  "speak": "b"';
    for (const more of ['', ',', ', "na']) {
      const { candidates } = await createParser(dict).diagnose(`${text}${more}\n\`\`\`\n`);
      equal(edited(`${text}${more}\n\`\`\`\n`, candidates[0]!), `${text}}\n\`\`\`\n`);
    }
  });

  test('the arguments of an item of the Responses API', async () => {
    const responses = define({ type: 'mini_swe_agent', mode: 'actions_toolcall_response' });
    const item = { type: 'function_call', call_id: 'b', name: 'bash', arguments: broken };
    const output = [{ type: 'reasoning', summary: [] }, item];
    const [best] = (await createParser(responses).diagnose({ output })).candidates;
    deepEqual(best?.value, [actions[1]]);
    ok(best!.edits.every(({ call }) => call === 1));
  });

  test('arguments that are cut off', async () => {
    const [best] = (await createParser(bash).diagnose(message('{"command": "l'))).candidates;
    deepEqual(best?.value, [actions[0], { command: 'l', tool_call_id: 'b' }]);
    equal(best!.lossy, true);
  });

  test('several lines in no block may be prose and code: that is doubtful, one line is less so', async () => {
    const [one] = (await createParser(python).diagnose('print(1)')).candidates;
    const [several] = (await createParser(python).diagnose('x = 1\nprint(x)')).candidates;
    ok(one!.confidence > 0.8 && several!.confidence < 0.6, `${one!.confidence} ${several!.confidence}`);
  });

  test('what JSON in the reasoning says is less likely than what stands behind it', async () => {
    const { candidates } = await createParser(json).diagnose('<think>{"a": 1} or</think>\n{"a": 2,}', { limit: 9 });
    deepEqual(candidates[0]!.value, { a: 2 });
    ok(candidates.slice(1).every(({ confidence }) => confidence < 0.6));
  });

  test('of two objects in a list nobody knows which is meant', async () =>
    deepEqual((await createParser(dict).diagnose('```json\n[{"speak": "a"}, {"speak": "b"}]\n```')).candidates, []));

  test('what is read as it is has no edits', async () => {
    const { candidates } = await createParser(python).diagnose('```python\nx\n```');
    deepEqual(candidates, [{ value: '\nx\n', confidence: 1, edits: [], lossy: false, causes: [] }]);
  });

  test('an end that is missing at the end of the text may be a cut', async () => {
    const parser = createParser(tags);
    const [cut] = (await parser.diagnose('[THOUGHT]a[/THOUGHT][NUM]12')).candidates;
    equal(cut?.lossy, true);
    const [whole] = (await parser.diagnose('[THOUGHT]a[/THOUGHT][NUM][12]')).candidates;
    equal(whole?.lossy, false);
  });

  test('where nothing says what was meant, nothing is invented', async () => {
    for (const response of ['', 'I cannot help with that.', '[NUM]', 'null'])
      deepEqual((await createParser(tags).diagnose(response)).candidates, [], response);
    deepEqual((await createParser(dict).diagnose('```json\n{"thought": "a"}\n```')).candidates, []);
  });

  test('where one candidate is wanted no text is read twice', async () => {
    const parser = createParser(dict);
    const example = exampleResponse(dict)!;
    const expected = expectedMarkup(example, await parser.parse(example));
    const texts: string[] = [];
    const format: DiagnosedFormat = {
      markup: async () => expected,
      parse: text => {
        texts.push(text);
        return parser.parse(text);
      },
      odd: async () => [],
      says: word => word === 'speak',
    };
    for (const json of ['{"speak": "a",}', "{'speak': 'a'}", '{"speak": "a", "thought": "b', '{"Speak": "a"}']) {
      texts.length = 0;
      const { causes } = await diagnoseResponse(`\`\`\`json\n${json}\n\`\`\``, format, { limit: 1 });
      ok(causes.length > 0, json);
      deepEqual(texts, [...new Set(texts)], json);
    }
  });

  test('the limit holds', async () => {
    const response = '```json\n{"thought": "a "b" c", "speak": "d"}\n```';
    const parser = createParser(dict);
    equal((await parser.diagnose(response, { limit: 1 })).candidates.length, 1);
    deepEqual((await parser.diagnose(response, { limit: 0 })).candidates, []);
  });

  test('property: of any type and any cut or marred answer, every candidate leads to its value @slow', async () => {
    const folder = join(import.meta.dirname, '../../../../examples');
    const files = readdirSync(folder).filter(name => name.endsWith('.parser.json'));
    const definitions = files
      .flatMap(name => readDefinitions(readFileSync(join(folder, name), 'utf8'), join(folder, name)).definitions)
      .filter(({ type }) => type !== 'custom');
    ok(new Set(definitions.map(({ type }) => type)).size > parserTypes.length / 3);
    for (const definition of definitions) {
      const example = exampleResponse(definition);
      if (example === undefined) continue;
      const parser = createParser(definition);
      const marred = fc
        .tuple(fc.nat(example.length), fc.nat(8), fc.constantFrom('', '"', '<', '```', '}', '\ud83d', '\n'))
        .map(([at, length, text]) => example.slice(0, at) + text + example.slice(at + length));
      await fc.assert(
        fc.asyncProperty(marred, async response => {
          const { candidates } = await parser.diagnose(response);
          for (const candidate of candidates) {
            ok(candidate.confidence >= 0 && candidate.confidence <= 1);
            const result = await parser.parse(edited(response, candidate));
            ok(result.ok, `${definition.name}: ${JSON.stringify(response)}`);
            deepEqual(result.value, candidate.value);
          }
        }),
        { numRuns: 25, seed: 7 },
      );
    }
  });
});

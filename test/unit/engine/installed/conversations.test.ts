import { deepEqual, equal, ok } from 'node:assert/strict';
import { type FormatConversationOptions, readConversation } from '../../../../src/engine/conversation/index.ts';
import type { Host, ModuleJob, ModuleOutcome } from '../../../../src/engine/core/host.ts';
import { compareInstalledConversation } from '../../../../src/engine/installed/index.ts';

interface Case {
  readonly messages: readonly { readonly name: string; readonly role: string; readonly content: unknown }[];
  readonly ids: readonly string[];
  readonly limits: boolean;
}
interface Installed {
  readonly versions?: object;
  readonly payload?: (given: Case) => unknown;
  readonly tokens?: number | null;
  readonly unmade?: ModuleOutcome;
  /** After how many batches nobody wants to know any more. */
  readonly ends?: number;
}

const gives = (value: unknown): ModuleOutcome => ({ ok: true, value, called: true });
const raises = (className: string, message: string): ModuleOutcome => ({
  ok: false,
  error: { class: className, message },
});
const sameAsOurs = ({ messages }: Case) =>
  messages.map(({ role, name, content }) => ({
    role,
    name,
    content: typeof content === 'string' ? [{ type: 'text', text: content }] : content,
  }));

/** What an installed AgentScope is asked, and what comes of it. */
async function compare(
  written: object,
  {
    versions = { agentscope: '1.0.21' },
    payload = sameAsOurs,
    tokens = null,
    unmade = gives(null),
    ends,
  }: Installed = {},
  options: FormatConversationOptions = {},
) {
  const asked: ModuleJob[] = [];
  const cases: Case[] = [];
  const answerOf = ({ export: name, args }: ModuleJob): ModuleOutcome => {
    if (name === 'parserlens_versions') return gives({ python: '3.12', interpreter: '/p', ...versions });
    if (name === 'unmade') return unmade;
    const given = JSON.parse(String(args[0])) as Case;
    cases.push(given);
    const found = payload(given);
    return typeof found === 'object' && found !== null && 'error' in found
      ? (found as ModuleOutcome)
      : gives({ payload: found, tokens });
  };
  const host: Host = {
    async runModule(job) {
      asked.push(job);
      return answerOf(job);
    },
  };
  const progress: string[] = [];
  const signal = { aborted: false };
  const { conversation } = readConversation(JSON.stringify(written), '/x.messages.json');
  const report = await compareInstalledConversation(conversation!, '/x.messages.json', options, host, {
    signal,
    onProgress(done, all) {
      progress.push(`${done}/${all}`);
      signal.aborted = progress.length === ends;
    },
  });
  return { report, asked, cases, progress };
}

const said = (content: unknown, role = 'user') => ({ name: role === 'user' ? 'Ann' : 'Bot', role, content });
const formatter = 'OpenAIChatFormatter';
const two = { formatter, messages: [said('Hi'), said('Yes', 'assistant')] };
const counted = { ...two, token_counter: { type: 'CharTokenCounter' } };

async function found(...given: Parameters<typeof compare>) {
  const { report } = await compare(...given);
  ok(report.ok, JSON.stringify(report));
  return report;
}
const refusal = async (...given: Parameters<typeof compare>) => {
  const { report } = await compare(...given);
  return report.ok ? 'none' : `${report.kind}: ${report.reason}`;
};

suite('conversations, and the installed formatter', () => {
  test('asked are the whole, its beginnings, and each message alone', async () => {
    const messages = ['a', 'b', 'c'].map(text => said(text));
    const { report, cases, progress, asked } = await compare({ formatter, messages });
    deepEqual(
      cases.map(each => each.messages.map(({ content }) => content).join('')),
      ['abc', 'a', 'ab', 'b', 'c'],
    );
    ok(report.ok);
    deepEqual([report.compared, report.same, report.differences, report.notes], [5, 5, [], []]);
    equal(report.framework, 'AgentScope');
    deepEqual(report.versions, [
      ['agentscope', '1.0.21'],
      ['pydantic', null],
    ]);
    deepEqual(progress, ['5/5']);
    deepEqual([cases[0]!.ids, cases[0]!.limits], [[], false]);
    ok(asked.every(({ file }) => file === '/x.messages.json'));
  });

  test('of many messages the first 50 begin, and fifty stretches are asked at once', async () => {
    const messages = Array.from({ length: 52 }, (_, i) => said(`m${i}`));
    const { cases, progress } = await compare({ formatter, messages });
    equal(cases.length, 1 + 49 + 49);
    deepEqual(progress, ['50/99', '99/99']);
    deepEqual((await compare({ formatter, messages }, { ends: 1 })).progress, ['50/99']);
    deepEqual([cases[49]!.messages.length, cases[98]!.messages[0]!.content], [49, 'm49']);
  });

  const options: readonly (readonly [written: object, config: string])[] = [
    [
      { formatter: 'OpenAIMultiAgentFormatter', conversation_history_prompt: 'So far:' },
      '"options": {"conversation_history_prompt": "So far:"}',
    ],
    [{ formatter, promote_tool_result_images: true }, '"options": {"promote_tool_result_images": true}'],
    [{ formatter: 'GeminiChatFormatter', input_types: ['text/plain'] }, '"options": {"input_types": ["text/plain"]}'],
    [{ formatter }, '"options": {}, "folder": ".", "limits": {}, "tools": null'],
    [
      { formatter, token_counter: { type: 'CharTokenCounter' }, max_tokens: 9 },
      '"limits": {"token_counter": {"type": "CharTokenCounter"}, "max_tokens": 9}',
    ],
  ];
  for (const [written, config] of options)
    test(`the formatter is made with ${config}`, async () => {
      const { asked } = await compare({ ...two, ...written });
      const made = (asked[0]!.source ?? '').replaceAll(/'\n\s*'/g, '');
      ok(made.includes(config), made);
    });

  const refused: readonly (readonly [written: object, installed: Installed, reason: string])[] = [
    [{ messages: two.messages }, {}, 'none: The conversation names no formatter that AgentScope could be asked for.'],
    [{ ...two, formatter: 'Mine' }, {}, 'none: There is no formatter `Mine` that AgentScope could be asked for.'],
    [
      { ...two, formatter: 'custom', module: 'm.mjs' },
      {},
      'none: The conversation is formatted by a module of its own.',
    ],
    [
      two,
      { versions: { agentscope: '2.0.1' } },
      'missing: AgentScope 2.0.1 is installed, and the conversation is for 1.0.21.',
    ],
    [
      { ...two, agentscope_version: '1.0.19' },
      { versions: { agentscope: '2.0.1' } },
      'missing: AgentScope 2.0.1 is installed, and the conversation is for 1.0.19.',
    ],
    [{ ...two, parser: 'gone.parser.json' }, {}, 'refused: ParserNotFound: There is no file `gone.parser.json`.'],
  ];
  for (const [written, installed, reason] of refused)
    test(`nothing is asked: ${reason}`, async () => equal(await refusal(written, installed), reason));

  const notes: readonly (readonly [
    written: object,
    installed: Installed,
    options: object,
    notes: readonly string[],
  ])[] = [
    [two, { versions: {} }, {}, []],
    [
      two,
      { versions: { agentscope: '1.0.99' } },
      {},
      ['ParserLens does not know AgentScope 1.0.99: it followed 1.0.21.'],
    ],
    [{ ...two, agentscope_version: '1.0.19' }, {}, {}, ['The conversation is for AgentScope 1.0.19.']],
    [{ ...two, agentscope_version: 'v1.0.21' }, {}, {}, []],
    [
      { ...two, token_counter: { type: 'GeminiTokenCounter', model_name: 'm' } },
      {},
      {},
      ['Compared without counting: GeminiTokenCounter asks a provider, or is not AgentScope’s.'],
    ],
    [
      counted,
      { unmade: gives('no tokenizer') },
      {},
      ['Compared without counting: the token counter cannot be made there (no tokenizer).'],
    ],
    [
      counted,
      { unmade: raises('OSError', 'offline') },
      {},
      ['Compared without counting: the token counter cannot be made there (offline).'],
    ],
    [{ ...counted, max_tokens: 500 }, {}, {}, []],
    [
      { ...counted, max_tokens: 500 },
      {},
      { truncation: 'none' },
      ['Compared without the limit: AgentScope has no truncation none.'],
    ],
    [{ ...counted, max_tokens: 500 }, {}, { truncation: 'none', maxTokens: null }, []],
    [
      { ...counted, token_counter: { type: 7 } },
      {},
      {},
      ['Compared without counting: 7 asks a provider, or is not AgentScope’s.'],
    ],
    [
      two,
      {},
      { tokenCounter: { type: 'AnthropicTokenCounter' } },
      ['Compared without counting: AnthropicTokenCounter asks a provider, or is not AgentScope’s.'],
    ],
    [two, {}, { tokenCounter: { type: 'CharTokenCounter' } }, []],
    [
      two,
      { unmade: gives('none') },
      { tokenCounter: { type: 'OpenAITokenCounter', model_name: 'gpt-4' } },
      ['Compared without counting: the token counter cannot be made there (none).'],
    ],
    [
      two,
      { unmade: gives('none') },
      { tokenCounter: { type: 'HuggingFaceTokenCounter' } },
      ['Compared without counting: the token counter cannot be made there (none).'],
    ],
    [{ ...two, agentscope_version: 'v2.0.4' }, { versions: { agentscope: '2.0.3' } }, {}, []],
    [{ ...two, agentscope_version: '1.0.19' }, { versions: {} }, {}, []],
    [two, {}, { tokenCounter: 'char' }, ['Compared without counting: char asks a provider, or is not AgentScope’s.']],
  ];
  for (const [i, [written, installed, options, told]] of notes.entries())
    test(`notes ${i}: ${told.join() || 'none'}`, async () =>
      deepEqual((await found(written, installed, options)).notes, told));

  const ours = '[ { "role": "user", "name": "Ann", "content": [ { "type": "text", "text": "Hi" } ] } ]';
  const differences: readonly (readonly [written: object, installed: Installed, differences: readonly string[]])[] = [
    [{}, { payload: () => [] }, [`payload | ${ours} | []`]],
    [{}, { payload: () => raises('a.KeyError', 'no') }, [`error | ${ours} | KeyError: no`]],
    [{}, { tokens: 999 }, []],
    [{ token_counter: { type: 'CharTokenCounter' } }, { tokens: 1 }, ['count | 76 | 1']],
    [{ token_counter: { type: 'CharTokenCounter' } }, { tokens: 76 }, []],
    [{ token_counter: { type: 'CharTokenCounter' } }, { tokens: null }, []],
    [
      { messages: [said([{ type: 'image' }])] },
      { payload: () => raises('a.KeyError', 'no') },
      ["message | KeyError: 'source' | KeyError: no"],
    ],
    [{ messages: [said([{ type: 'image' }])] }, { payload: () => raises('a.KeyError', "'source'") }, []],
    [
      { messages: [said([{ type: 'image' }])] },
      { payload: () => raises('TypeError', 'no') },
      ["error | KeyError: 'source' | TypeError: no"],
    ],
    [{ messages: [said([{ type: 'image' }])] }, { payload: () => [] }, ["error | KeyError: 'source' | []"]],
  ];
  for (const [written, installed, told] of differences)
    test(`differences: ${told.join() || 'none'}`, async () => {
      const report = await found({ formatter, messages: [said('Hi')], ...written }, installed);
      deepEqual(
        report.differences.map(each => [each.group, each.ours, each.theirs].join(' | ').replaceAll(/\s+/g, ' ')),
        told,
      );
    });

  test('a difference says of which stretch it is', async () => {
    const { differences: told, same } = await found(
      { formatter, messages: ['a', 'b', 'c'].map(text => said(text)) },
      { payload: given => (given.messages.length === 3 ? sameAsOurs(given) : []) },
    );
    deepEqual(
      told.map(({ from }) => from),
      ['the first 1', 'the first 2', 'message 2 alone', 'message 3 alone'],
    );
    equal(same, 1);
    equal((await found(two, { payload: () => [] })).differences[0]!.from, 'the conversation');
  });

  test('AgentScope 2 takes messages as they are written, the tools to count, and ids for media', async () => {
    const tools = [{ type: 'function', function: { name: 'look', parameters: {} } }];
    const messages = [said('Hé'), { ...said([{ type: 'text', text: 'Hi' }]), id: 'm', metadata: { n: 1 } }];
    const written = { formatter, agentscope_version: 'v2.0.4', tools, messages };
    const { cases, asked, report } = await compare(written, { versions: { agentscope: '2.0.4' }, tokens: 999 });
    ok(report.ok);
    equal(cases[0]!.ids.length, 100);
    deepEqual(cases[0]!.messages, [
      { name: 'Ann', role: 'user', content: [{ type: 'text', text: 'Hé' }] },
      { name: 'Ann', role: 'user', content: [{ type: 'text', text: 'Hi' }], id: 'm', metadata: { n: 1 } },
    ]);
    ok(asked[0]!.source!.includes('"tools": [{'), asked[0]!.source);
    deepEqual(
      report.differences.map(({ group, theirs }) => `${group} ${theirs}`),
      ['count 999', 'count 999', 'count 999'],
    );
    ok(!/[^ -~]/.test(String(asked.at(-1)!.args[0])));
  });

  test('an agent’s card has an id that is drawn', async () => {
    const report = await found({ formatter: 'A2AChatFormatter', messages: [said('Hi')] }, { payload: () => [] });
    equal(
      report.differences[0]!.ours.replaceAll(/\s+/g, ''),
      '{"kind":"message","parts":[{"kind":"text","text":"Hi"}],"role":"user"}',
    );
  });

  test('what would be fetched is left out, and counted', async () => {
    const image = { type: 'image', source: { type: 'url', url: '/gone.wav' } };
    const audio = { type: 'audio', source: { type: 'url', url: 'https://x.org/a.wav' } };
    const report = await found({ formatter, messages: [said('Hi'), said([audio]), said([image])] });
    deepEqual(
      [report.compared, report.notes],
      [2, ['3 of 5 stretches were left out: media would be fetched, or written to files.']],
    );
  });
});

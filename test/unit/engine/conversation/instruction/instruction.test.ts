import assert from 'node:assert/strict';
import {
  type Conversation,
  type FormatResult,
  formatConversation,
  instructConversation,
  parserReferenceSpans,
  readConversation,
} from '../../../../../src/engine/conversation/index.ts';
import { checkConversationParser } from '../../../../../src/engine/conversation/instruction/conversationParser.ts';
import { fileBeside } from '../../../../../src/engine/conversation/instruction/parserReference.ts';
import type { Resources } from '../../../../../src/engine/core/resources.ts';
import { createParser, readDefinitions, splitReference } from '../../../../../src/engine/definition/index.ts';
import { nodeHost } from '../../../../../src/node/nodeHost.ts';

const files: Readonly<Record<string, string>> = {
  'vote.parser.json': `{ "parsers": {
    "vote": { "type": "MarkdownJsonDictParser", "content_hint": { "vote": "player" } },
    "bash": { "type": "thought_action" },
    "go": { "type": "ToolMessage", "tools": [{ "request": "go", "purpose": "To go <where>" }] },
    "mini": { "type": "mini_swe_agent", "mode": "actions_text", "system_template": "You use a shell.",
      "instance_template": "Task: {{task}}\\n\`\`\`mswea_bash_command\\nls\\n\`\`\`", "template_variables": { "task": "T" } },
    "ask": { "type": "ChatAdapter", "signature": "question -> answer",
      "demos": [{ "question": "1+1?", "answer": "2" }, { "question": "2+2?", "answer": "4" }] },
    "mute": { "type": "RegexTaggedContentParser" },
    "broken": { "type": "MarkdownCodeBlockParser" }
  } }`,
  'one.parser.json': '{ "type": "MarkdownJsonObjectParser", "content_hint": "x" }',
};

function instructionOf(name: string): string {
  const { definitions } = readDefinitions(files['vote.parser.json']!, 'vote.parser.json');
  return createParser(definitions.find(each => each.name === name)!).formatInstruction();
}

const resources: Resources = {
  cwd: '/work',
  readFile: async path => (files[path] === undefined ? undefined : new TextEncoder().encode(files[path])),
};

function conversationOf(value: object): Conversation {
  const { conversation, problems } = readConversation(JSON.stringify(value), '/w/x.messages.json');
  assert.deepEqual(problems, []);
  return conversation!;
}

const say = (role: string, content: unknown, name = role) => ({ name, role, content });
const chat = { formatter: 'DeepSeekChatFormatter' };
const talk = [say('system', 'You play.'), say('user', 'Vote!', 'Ann')];

async function format(value: object, options = {}): Promise<FormatResult & { ok: true }> {
  const result = await formatConversation(conversationOf({ ...chat, ...value }), { resources, ...options }, nodeHost);
  assert.ok(result.ok, JSON.stringify(result));
  return result;
}

suite('the reference of a conversation to its parser', () => {
  test('is a file and a name', () => {
    assert.deepEqual(splitReference('a.parser.json'), { file: 'a.parser.json' });
    assert.deepEqual(splitReference('../b/a.parser.json#wolf vote'), {
      file: '../b/a.parser.json',
      name: 'wolf vote',
    });
    assert.deepEqual(splitReference('a#b.parser.json'), { file: 'a#b.parser.json' });
    assert.deepEqual(splitReference('a#b.parser.json#x#y.parser.json'), {
      file: 'a#b.parser.json',
      name: 'x#y.parser.json',
    });
    assert.deepEqual(splitReference('a.json#b'), { file: 'a.json', name: 'b' });
    assert.deepEqual(splitReference('a.parser.json#'), { file: 'a.parser.json', name: '' });
  });

  test('has places for both', () => {
    const text = '{ "parser": "a.parser.json#vote", "messages": [] }';
    const spans = parserReferenceSpans(readConversation(text, 'x.messages.json').conversation!)!;
    assert.equal(text.slice(spans.file.start, spans.file.end), 'a.parser.json');
    assert.equal(text.slice(spans.name!.start, spans.name!.end), 'vote');
    const escaped = '{ "parser": "a\\u002eparser.json#vote", "messages": [] }';
    const whole = parserReferenceSpans(readConversation(escaped, 'x.messages.json').conversation!)!;
    assert.equal(escaped.slice(whole.name!.start, whole.name!.end), '"a\\u002eparser.json#vote"');
  });

  test('is relative to the conversation', () => {
    assert.equal(fileBeside('/a/x.messages.json', '../b/c.parser.json'), '/a/../b/c.parser.json');
    assert.equal(fileBeside('file:///a%20b/x.messages.json', 'c d.parser.json'), 'file:///a%20b/c%20d.parser.json');
    assert.equal(fileBeside('/a/x.messages.json', '/b/c.parser.json'), '/b/c.parser.json');
  });
});

suite('the instruction inside the conversation', () => {
  test('is a system message after the memory for AgentScope’s dialog agents', async () => {
    const { payload, perMessage, instruction } = await format({ parser: 'vote.parser.json#vote', messages: talk });
    assert.deepEqual(payload, [
      { role: 'system', content: 'You play.' },
      { role: 'user', content: 'Vote!' },
      { role: 'system', content: instructionOf('vote') },
    ]);
    assert.equal(perMessage.length, 2);
    assert.equal(instruction?.place, 'after');
    assert.equal(instruction.isOurs, false);
    assert.deepEqual(instruction.outcome, { kept: true });
  });

  test('has its speaker’s name in a history', async () => {
    const { payload } = await format({
      formatter: 'DeepSeekMultiAgentFormatter',
      parser: 'one.parser.json',
      messages: [say('user', 'Hi', 'Ann')],
    });
    assert.match(JSON.stringify(payload), /Ann: Hi\\nsystem: You should respond/);
  });

  for (const name of ['bash', 'go']) {
    test(`of ${name} is appended to the system message, which is ours`, async () => {
      const text = instructionOf(name);
      const { payload, perMessage, instruction } = await format({ parser: `vote.parser.json#${name}`, messages: talk });
      assert.deepEqual(payload, [
        { role: 'system', content: `You play.\n\n${text}` },
        { role: 'user', content: 'Vote!' },
      ]);
      assert.equal(perMessage.length, 2);
      assert.deepEqual([instruction?.place, instruction?.isOurs], ['appended', true]);
      assert.match(instruction!.note, /^The system message does not hold the instruction: appended to it/);
    });

    test(`of ${name} is not added where the system message holds it`, async () => {
      const messages = [say('system', `Before.\n${instructionOf(name)}\nBehind.`), talk[1]];
      const { payload, instruction } = await format({ parser: `vote.parser.json#${name}`, messages });
      assert.deepEqual((payload as { content: string }[])[0]?.content, messages[0]?.content);
      assert.deepEqual([instruction?.place, instruction?.isOurs], ['present', false]);
    });
  }

  const [shell, task] = ['You use a shell.', 'Task: T\n```mswea_bash_command\nls\n```'];
  const spread: readonly (readonly [string, readonly object[], readonly string[], string, boolean])[] = [
    ['in two messages', [say('system', shell), say('user', task)], [shell, task], 'present', false],
    [
      'with text around it',
      [say('system', `A ${shell} B`), say('user', 'Hi'), say('user', `${task}\nNow.`)],
      [`A ${shell} B`, 'Hi', `${task}\nNow.`],
      'present',
      false,
    ],
    [
      'but for the instance',
      [say('system', shell), say('user', 'Hi')],
      [`${shell}\n\n${task}`, 'Hi'],
      'appended',
      true,
    ],
    [
      'but for the system text',
      [say('system', 'Be short.'), say('user', task)],
      [`Be short.\n\n${shell}`, task],
      'appended',
      true,
    ],
    ['but for the system message', [say('user', task)], [shell, task], 'before', true],
    ['not at all', [say('system', 'S'), say('user', 'Hi')], [`S\n\n${shell}\n\n${task}`, 'Hi'], 'appended', true],
    [
      'only where its role does not stand',
      [say('system', 'S'), say('user', shell), say('assistant', task)],
      [`S\n\n${shell}\n\n${task}`, shell, task],
      'appended',
      true,
    ],
  ];
  for (const [how, messages, contents, place, isOurs] of spread)
    test(`of mini-swe-agent, which the conversation holds ${how}`, async () => {
      const { payload, instruction } = await format({ parser: 'vote.parser.json#mini', messages });
      assert.deepEqual(
        (payload as { content: string }[]).map(({ content }) => content),
        contents,
      );
      assert.deepEqual([instruction?.place, instruction?.isOurs], [place, isOurs]);
      assert.match(instruction!.note, isOurs ? /ours/ : /nothing is added/);
      assert.equal(/hold a part/.test(instruction!.note), how.startsWith('but for'));
    });

  test('goes behind the last text of a system message of blocks', async () => {
    const text = (words: string) => ({ type: 'text', text: words });
    const image = { type: 'image', source: { type: 'url', url: 'https://x/a.png' } };
    const instructed = async (content: unknown) => {
      const conversation = conversationOf({ parser: 'vote.parser.json#bash', messages: [say('system', content)] });
      const { content: made } = (await instructConversation(conversation, { resources })).conversation.messages[0]!;
      return (made as ReadonlyMap<string, unknown>[]).map(block => block.get('text'));
    };
    const own = instructionOf('bash');
    assert.deepEqual(await instructed([text('a'), text('b'), image]), ['a', `b\n\n${own}`, undefined]);
    assert.deepEqual(await instructed([image]), [undefined, own]);
    assert.deepEqual(await instructed([text(''), image]), [own, undefined]);
    assert.deepEqual(await instructed([text(own), image]), [own, undefined]);
  });

  test('makes a system message where there is none', async () => {
    const { payload, perMessage, instruction } = await format({ parser: 'vote.parser.json#bash', messages: [talk[1]] });
    assert.deepEqual(payload, [
      { role: 'system', content: instructionOf('bash') },
      { role: 'user', content: 'Vote!' },
    ]);
    assert.equal(perMessage.length, 1);
    assert.deepEqual([instruction?.place, instruction?.isOurs], ['before', true]);
  });

  test('is counted, and truncation sees it as the newest message', async () => {
    const tokenCounter = 'o200k_base';
    const value = { parser: 'vote.parser.json#vote', messages: [talk[0], say('user', 'old '.repeat(40)), talk[1]] };
    const bare = await format({ messages: value.messages }, { tokenCounter });
    const full = await format(value, { tokenCounter });
    assert.ok(full.instruction!.outcome.tokens! > 20);
    assert.equal(full.tokens! - bare.tokens!, full.instruction!.outcome.tokens);
    const cut = await format(value, { tokenCounter, maxTokens: full.tokens! - 10 });
    assert.deepEqual(
      cut.perMessage.map(({ kept }) => kept),
      [true, false, true],
    );
    assert.equal(cut.instruction!.outcome.kept, true);
    // AgentScope's rule knows no message that must stay but the first: a limit too small for it drops the instruction too.
    const tiny = await format(value, { tokenCounter, maxTokens: full.perMessage[0]!.tokens! + 6 });
    assert.deepEqual([tiny.instruction!.outcome.kept, tiny.instruction!.outcome.reason], [false, 'the oldest message']);
  });

  test('costs what the system message costs more where it is appended', async () => {
    const tokenCounter = 'o200k_base';
    const bare = await format({ messages: talk }, { tokenCounter });
    const full = await format({ parser: 'vote.parser.json#bash', messages: talk }, { tokenCounter });
    assert.equal(full.tokens! - bare.tokens!, full.instruction!.outcome.tokens);
  });

  test('is of the text that the caller has', async () => {
    const definitionText =
      '{ "type": "MarkdownCodeBlockParser", "language_name": "python", "content_hint": "unsaved" }';
    const { instruction } = await format({ parser: 'one.parser.json', messages: talk }, { definitionText });
    assert.match(instruction!.text, /unsaved/);
  });
});

suite('a parser that a conversation cannot have', () => {
  const wrong: readonly (readonly [string, string, RegExp, string])[] = [
    ['gone.parser.json#vote', 'missing-file', /There is no file `gone.parser.json`/, 'gone.parser.json'],
    ['', 'missing-file', /There is no file ``/, ''],
    ['vote.parser.json#veto', 'unknown-parser', /no definition `veto`. There are: `vote`, /, 'veto'],
    ['vote.parser.json', 'unknown-parser', /several definitions/, 'vote.parser.json'],
    ['vote.parser.json#mute', 'unusable-parser', /^ValueError: The format instruction is not provided/, 'mute'],
    ['vote.parser.json#broken', 'unusable-parser', /language_name/, 'broken'],
  ];
  for (const [parser, code, message, place] of wrong)
    test(`is a problem at its place: ${parser || 'nothing'}`, async () => {
      const text = JSON.stringify({ ...chat, parser, messages: talk });
      const conversation = readConversation(text, '/w/x.messages.json').conversation!;
      const [problem, ...more] = await checkConversationParser(conversation, { resources }, {});
      assert.deepEqual([problem?.code, more], [code, []]);
      assert.match(problem!.message, message);
      assert.equal(text.slice(problem!.span.start, problem!.span.end), place);
      const result = await formatConversation(conversation, { resources });
      assert.ok(!result.ok);
      assert.match(`${result.error.class}: ${result.error.message}`, new RegExp(message.source.replace(/^\^/, '')));
    });

  test('without a word where it is fine, or there is none', async () => {
    for (const parser of ['vote.parser.json#vote', undefined])
      assert.deepEqual(
        await checkConversationParser(conversationOf({ parser, messages: talk }), { resources }, {}),
        [],
      );
  });
});

suite('the examples of an instruction', () => {
  const parser = 'vote.parser.json#ask';
  const { definitions } = readDefinitions(files['vote.parser.json']!, 'vote.parser.json');
  const [system, ...rest] = createParser(definitions.find(({ name }) => name === 'ask')!).instructionMessages('3+3?');
  const demos = rest.slice(0, -1);
  const request = rest.at(-1)!;
  const counted = { token_counter: { type: 'cl100k_base' } };
  const roles = (payload: unknown) => (payload as { role: string }[]).map(({ role }) => role).join(' ');

  test('stand between the system message and what the file says, each with its tokens', async () => {
    const messages = [say('system', system!.text), say('user', request.text)];
    const { payload, perMessage, instruction, tokens } = await format({ parser, messages, ...counted });
    assert.deepEqual(
      (payload as { content: string }[]).map(({ content }) => content),
      [system, ...demos, request].map(part => part!.text),
    );
    assert.equal(perMessage.length, 2);
    assert.deepEqual([instruction?.place, instruction?.examples?.length], ['present', 4]);
    assert.match(instruction!.note, /Its examples, which the file has not, follow the system message/);
    const without = await format({ messages, ...counted });
    const own = instruction!.examples!.reduce((sum, { outcome }) => sum + outcome.tokens!, 0);
    assert.equal(tokens! - without.tokens!, own);
  });

  test('are not put in where the file holds them, nor a request that is filled in', async () => {
    const messages = [system!, ...demos, request].map(({ role, text }) => say(role, text));
    const { payload, instruction } = await format({ parser, messages });
    assert.deepEqual(payload, (await format({ messages })).payload);
    assert.equal(instruction?.examples, undefined);
    assert.equal(instruction?.isOurs, false);
  });

  test('are behind a system message that is ours', async () => {
    const { payload, perMessage, instruction } = await format({ parser, messages: [say('user', '3+3?')], ...counted });
    assert.equal(roles(payload), 'system user assistant user assistant user');
    assert.deepEqual([perMessage.length, instruction?.place, instruction?.examples?.length], [1, 'before', 4]);
    const appended = await format({ parser, messages: talk, ...counted });
    assert.equal(roles(appended.payload), 'system user assistant user assistant user');
    const [first] = appended.payload as { content: string }[];
    assert.ok(!first!.content.includes('1+1?'));
    const bare = await format({ messages: talk, ...counted });
    const { outcome, examples = [] } = appended.instruction!;
    const added = examples.reduce((sum, each) => sum + each.outcome.tokens!, outcome.tokens!);
    assert.equal(appended.tokens! - bare.tokens!, added);
  });

  for (const [where, messages] of [
    ['put in', [say('system', system!.text), say('user', request.text)]],
    ['in the file', [system!, ...demos, request].map(({ role, text }) => say(role, text))],
  ] as const)
    test(`${where} are dropped as a pair, whatever the limit`, async () => {
      const whole = (await format({ parser, messages, ...counted })).tokens!;
      const seen = new Set<string>();
      for (let limit = whole; limit > 60; limit -= 3) {
        const conversation = conversationOf({ ...chat, parser, messages, ...counted, max_tokens: limit });
        const result = await formatConversation(conversation, { resources }, nodeHost);
        if (!result.ok) break;
        seen.add(roles(result.payload));
        const outcomes = where === 'put in' ? result.instruction!.examples! : result.perMessage.slice(1, 5);
        const reasons = outcomes.flatMap(each => ('outcome' in each ? each.outcome : each).reason ?? []);
        assert.ok(
          reasons.every((reason, i) => /example/.test(reason) === (i % 2 === 1)),
          reasons.join(),
        );
      }
      assert.deepEqual([...seen].slice(0, 3), [
        'system user assistant user assistant user',
        'system user assistant user',
        'system user',
      ]);
    });
});

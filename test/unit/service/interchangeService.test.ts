import assert from 'node:assert/strict';
import { DefinitionCache } from '../../../src/service/definitionCache.ts';
import { interchangeService } from '../../../src/service/interchangeService.ts';

const service = interchangeService(new DefinitionCache({}));

suite('imports of a part', () => {
  test('a definition knows its call, also where a part of the text calls it otherwise', async () => {
    const call = 'vote = MarkdownJsonDictParser(content_hint={"vote": "who"})';
    const text = `${call}\ndef second():\n    ${call}\n`;
    const start = text.lastIndexOf(call);
    const span = { start, end: start + call.length };
    const source = { text, fileName: 'agent.py' };
    assert.deepEqual((await service.importFrom([source])).origins, { vote: 'vote', vote_2: 'vote_2' });
    const part = await service.importFrom([source], { span });
    assert.deepEqual(part.origins, { '': 'vote_2' });
    const definition = part.text.replace('"who"', '"whom"');
    const request = { text: definition, fileName: 'vote.parser.json', names: ['vote'] };
    const answer = await service.rewriteCall(request, 'agentscope', { text, name: 'vote_2' });
    assert(answer?.ok);
    assert.equal(answer.edits.length, 1);
    assert.ok(answer.edits[0]!.span.start > start);
  });
});

suite('exports', () => {
  const text = JSON.stringify({
    parsers: {
      a: { type: 'MarkdownJsonDictParser', content_hint: { v: 'x' } },
      b: { type: 'custom', module: 'x.mjs' },
    },
  });
  const request = (...names: string[]) => ({ text, fileName: 'x.parser.json', names });

  test('each form says what refuses it; of several definitions, which', async () => {
    const refusals = async (...names: string[]) =>
      Object.fromEntries((await service.exportForms(request(...names))).map(({ id, refusal }) => [id, refusal]));
    const refused = (all: Record<string, string | undefined>) => Object.values(all).map(text => text ?? '');
    const one = await refusals('a');
    assert.equal(one.agentscope, undefined);
    assert.ok(refused(one).some(text => / has no tools/.test(text)));
    const two = await refusals('a', 'b');
    assert.match(two.agentscope ?? '', /^b: AgentScope has no parser class/);
    assert.ok(refused(two).some(text => /^a: .* has no tools/.test(text)));
    const [first] = await service.exportForms(request('a'));
    assert.deepEqual(first, {
      id: 'agentscope',
      label: 'AgentScope (Python)',
      summary: 'Constructor calls of AgentScope’s parsers, with a Pydantic class for `content_schema`',
    });
  });

  test('what is exported, and nothing where it is refused', async () => {
    assert.deepEqual(await service.exportAs(request('a'), 'agentscope'), {
      form: 'agentscope',
      text: 'from agentscope.parsers import MarkdownJsonDictParser\n\na = MarkdownJsonDictParser(content_hint={"v": "x"})\n',
      label: 'AgentScope (Python)',
      extension: '.py',
      language: 'python',
      losses: [],
      lossCount: 0,
    });
    for (const [names, form] of [
      [['b'], 'agentscope'],
      [[], 'agentscope'],
      [['a'], 'nothing'],
    ] as const)
      assert.equal(await service.exportAs(request(...names), form), undefined);
  });
});

suite('imports', () => {
  const python = 'x = MarkdownJsonDictParser(content_hint=y)';

  test('a schema becomes a definition of its file’s name', async () => {
    const schema = '{"type": "object", "properties": {"a": {"type": "string"}}}';
    const { text, ...rest } = await service.importFrom([{ text: schema, fileName: 'a.json' }]);
    assert.deepEqual(rest, { count: 1, modules: [], name: 'a', origins: {}, problems: [] });
    assert.deepEqual(JSON.parse(text), { type: 'MarkdownJsonDictParser', content_schema: JSON.parse(schema) });
  });

  test('the modules of ten classes are made, and no more', async () => {
    const classes = Array.from(
      { length: 12 },
      (_, i) => `class Parser${i}(ParserBase):\n    def parse(self, response):\n        return response\n`,
    );
    const text = `from agentscope.parsers import ParserBase\n${classes.join('')}`;
    const { count, modules } = await service.importFrom([{ text, fileName: 'a.py' }]);
    assert.deepEqual([count, modules.length], [12, 10]);
  });

  test('of several parts each problem stands in its own, and no call is known again', async () => {
    const parts = [
      { text: 'p = MarkdownCodeBlockParser("python")', fileName: 'a.py' },
      { text: python, fileName: 'b.py' },
    ];
    const { text: _, ...rest } = await service.importFrom(parts);
    assert.deepEqual(rest, {
      count: 2,
      modules: [],
      origins: {},
      problems: [
        {
          message: '`y` comes from elsewhere; only this text is read.',
          part: 1,
          span: { start: python.length - 2, end: python.length - 1 },
          severity: 'warning',
        },
      ],
    });
  });

  test('files that something can be imported from', async () => {
    const extensions = await service.importExtensions();
    assert.deepEqual(extensions, [...new Set(extensions)]);
    for (const each of ['py', 'yaml', 'ts', 'json']) assert.ok(extensions.includes(each), each);
  });
});

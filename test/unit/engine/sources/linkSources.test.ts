import { deepEqual, equal, match } from 'node:assert/strict';
import { createParser, readDefinitions } from '../../../../src/engine/definition/index.ts';
import { createSampleJudge } from '../../../../src/engine/samples/index.ts';
import { linkSources, placeInLinked } from '../../../../src/engine/sources/index.ts';

const files: Readonly<Record<string, string>> = {
  '/w/agent.py': `import os
from agentscope.parsers import MarkdownJsonDictParser
from prompts import HINT

class Agent:
    def __init__(self):
        self.parser = MarkdownJsonDictParser(HINT, ["vote"])

open_ = MarkdownJsonDictParser({"team": os.environ["TEAM"]})
wrong = MarkdownJsonDictParser({"team": "x"}, required_keys=3)
`,
  '/w/prompts.py': 'HINT = {"vote": "a name"}\n',
  '/secret.py': 'from agentscope.parsers import MarkdownJsonDictParser\np = MarkdownJsonDictParser()\n',
};
const host = {
  roots: ['/w'],
  readFile: async (path: string) => {
    const text = files[path];
    return text === undefined ? undefined : new TextEncoder().encode(text);
  },
};
const link = (text: string) => linkSources(text, '/w/tests/agent.parser.json', host);
const read = async (text: string) => readDefinitions((await link(text)).text, '/w/tests/agent.parser.json');

suite('definitions that name a source', () => {
  const sample = { text: '```json\n{"vote": "Ann"}\n```', expect: { value: { vote: 'Ann' } } };
  const text = JSON.stringify({ parsers: { vote: { source: '../agent.py#Agent.parser', samples: [sample] } } });

  test('are what the source says, with the samples of the file, at their places there', async () => {
    const { definitions, problems } = await read(text);
    deepEqual(problems, []);
    const [definition] = definitions;
    equal(definition?.type, 'MarkdownJsonDictParser');
    match(createParser(definition!).formatInstruction(), /"vote": "a name"/);
    equal((await createSampleJudge(definition!).judge(definition!.samples[0]!, sample.text)).verdict, 'pass');
    const { span } = definition!.samples[0]!;
    equal(text.slice(span.start, span.end), JSON.stringify(sample));
  });

  test('show where each part was written, in whatever file that is', async () => {
    const linked = await link(text);
    const [definition] = readDefinitions(linked.text, 'agent.parser.json').definitions;
    const place = placeInLinked(linked, definition!.source.spanOf(['content_hint', 'vote'])!.start);
    equal(place?.file, '/w/prompts.py');
    equal(files['/w/prompts.py']!.slice(place?.span.start, place?.span.end), '"a name"');
    equal(placeInLinked(linked, 3), undefined);
    deepEqual([...linked.files].sort(), ['/w/agent.py', '/w/prompts.py']);
  });

  test('a file of one definition may name a source, too, and a source of one parser needs no name', async () => {
    const { definitions, problems } = await read('{ "source": "../agent.py#wrong" } // a comment');
    deepEqual(
      problems.map(({ code, span }) => [code, span]),
      [['wrong-shape', { start: 12, end: 31 }]],
    );
    equal(definitions[0]?.name, 'agent');
    deepEqual((await read('{ "source": "../prompts.py" }')).problems[0]?.message, '`../prompts.py` makes no parser.');
  });

  test('what the source says is not said beside it', async () => {
    const keys = {
      $schema: 'x',
      source: '../agent.py#Agent.parser',
      required_keys: [],
      description: 'y',
      content_hint: 'z',
    };
    const words = 'is not read beside `source`: the source says it. Here may stand `description` and `samples`.';
    deepEqual(
      (await read(JSON.stringify({ parsers: { vote: keys } }))).problems.map(({ code, message }) => [code, message]),
      [
        ['unknown-key', `\`required_keys\` ${words}`],
        ['unknown-key', `\`content_hint\` ${words}`],
      ],
    );
  });

  const reasons: readonly (readonly [string, string, string])[] = [
    [
      '../agent.py#Agent.parsr',
      'unknown-source',
      '`../agent.py` has no parser `Agent.parsr`. There are `Agent.parser`',
    ],
    ['../agent.py', 'unknown-source', '`../agent.py` has several parsers; name one behind a `#`.'],
    ['../agnt.py#x', 'missing-file', '`../agnt.py#x` names no source that can be read'],
    ['x.parser.json#y', 'missing-file', ''],
    ['../../secret.py#p', 'file-outside', ''],
    ['../../../../secret.py#p', 'file-outside', ''],
    ['../agent.py#__proto__', 'unknown-source', ''],
  ];
  for (const [reference, code, message] of reasons)
    test(`says why ${reference} leads nowhere`, async () => {
      const written = JSON.stringify({ source: reference });
      const { definitions, problems } = await read(written);
      deepEqual(definitions, []);
      deepEqual([problems.length, problems[0]?.code], [1, code]);
      equal(problems[0]?.message.startsWith(message), true, problems[0]?.message);
      const { start, end } = problems[0]!.span;
      equal(written.slice(start, end), JSON.stringify(reference));
    });

  test('the nearest name comes first among the fixes', async () => {
    const { problems } = await read('{ "source": "../agent.py#Agent.parsr" }');
    equal(problems[0]?.fixes?.[0]?.edits[0]?.text, '"../agent.py#Agent.parser"');
  });

  test('what stands beside the source is not read; a definition with a type is its own', async () => {
    const { definitions, problems } = await read('{ "source": "../agent.py#open_", "content_hint": "x" }');
    deepEqual(
      problems.map(({ code }) => code),
      ['unknown-argument', 'unknown-key'],
    );
    deepEqual(definitions[0]?.linked, { reference: '../agent.py#open_', unknown: ['content_hint.team'] });
    const own = await link('{ "type": "MarkdownJsonObjectParser", "source": "../agent.py#open_" }');
    deepEqual(own.links, []);
  });

  test('a text without sources is given back as it is, broken or not; one that was linked can be linked again', async () => {
    for (const written of ['', '{', '[]', '{"source": 3}', '{"parsers": {"a": {"source": 1}, "b": 2}}'])
      equal((await link(written)).text, written);
    const once = await link(text);
    equal((await link(once.text)).text, once.text);
    equal(readDefinitions(text, 'x.parser.json').problems[0]?.code, 'unknown-source');
  });
});

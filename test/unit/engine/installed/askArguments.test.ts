import { deepEqual, equal } from 'node:assert/strict';
import type { Host, ModuleJob, ModuleOutcome } from '../../../../src/engine/core/host.ts';
import { askArguments } from '../../../../src/engine/installed/index.ts';
import { readSource } from '../../../../src/engine/sources/index.ts';

const text = `from agentscope.parsers import MarkdownJsonDictParser
import settings
one = MarkdownJsonDictParser(content_hint=settings.HINT, keys_to_memory="a")
two, three = MarkdownJsonDictParser(**settings.ALL), MarkdownJsonDictParser(
    content_hint={"a": settings.A, "b": "x"},
)
plain = MarkdownJsonDictParser(content_hint={"a": "x"})
`;

async function ask(outcome: ModuleOutcome | undefined, source = text, path = '/a/x.py') {
  const jobs: ModuleJob[] = [];
  const host: Host = {
    async runModule(job) {
      jobs.push(job);
      return outcome;
    },
  };
  const reading = await readSource(source, 'x.py', {});
  return { told: await askArguments({ path, text: source, reading, folders: ['/a'] }, host), jobs };
}

const gives = (value: unknown): ModuleOutcome => ({ ok: true, value, called: true });
const found = (...each: unknown[]) => gives({ found: each, python: '3.12', interpreter: '/p' });
const given = (args: object) => ({
  arguments: Object.fromEntries(
    Object.entries(args).map(([key, value]) => [key, value === undefined ? null : JSON.stringify(value)]),
  ),
});
const told = async (...each: unknown[]) => {
  const { told: all } = await ask(found(...each));
  if (!all.ok) return { parsers: all.reason, notes: [] };
  const parsers = all.parsers.map(({ name, answers }) => [
    name,
    ...answers.map(({ argument, path, value }) => `${argument} at ${path.join('/')}: ${value}`),
  ]);
  return { parsers, notes: all.notes };
};

suite('arguments that Python is asked for', () => {
  test('asked is by class, lines, and the number among the calls of a line', async () => {
    const { jobs } = await ask(undefined);
    const [calls, cells] = jobs[0]!.args as [Record<string, unknown>[], unknown];
    deepEqual(
      calls.map(({ name, class: of, lines, number }) => [name, of, lines, number]),
      [
        ['one', 'MarkdownJsonDictParser', [3, 3], 0],
        ['two', 'MarkdownJsonDictParser', [4, 4], 0],
        ['three', 'MarkdownJsonDictParser', [4, 6], 1],
      ],
    );
    equal(cells, null);
    deepEqual([jobs[0]!.file, jobs[0]!.export], ['/a/x.py', 'asked']);
    equal(jobs[0]!.source!.startsWith('FILE = "/a/x.py"\nFOLDERS = ["/a"]\n'), true);
  });

  for (const [reason, outcome, source = text, path = '/a/x.py'] of [
    ['Python runs only in a trusted workspace.', undefined],
    ['ImportError: no such\\n thing', { ok: false, error: { class: 'ImportError', message: 'no such\n thing' } }],
    ['Python gave another answer than was asked for.', gives({ found: 3 })],
    ['Python gave another answer than was asked for.', gives(null)],
    [
      'No parser of the file has an argument that Python could be asked for.',
      found(),
      text.split('import settings')[0],
    ],
    ['Only a Python file can be asked.', found(), text, '/a/x.ts'],
  ] as const)
    test(`nothing is told: ${reason}`, async () =>
      deepEqual((await ask(outcome, source, path)).told, { ok: false, reason }));

  test('a whole argument, all that a call spreads, and a part', async () =>
    deepEqual(
      await told(
        given({ content_hint: { z: 1 }, keys_to_memory: 'a' }),
        given({ content_hint: 'h', keys_to_content: ['k'] }),
        given({ content_hint: { a: 'é', b: 'x' } }),
      ),
      {
        parsers: [
          ['one', 'content_hint at content_hint: {"z": 1}'],
          ['two', '**kwargs at content_hint: "h"', '**kwargs at keys_to_content: ["k"]'],
          ['three', 'content_hint.a at content_hint/a: "é"'],
        ],
        notes: [],
      },
    ));

  test('what is not found, not data, or otherwise than it was read', async () =>
    deepEqual(
      await told(
        given({ content_hint: undefined, keys_to_memory: 'b' }),
        { error: 'not\n made' },
        given({ content_hint: { b: 'x' } }),
      ),
      {
        parsers: [['one'], ['three']],
        notes: [
          '`keys_to_memory` of `one` is another in Python than it is read here.',
          '`content_hint` of `one` was not told: what Python has there is not data.',
          '`two`: not\\n made',
          '`content_hint.a` of `three` was not told: what Python has there is not data.',
        ],
      },
    ));

  test('a Pydantic class is its schema; what is missing is not found', async () =>
    deepEqual(
      await told(
        given({ content_hint: { class_name: 'M', content_schema: { type: 'object' } }, keys_to_memory: 'a' }),
        given({ content_hint: undefined }),
        3,
      ),
      {
        parsers: [['one', 'content_hint at content_schema: {"type": "object"}'], ['two']],
        notes: ['`**kwargs` of `two` was not told: what Python has there is not data.', '`three`: not found'],
      },
    ));
});

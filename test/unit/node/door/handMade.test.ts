import { equal, ok, rejects, throws } from 'node:assert/strict';
import fc from 'fast-check';
import * as library from '../../../../src/node/engine.ts';
import { propertyRuns } from '../../../propertyRuns.ts';

const fence = '```json\n{"a": "b"}\n```';
const source =
  '{ "type": "json", "schema": {"type": "object"}, "samples": [{ "text": "{}", "expect": { "value": {} } }] }';
const [definition] = library.readDefinitions(source, 'x.parser.json').definitions as [library.Definition];
const { conversation } = library.readConversation(
  '{ "messages": [{ "role": "user", "content": "Hi" }] }',
  'x.messages.json',
);
const table = new library.VerdictTable({ columns: ['model'], keepIds: true });
const verdict = {
  place: { log: 0, line: 1 },
  verdict: 'error',
  code: 'X',
  suspicions: [],
  columns: { model: 'm' },
} as const;
table.add(verdict);
const logs = [{ path: 'x.jsonl', field: 'response', fields: [], reader: 'json', size: 1, sha256: '', rows: 1 }];
const parser = library.evaluatedParser(definition, 'x.parser.json');
const parts = { parser, logs, table, groupBy: ['model'] };
const row = { id: 'a', response: fence, place: { log: 0, line: 1 }, columns: { model: 'm' } };
const sample = definition.samples[0];
const options = {
  limit: 1,
  seed: 1,
  off: ['prose'],
  groupBy: ['model'],
  field: 'response',
  signal: { aborted: false },
};
const paired = { id: 'a', log: 0, line: 1, verdict: 'ok' };
const edits = [{ span: { start: 0, end: 1 }, text: 'x' }];
const files = { text: '{}' };

/** A call of each function of the door, with arguments that fit. */
const calls: Readonly<Record<string, readonly unknown[]>> = {
  readDefinitions: [source, 'x.parser.json', library.parserTypes.slice(0, 2)],
  readSource: ['x = 1', 'x.py', {}],
  checkDefinitions: [[definition], {}],
  applyEdits: ['one two', edits, { start: 0, end: 7 }],
  definitionSchema: [library.parserTypes.slice(0, 2)],
  createParser: [definition, {}],
  exampleResponse: [definition],
  createReader: [definition, {}],
  split: [definition, { ok: true, value: { a: 1 } }],
  diagnose: ['{"a": 1', options],
  judgeSample: [definition, sample, '{}', {}],
  addSample: [source, definition, { name: 's', text: '{}', expect: { value: new Map() } }],
  updateExpectation: [source, definition, sample, { value: new Map() }],
  robustnessOf: [definition, '{"a": 1}', { ...options, seeds: 1 }, {}],
  robustnessTotals: [[{ operator: 'x', family: 'y', isSame: true, edits: [] }]],
  findParsers: [['{}'], [definition], {}, library.parserTypes.slice(0, 2)],
  draftDefinition: [['{}'], library.parserTypes[0], {}],
  evaluate: [definition, [fence, row], options, {}],
  createJudge: [definition, options, {}],
  createRowReader: [{ reader: 'json', field: 'a.b', expected: 'c', others: ['x'], header: {} }],
  summarize: [table, ['model']],
  compareVerdicts: [[paired], [paired]],
  evaluatedParser: [definition, 'x.parser.json'],
  evaluationOf: [parts],
  readEvaluation: ['{}'],
  writeEvaluation: [library.evaluationOf(parts as never)],
  readRow: ['{}'],
  writeRow: [paired],
  convertType: [source, definition, files, {}],
  exportDefinitions: [[definition], 'json-schema', undefined],
  importDefinitions: ['{"type": "object"}', 'json-schema', 'x.json', { start: 0, end: 2 }, undefined],
  createTokenCounter: [{ type: 'OpenAITokenCounter', model: 'gpt-4o' }, {}, 'x'],
  readConversation: ['{}', 'x.messages.json'],
  checkConversation: [conversation, options],
  instructConversation: [conversation, { definitions: [definition] }, {}],
  constrain: [definition, { engine: 'vllm', version: 'x' }],
  formatConversation: [conversation, { formatter: 'OpenAIChatFormatter', maxTokens: 5 }, {}],
};

/** What a program may put anywhere. */
const odd: readonly unknown[] = [
  undefined,
  null,
  5,
  Number.NaN,
  '',
  'x',
  true,
  [],
  // biome-ignore lint/suspicious/noSparseArray: that is what it is about
  [, 'x'],
  new Array(3),
  [undefined],
  {},
  { toString: 2, valueOf: 2 },
  Object.create(null),
  () => {
    throw new TypeError('of a program');
  },
  new Map(),
  10n,
];

/** A copy of a value with something else at a place in it, which `steps` picks; what it shares with the value is not changed. */
function changed(value: unknown, steps: readonly number[], other: unknown): unknown {
  const [step, ...rest] = steps;
  if (step === undefined || typeof value !== 'object' || value === null || value instanceof library.VerdictTable)
    return other;
  const keys = Reflect.ownKeys(value).filter(key => key !== 'length');
  const key = keys[step % (keys.length || 1)];
  if (key === undefined) return other;
  const copy = Array.isArray(value) ? [...value] : Object.create(Object.getPrototypeOf(value) as object, loose(value));
  const inner: unknown = Reflect.get(value, key);
  Object.defineProperty(copy, key, { value: changed(inner, rest, other), enumerable: true, configurable: true });
  return copy;
}

/** What an object has, so that it can be changed. */
function loose(value: object): PropertyDescriptorMap {
  const entries = Object.entries(Object.getOwnPropertyDescriptors(value));
  return Object.fromEntries(
    entries.map(([key, { get, set, ...own }]) => [
      key,
      get ? { get, configurable: true } : { ...own, configurable: true, writable: true },
    ]),
  );
}

function isClear(error: unknown): boolean {
  return (
    error instanceof library.EngineError ||
    (error instanceof TypeError && /^\w+\([\w, ]*\): (?:`\w+`|one of|what) /.test(error.message))
  );
}

/** Calls a function, and what it gives; raises what these raise. */
async function use(name: string, args: readonly unknown[]): Promise<void> {
  const result = await (Reflect.get(library, name) as (...given: readonly unknown[]) => unknown)(...args);
  if (name === 'evaluate') {
    const evaluation = result as library.Evaluation;
    for await (const _ of evaluation);
    evaluation.summary();
  }
  if (name === 'createJudge') {
    const judge = result as library.Judge;
    await judge(row as never);
    await judge.all([row as never]);
  }
  if (name === 'createParser') {
    const made = result as library.ResponseParser;
    made.formatInstruction();
    made.views();
    await made.parse(fence);
    await made.parseAll([fence]);
    await made.diagnose('{"a"');
  }
  if (name === 'createReader') {
    (result as library.ResponseReader).push(fence);
    await (result as library.ResponseReader).end();
  }
  if (name === 'createRowReader') (result as (...given: unknown[]) => unknown)(row, row.place);
  if (name === 'createTokenCounter') await (result as library.TokenCounter).countText('a');
}

suite('objects that a program makes by hand', () => {
  test('each function of the door is tried', () => {
    const functions = Object.entries(library).filter(([, member]) => typeof member === 'function');
    const others = ['EngineError', 'VerdictTable', 'conversationSchema', 'createEngine'];
    for (const [name] of functions) ok(name in calls || others.includes(name), name);
  });

  for (const [name, args] of Object.entries(calls)) {
    test(`${name} takes what fits`, async () => {
      await use(name, args).catch((error: unknown) => ok(error instanceof library.EngineError, `${name}: ${error}`));
    });

    test(`${name} raises an EngineError, or a TypeError that names it, or takes them`, () =>
      fc.assert(
        fc.asyncProperty(
          fc.nat({ max: args.length - 1 }),
          fc.array(fc.nat({ max: 30 }), { maxLength: 4 }),
          fc.constantFrom(...odd),
          async (at, steps, other) => {
            const given = args.map((each, i) => (i === at ? changed(each, steps, other) : each));
            await use(name, given).catch((error: unknown) =>
              ok(isClear(error), error instanceof Error ? error.stack : String(error)),
            );
          },
        ),
        { numRuns: propertyRuns(60, 20_000) },
      ));
  }

  test('a hole in a list is told, wherever a list goes', async () => {
    // biome-ignore lint/suspicious/noSparseArray: that is what it is about
    const holes = [, definition];
    const calls: Readonly<Record<string, () => unknown>> = {
      exportDefinitions: () => library.exportDefinitions(holes as never, 'json-schema'),
      applyEdits: () => library.applyEdits('a', new Array(2)),
      compareVerdicts: () => library.compareVerdicts(new Array(2), []),
      all: () => library.createJudge(definition).all(new Array(2)),
      parseAll: () => library.createParser(definition).parseAll(new Array(2)),
    };
    for (const [name, call] of Object.entries(calls))
      await rejects(
        async () => call(),
        (error: unknown) => error instanceof TypeError && error.message.startsWith(`${name}(`),
        name,
      );
  });

  test('a table takes what a judge says, and stays whole', () => {
    const own = new library.VerdictTable({ columns: [] });
    own.add(verdict);
    for (const wrong of [
      undefined,
      {},
      { verdict: 'ok' },
      { ...verdict, columns: undefined },
      { ...verdict, place: {} },
    ])
      throws(() => own.add(wrong as never), /^TypeError: add\(row\): `row` must be what a judge says of a row/);
    throws(() => own.append({} as never), /^TypeError: append\(packed, from, to\): `packed` must be rows/);
    throws(() => own.mark(5 as never, {} as never), /^TypeError: mark\(indexes, cause\): `indexes` must be/);
    equal(library.summarize(own).totals.rows, 1);
    equal(library.VerdictTable.name, 'VerdictTable');
  });

  test('what a program’s own code raises stays what it is, and the rest has its cause', async () => {
    const own = new Error('of a program');
    const rows = function* () {
      yield fence;
      throw own;
    };
    await rejects(
      async () => {
        for await (const _ of library.evaluate(definition, rows()));
      },
      (error: unknown) => error === own,
    );
    throws(
      () => library.compareVerdicts([undefined as never], []),
      (error: unknown) => error instanceof TypeError && error.cause instanceof TypeError,
    );
  });
});

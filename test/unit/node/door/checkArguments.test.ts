import { equal, ok, throws } from 'node:assert/strict';
import { inspect } from 'node:util';
import { publicFace } from '../../../../src/node/door/publicFace.ts';
import * as library from '../../../../src/node/engine.ts';

const untouchable = new Proxy(
  {},
  {
    get: () => {
      throw new Error('not readable');
    },
    has: () => {
      throw new Error('not readable');
    },
    ownKeys: () => {
      throw new Error('not readable');
    },
  },
);
const parts = { parser: {}, logs: [], table: {}, groupBy: [], totals: {} };
const [definition] = library.readDefinitions('{ "type": "json" }', 'x.parser.json').definitions;

suite('arguments of the library', () => {
  const calls = Object.entries(publicFace).flatMap(([name, kinds]) => {
    const entries = Object.entries(kinds);
    return entries.flatMap(([argument, kind], i) =>
      kind.words === 'anything' ? [] : [{ name, argument, i, entries }],
    );
  });

  for (const { name, argument, i, entries } of calls)
    test(`${name}: a wrong \`${argument}\` is a TypeError that names it`, () => {
      const call = library[name as keyof typeof library] as unknown as (...args: unknown[]) => unknown;
      const fitting = entries.map(([, kind]) =>
        [
          undefined,
          'x',
          {},
          [],
          definition,
          { messages: [] },
          { index: 0, span: {} },
          library.parserTypes[0],
          summary(),
          parts,
          { reader: 'json' },
        ].find(each => kind.fits(each)),
      );
      for (const wrong of [5, Symbol('s'), true, untouchable]) {
        if (entries[i]![1].fits(wrong === untouchable ? 5 : wrong)) continue;
        if (wrong === untouchable && safely(() => entries[i]![1].fits(untouchable))) continue;
        const args = fitting.map((each, at) => (at === i ? wrong : each));
        throws(
          () => call(...args),
          (error: unknown) =>
            error instanceof TypeError &&
            error.message.startsWith(`${name}(`) &&
            error.message.includes(`: \`${argument}\` must be `),
        );
      }
    });

  test('say what was given', () => {
    const said = (value: unknown) => {
      try {
        library.createParser(value as never);
      } catch (error) {
        return (error as Error).message.replace(/^.*, not /, '');
      }
      return undefined;
    };
    equal(said({}), '{}.');
    equal(said('a'.repeat(99)), `"${'a'.repeat(40)}…".`);
    equal(said([definition]), 'an array.');
    equal(said(Promise.resolve(definition)), 'a promise (is an `await` missing?).');
    equal(said(untouchable), 'an object.');
    equal(said(null), 'null.');
  });

  test('a host that is null is none, and the functions keep their names', () => {
    ok(library.createParser(definition!, null as never));
    equal(library.createParser.name, 'createParser');
  });

  test('a stream takes strings', () => {
    const reader = library.createReader(definition!);
    throws(() => reader.push(5 as never), /^TypeError: push\(chunk\): `chunk` must be a string, not 5\.$/);
  });

  test('what is no response is a TypeError of the parser; a message without a text is the class’s own error', async () => {
    const parser = library.createParser(definition!);
    throws(
      () => parser.parse(undefined as never),
      /^TypeError: parse\(response\): `response` must be a string or a message/,
    );
    throws(() => parser.parse(Promise.resolve('{}') as never), /not a promise \(is an `await` missing\?\)\.$/);
    throws(() => parser.parseAll('{}' as never), /^TypeError: parseAll\(responses\): `responses` must be an array/);
    throws(() => parser.diagnose(5 as never), /^TypeError: diagnose\(response, options\)/);
    for (const response of [null as never, {}, { content: null as never }])
      equal((await parser.parse(response)).ok, false);
  });

  test('a definition made by hand is none, whatever of one it has', () => {
    const { name, parserType, source } = definition!;
    for (const part of [{ name }, { name, parserType }, { name, source }, { parserType, source }, { source }])
      throws(() => library.createParser(part as never), /`definition` must be a definition, one of those/);
    library.createParser({ ...definition! });
  });

  test('a table’s options are an object', () => {
    for (const wrong of [null, 5])
      throws(() => new library.VerdictTable(wrong as never), /^TypeError: VerdictTable\(options\)/);
  });

  test('a definition prints what programs rely on', () => {
    const text = inspect(definition);
    ok(/name: 'x'/.test(text) && !/parserType|source/.test(text), text);
  });

  test('createEngine says what is no host', () => {
    throws(() => library.createEngine(5 as never), /^TypeError: createEngine\(options\): `options` must be/);
    throws(() => library.createEngine({ tables: 5 } as never), /`tables` must be the path of a folder\.$/);
    throws(() => library.createEngine({ runPattern: {} } as never), /`runPattern` of a host must be a function\.$/);
  });
});

function summary(): unknown {
  return new library.VerdictTable({ columns: [] });
}

function safely(ask: () => boolean): boolean {
  try {
    return ask();
  } catch {
    return false;
  }
}

import { deepEqual, equal, ok } from 'node:assert/strict';
import { EngineError } from '../../../src/engine/core/errors.ts';
import { exactOf } from '../../../src/engine/core/exact.ts';
import { fromPlain } from '../../../src/engine/core/pyValue.ts';
import type { ModelMessage } from '../../../src/engine/core/result.ts';
import { createParser, readDefinitions, responseText } from '../../../src/engine/definition/index.ts';
import { createJudge } from '../../../src/engine/evaluation/index.ts';
import type { Definition } from '../../../src/engine/parsers/definition.ts';
import { split } from '../../../src/engine/samples/index.ts';
import { parserTypes } from '../../../src/engine/systems/registry.ts';

const inside: Record<string, unknown> = {};
inside.inside = inside;
let deep: unknown = 1;
for (let i = 0; i < 8_000; i++) deep = [deep];
const throwing = {
  get content(): string {
    throw new Error('no content');
  },
  get tool_calls(): unknown[] {
    throw new Error('no calls');
  },
};
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

/** What no type allows, and a program may give all the same. */
const messages: readonly unknown[] = [
  ...[undefined, null, 5, Symbol('s'), () => 1, {}, [], inside, deep, throwing, untouchable],
  ...[inside, deep, untouchable, null, 5, [null], [{ function: null }], [{ function: { name: 5, arguments: deep } }]],
  ...[JSON.parse('{"__proto__": {"content": "x"}}'), Object.assign(Object.create(null), { content: '[1]' })],
].flatMap(each => [each, { content: each }, { tool_calls: each }, { content: '', tool_calls: [each] }]);

const definitions: readonly Definition[] = parserTypes
  .filter(({ id }) => id !== 'custom')
  .flatMap(({ id }) => readDefinitions(JSON.stringify({ type: id }), 'x.parser.json').definitions);

suite('what is not data @slow', () => {
  for (const definition of definitions)
    test(`is an error of a result, and never thrown: ${definition.type}`, async () => {
      const parser = made(definition);
      if (!parser) return;
      for (const message of messages as readonly ModelMessage[]) {
        const result = await parser.parse(message);
        if (result.ok) result.fields.map(exactOf);
        split(definition, result);
        split(definition, message);
        ok(Array.isArray((await parser.diagnose(message)).candidates));
        await createJudge(definition)({ place: { log: 0, line: 1 }, response: message, columns: {} });
      }
    });

  test('has no text, and an error in each part of a split', () => {
    equal(responseText(throwing), null);
    const dict = readDefinitions('{ "type": "MarkdownJsonDictParser" }', 'x.parser.json').definitions[0]!;
    const error = { class: 'RecursionError', message: 'maximum recursion depth exceeded' };
    deepEqual(split(dict, inside), { content: { error }, memory: { error }, metadata: { error } });
    const content = split(dict, untouchable)?.content;
    deepEqual(content, { error: { class: 'TypeError', message: 'The value cannot be read: not readable' } });
  });

  test('is a `RecursionError` where it is turned into Python’s values', () => {
    for (const data of [inside, deep]) throwsEngineError(() => fromPlain(data), 'RecursionError');
  });
});

function made(definition: Definition) {
  try {
    return createParser(definition);
  } catch (error) {
    ok(error instanceof EngineError, String(error));
    return undefined;
  }
}

function throwsEngineError(run: () => unknown, className?: string, name?: string): void {
  try {
    run();
  } catch (error) {
    ok(error instanceof EngineError, `${name}: ${error}`);
    if (className !== undefined) equal(error.class, className);
    return;
  }
  ok(className === undefined, 'nothing is thrown');
}

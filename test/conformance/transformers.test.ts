import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { EngineError } from '../../src/engine/index.ts';
import { operations } from './adapters/operations.ts';

interface Case {
  readonly id: string;
  readonly op: string;
  readonly version: string;
  /** What other versions did. */
  readonly observed?: Readonly<Record<string, Case['expect']>>;
  readonly portable?: boolean;
  readonly tags: readonly string[];
  readonly expect: {
    readonly value?: unknown;
    readonly error?: Readonly<Record<string, unknown>>;
    readonly hang?: boolean;
  };
}

type Input = Parameters<typeof operations.transformers.parseResponse>[0];

const { transformers } = operations;
const byOp: Readonly<Record<string, (input: Input) => unknown>> = {
  load_template: transformers.loadTemplate,
  content_parser: transformers.contentParser,
  parse_response: transformers.parseResponse,
  stream: transformers.stream,
  render_chat_template: transformers.renderChatTemplate,
  round_trip: transformers.roundTrip,
  check_template: transformers.checkTemplate,
};

const casesOf = (file: string) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as readonly Case[];
const cases = casesOf('./response-templates.json');
const newer = casesOf('./response-templates-5.18.json');

suite('transformers, as recorded', () => {
  for (const { observed = {}, ...item } of newer) {
    test(item.id, () => run(item));
    for (const [version, expect] of Object.entries({ '5.17.0': item.expect, ...observed }))
      test(`${item.id} by ${version}`, () => run({ ...item, version, expect }));
  }
  for (const item of cases) {
    if (item.portable === false) continue;
    test(item.id, () => run(item));
  }
});

function run({ expect, tags, ...input }: Case): void {
  const operation = byOp[input.op];
  assert(operation, `No operation is known for ${input.op}`);
  let value: unknown;
  try {
    value = operation(input as unknown as Input);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    if (expect.hang) return;
    assert(expect.error, `${error.class}: ${error.message}`);
    const thrown = error as unknown as Readonly<Record<string, unknown>>;
    const keys = Object.keys(expect.error).filter(key => key !== 'message' || !tags.includes('python-message'));
    assert.deepEqual(shown(thrown, keys, tags), shown(expect.error, keys, tags));
    return;
  }
  assert('value' in expect, `${JSON.stringify(value)} instead of ${JSON.stringify(expect)}`);
  assert.deepEqual(value, expect.value);
  // The order of the keys as well.
  assert.equal(JSON.stringify(value), JSON.stringify(expect.value));
}

/** What counts of an error; the words of the `regex` module do not. */
function shown(error: Readonly<Record<string, unknown>>, keys: readonly string[], tags: readonly string[]): unknown {
  return Object.fromEntries(
    keys.map(key => {
      const value = error[key];
      const isWords = key === 'message' && tags.includes('regex-message');
      return [key, isWords ? String(value).split(' regex: ')[Number(!String(value).includes(' regex: '))] : value];
    }),
  );
}

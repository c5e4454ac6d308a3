import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { EngineError } from '../../src/engine/index.ts';
import { langchain } from './adapters/langchain.ts';
import { atRecordedTime, isOwnMessage } from './recordedLangchain.ts';

interface Case {
  readonly id: string;
  readonly op: string;
  readonly portable?: boolean;
  readonly tags?: readonly string[];
  readonly notes?: string;
  readonly expect: {
    readonly value?: unknown;
    readonly value_json?: unknown;
    readonly error?: Readonly<Record<string, unknown>>;
    readonly yielded?: unknown;
  };
}

type Input = Parameters<typeof langchain.parse>[0];

const operations: Readonly<Record<string, (input: Input) => unknown>> = {
  format_instruction: langchain.formatInstruction,
  parse: langchain.parse,
  parse_partial: langchain.parsePartial,
  parse_tool_calls: langchain.parseToolCalls,
  stream: langchain.stream,
  fix_prompt: langchain.parse,
  structured_request: langchain.structuredRequest,
  structured_parse: langchain.structuredParse,
};

const cases = ['langchain.json', 'langchain-classic-python.json', 'langchain-structured.json'].flatMap(
  file => JSON.parse(readFileSync(new URL(`./${file}`, import.meta.url), 'utf8')) as readonly Case[],
);

suite('LangChain, as recorded', () => {
  for (const item of cases) {
    if (item.portable === false) continue;
    test(item.id, () => atRecordedTime(item, () => compare(item)));
  }
});

function compare(item: Case): void {
  const { expect, ...input } = item;
  const operation = operations[input.op];
  assert(operation, `No operation is known for ${input.op}`);
  let value: unknown;
  try {
    value = operation(input as unknown as Input);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    assert(expect.error, `${error.class}: ${error.message}`);
    const thrown = error as unknown as Readonly<Record<string, unknown>>;
    const keys = Object.keys(expect.error).filter(key => key !== 'message' || isOwnMessage(item));
    assert.deepEqual(
      Object.fromEntries(keys.map(key => [key, thrown[key]])),
      Object.fromEntries(keys.map(key => [key, expect.error?.[key]])),
    );
    if (expect.yielded) assert.deepEqual(thrown.yielded, expect.yielded);
    return;
  }
  assert('value' in expect, `${JSON.stringify(value)} instead of ${JSON.stringify(expect.error)}`);
  assert.deepEqual(value, expect.value);
}

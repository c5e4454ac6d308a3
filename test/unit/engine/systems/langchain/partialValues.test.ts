import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readDefinitions } from '../../../../../src/engine/definition/index.ts';
import { streamedValue } from '../../../../../src/engine/streams/index.ts';
import { operations } from '../../../../conformance/adapters/operations.ts';

const { langchain } = operations;

type LangchainInput = Parameters<typeof langchain.stream>[0];

interface Chunk {
  readonly additional_kwargs?: { readonly function_call?: { readonly name?: string; readonly arguments?: string } };
  readonly tool_call_chunks?: readonly { name?: string; args?: string; id?: string; index: number }[];
}
interface Case {
  readonly id: string;
  readonly op: string;
  readonly runtime: string;
  readonly parser: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly chunks?: readonly string[];
  readonly message_chunks?: readonly Chunk[];
  readonly expect: { readonly value?: readonly unknown[] };
}

const file = new URL('../../../../conformance/langchain.json', import.meta.url);
const cases = (JSON.parse(readFileSync(file, 'utf8')) as readonly Case[]).filter(
  ({ op, config, expect }) => op === 'stream' && !config.diff && expect.value !== undefined,
);

function streamed(keys: object, text: string) {
  const [definition] = readDefinitions(JSON.stringify(keys), 'x.parser.json').definitions;
  assert.ok(definition);
  const given = streamedValue(definition, text);
  return given?.error ? `${given.error.class}: ${given.error.message}` : given?.value;
}

/** The message that chunks add up to, as a provider's JSON. */
function messageOf(chunks: readonly Chunk[]): string {
  const calls: { id: string; type: 'function'; function: { name: string; arguments: string } }[] = [];
  let call: { name: string; arguments: string } | undefined;
  for (const { tool_call_chunks: parts = [], additional_kwargs: more } of chunks) {
    for (const { index, name, args, id } of parts) {
      calls[index] ??= { id: '', type: 'function', function: { name: '', arguments: '' } };
      calls[index].id += id ?? '';
      calls[index].function.name += name ?? '';
      calls[index].function.arguments += args ?? '';
    }
    const made = more?.function_call;
    if (made)
      call = {
        name: `${call?.name ?? ''}${made.name ?? ''}`,
        arguments: `${call?.arguments ?? ''}${made.arguments ?? ''}`,
      };
  }
  return JSON.stringify({
    content: '',
    ...(calls.length > 0 && { tool_calls: calls }),
    ...(call && { function_call: call }),
  });
}

suite('What LangChain’s own streaming gives so far, as recorded', () => {
  for (const { id, runtime, parser, config, chunks, message_chunks: messages, expect } of cases) {
    const yielded = expect.value ?? [];
    const keys = { type: parser, runtime, ...config };
    const text = chunks?.join('') ?? '';
    if (chunks && parser.endsWith('ListOutputParser'))
      test(id, () => {
        // As if all had come at once, and not ended: the recorded chunks lose some items at their seams.
        const given = (streamed(keys, text) ?? []) as readonly unknown[];
        const all = langchain.stream({ runtime, parser, config, chunks: [text] } as LangchainInput).flat();
        assert.deepEqual(given, all.slice(0, given.length));
        if (runtime === 'python' && all.length > 1) assert.ok(all.length - given.length <= 2);
      });
    else if (chunks && parser === 'XMLOutputParser' && runtime === 'python')
      test(id, () => {
        const root = Object.keys((yielded[0] ?? {}) as object)[0];
        const items = yielded.flatMap(value =>
          root === undefined ? [] : (value as Record<string, readonly unknown[]>)[root],
        );
        assert.deepEqual(
          streamed(keys, text),
          root === undefined
            ? undefined
            : {
                [root]:
                  items.length === 1 && !Array.isArray((yielded[0] as Record<string, unknown>)[root])
                    ? items[0]
                    : items,
              },
        );
      });
    else if (chunks && (parser === 'JsonOutputParser' || parser === 'XMLOutputParser'))
      test(id, () => {
        if (yielded.length === 0 || JSON.stringify(yielded).includes('"$')) return;
        // What Python reads as `None` in the end it has yielded before.
        const given = streamed(keys, text);
        if (given !== undefined || runtime === 'js') assert.deepEqual(given, yielded.at(-1));
      });
    else if (messages && /Tools|Functions/.test(parser) && !('tools' in config))
      test(id, () => {
        if (JSON.stringify(yielded).includes('"$')) return;
        assert.deepEqual(streamed(keys, messageOf(messages)), yielded.at(-1));
      });
  }

  test('a call’s arguments are closed while they come, in both runtimes', () => {
    const text = String.raw`{"content": "", "tool_calls": [{"id": "c1", "function": {"name": "joke", "arguments": "{\"setup\": \"Why`;
    const value = (runtime: string) => streamed({ type: 'JsonOutputToolsParser', runtime }, text);
    assert.deepEqual(value('python'), [{ args: { setup: 'Why' }, type: 'joke' }]);
    assert.deepEqual(value('js'), [{ type: 'joke', args: { setup: 'Why' }, id: null }]);
    assert.equal(streamed({ type: 'JsonOutputToolsParser', runtime: 'python' }, '{"content": "Su'), undefined);
  });

  test('of a legacy call as well, and of one key of it', () => {
    const text = String.raw`{"content": "", "function_call": {"name": "joke", "arguments": "{\"setup\": \"Why`;
    assert.deepEqual(streamed({ type: 'JsonOutputFunctionsParser', runtime: 'js' }, text), { setup: 'Why' });
    assert.deepEqual(streamed({ type: 'JsonKeyOutputFunctionsParser', key_name: 'setup' }, text), 'Why');
  });

  test('LangChain’s own messages and Anthropic’s are read as they grow', () => {
    const own = '{"content": "", "tool_calls": [{"name": "joke", "args": {"setup": "W';
    assert.deepEqual(streamed({ type: 'JsonOutputToolsParser' }, own), [{ args: { setup: 'W' }, type: 'joke' }]);
    const blocks = '{"content": [{"type": "tool_use", "id": "t", "name": "joke", "input": {"setup": "W';
    assert.deepEqual(streamed({ type: 'JsonOutputToolsParser' }, blocks), [{ args: { setup: 'W' }, type: 'joke' }]);
  });

  test('a list with a length raises until it has it', () => {
    const list = { type: 'CustomListOutputParser', length: 3 };
    assert.match(
      String(streamed(list, 'a, b')),
      /^OutputParserException: Incorrect number of items\. Expected 3, got 2\./,
    );
    assert.deepEqual(streamed(list, 'a, b, c'), ['a', 'b']);
  });

  test('parsers that read whole answers give nothing', () => {
    assert.equal(streamed({ type: 'StructuredOutputParser', names_and_descriptions: { a: '' } }, '{"a": "'), undefined);
    assert.equal(
      streamed({ type: 'OutputFunctionsParser' }, '{"function_call": {"name": "a", "arguments": "{'),
      undefined,
    );
  });

  test('XML with many elements, deep in one another, ends soon', () => {
    const deep = `${'<a>'.repeat(20_000)}${'<b>1</b>'.repeat(20_000)}`;
    assert.equal(streamed({ type: 'XMLOutputParser' }, deep), undefined);
    const wide = `<a>${'<b>1</b>'.repeat(20_000)}`;
    assert.equal((streamed({ type: 'XMLOutputParser' }, wide) as { a: readonly unknown[] }).a.length, 20_000);
    for (const type of ['XMLOutputParser', 'JsonOutputParser'])
      assert.doesNotThrow(() =>
        streamed({ type, runtime: 'js' }, type === 'XMLOutputParser' ? deep : '['.repeat(100_000)),
      );
  });
});

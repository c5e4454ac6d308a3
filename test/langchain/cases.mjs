// @ts-check
// What random cases of both runtimes have in common, in the form of test/conformance/langchain.json.
import * as fc from 'fast-check';
import { pydanticSource, zodSource } from './sources.mjs';
import { anyJson, jsonText, often, pieces, word } from './texts.mjs';

/** @typedef {{ runtime: 'python' | 'js', parser: string, op: string } & Record<string, any>} Case */
/** @typedef {{ source: string, name?: string, zod?: 3 | 4, content_schema?: any }} Model */

/** Models to make schemas of. @type {(seed: number, count: number) => Record<'js' | 'python', Model[]>} */
export function randomModels(seed, count) {
  const zod = (/** @type {3 | 4} */ version) =>
    fc.sample(zodSource(version), { seed: seed + version, numRuns: count }).map(source => ({ zod: version, source }));
  const python = fc.sample(pydanticSource, { seed, numRuns: count }).map(source => ({ name: 'M', source }));
  return { js: [...zod(4), ...zod(3)], python };
}

export const text = (/** @type {fc.Arbitrary<string>} */ arbitrary) => fc.record({ text: arbitrary });
/** @type {(runtime: 'python' | 'js', parser: string, config: fc.Arbitrary<object>, input: fc.Arbitrary<object>, op?: string, from?: string) => fc.Arbitrary<Case>} */
export const record = (runtime, parser, config, input, op = 'parse', from) =>
  fc.tuple(config, input).map(([given, rest]) => ({
    runtime,
    ...(runtime === 'js' && { package: from ?? '@langchain/core' }),
    parser,
    config: given,
    op,
    ...rest,
  }));
export const none = fc.constant({});
export const classic = '@langchain/classic';
export const instruction = fc.constant({ op: 'format_instruction' });
/** @type {(config: fc.Arbitrary<any>) => fc.Arbitrary<any>} */
export const streamed = config =>
  fc.tuple(config, fc.constantFrom({}, {}, { diff: true })).map(both => Object.assign({}, ...both));

/** The arguments of a call, raw. */
export const rawArguments = jsonText(
  often(
    [5, fc.dictionary(fc.constantFrom('setup', 'punchline', 'x'), anyJson, { maxKeys: 3, noNullPrototype: true })],
    [1, anyJson],
  ),
).map(value => value.replace(/```(?:json)?\n?/g, ''));
export const callName = fc.constantFrom('Joke', 'Joke', 'Other', 'Person', '');
export const id = fc.constantFrom('c1', 'call_2', '');
export const dict = fc.dictionary(fc.constantFrom('setup', 'punchline', 'x', '1'), anyJson, {
  maxKeys: 3,
  noNullPrototype: true,
});
export const made = fc.record({ name: callName, args: dict, id, type: fc.constant('tool_call') });
export const raw = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      id,
      type: fc.constant('function'),
      function: fc.record({ name: callName, arguments: rawArguments }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ id, type: fc.constant('function') }) },
  { weight: 1, arbitrary: fc.constant({ id: 'c', type: 'function', function: { name: 'Joke', arguments: '' } }) },
);
export const content = fc.constantFrom('', '', 'Sure.');
export const callMessage = fc.oneof(
  fc.record({ content, tool_calls: fc.array(made, { maxLength: 3 }) }),
  fc.record({ content, additional_kwargs: fc.record({ tool_calls: fc.array(raw, { maxLength: 3 }) }) }),
  fc.record({
    content,
    tool_calls: fc.array(made, { minLength: 1, maxLength: 1 }),
    additional_kwargs: fc.record({ tool_calls: fc.array(raw, { minLength: 1, maxLength: 1 }) }),
  }),
  fc.record({ content }),
);
export const functionMessage = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      content,
      additional_kwargs: fc.record({ function_call: fc.record({ name: callName, arguments: rawArguments }) }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ content }) },
);
/** Without a call, or its arguments, JavaScript's error has the whole message as it is kept inside, which is not in a case. */
export const calledMessage = functionMessage.filter(
  given => 'additional_kwargs' in given && given.additional_kwargs.function_call.arguments !== '',
);
/** Message chunks of tool calls. */
export const callChunks = fc
  .array(fc.tuple(callName, id, pieces(rawArguments)), { minLength: 1, maxLength: 2 })
  .map(calls =>
    calls.flatMap(([name, call, parts], index) => [
      { content: '', tool_call_chunks: [{ name, args: '', id: call || `c${index}`, index, type: 'tool_call_chunk' }] },
      ...parts.map(args => ({ content: '', tool_call_chunks: [{ args, index, type: 'tool_call_chunk' }] })),
    ]),
  );
export const functionChunks = fc
  .tuple(callName, pieces(rawArguments))
  .map(([name, parts]) => [
    { content: '', additional_kwargs: { function_call: { name, arguments: '' } } },
    ...parts.map(part => ({ content: '', additional_kwargs: { function_call: { arguments: part } } })),
  ]);
export const blocks = fc.array(
  fc.oneof(
    word.map(each => ({ type: 'text', text: each })),
    fc.constant({ type: 'reasoning', reasoning: 'hm {' }),
  ),
  { maxLength: 3 },
);
/** @type {(arbitrary: fc.Arbitrary<string>) => fc.Arbitrary<object>} */
export const message = arbitrary =>
  fc
    .oneof({ weight: 3, arbitrary: arbitrary }, { weight: 1, arbitrary: blocks })
    .map(given => ({ message: { content: given } }));
export const calls = (/** @type {fc.Arbitrary<object>} */ arbitrary) =>
  fc.tuple(arbitrary, fc.constantFrom({}, {}, { partial: true })).map(([given, more]) => ({ message: given, ...more }));
export const inChunks = (/** @type {fc.Arbitrary<string>} */ arbitrary) =>
  pieces(arbitrary).map(chunks => ({ chunks }));
export const flags = (/** @type {string[]} */ ...names) =>
  fc.record(Object.fromEntries(names.map(name => [name, fc.boolean()])), { requiredKeys: [] });

export const json = jsonText(anyJson);
export const tools = fc.constantFrom('JsonOutputToolsParser', 'JsonOutputKeyToolsParser');

// @ts-check
// Random cases near the recorded ones: parsers as they were recorded, given texts, messages and chunks of any of them, damaged.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { calledMessage, callMessage, functionChunks, functionMessage, message } from './cases.mjs';
import { agentText, damaged, dateText, jsonText, listText, near, often, pieces, soup, xmlText } from './texts.mjs';

/** @typedef {import('./cases.mjs').Case} Case */

/** @type {readonly any[]} */
const recorded = JSON.parse(readFileSync(join(import.meta.dirname, '../conformance/langchain.json'), 'utf8'));
const tokens = [
  '{',
  '}',
  '[',
  ']',
  '"',
  ',',
  ':',
  '\n',
  '\r\n',
  '```',
  '```json\n',
  '<',
  '>',
  '/',
  '\\',
  ' ',
  '1',
  'é',
  '\u00a0',
  '\u2028',
  '-',
  '.',
  "'",
  'x',
];

/** Damaged texts of the recorded cases, and all that the other cases are made of. @type {(texts: readonly string[]) => fc.Arbitrary<string>} */
const anyText = texts =>
  often(
    [8, damaged(fc.constantFrom(...texts), tokens)],
    [
      1,
      fc
        .tuple(fc.constantFrom(...texts), fc.constantFrom('', ' ', '\n', '\n\n', 'Here: '), fc.constantFrom(...texts))
        .map(parts => parts.join('')),
    ],
    [1, fc.oneof(agentText, dateText, listText, xmlText, soup(...tokens))],
  );

/** Cases of a runtime. @type {(runtime: 'python' | 'js') => fc.Arbitrary<Case>} */
export function recordedCases(runtime) {
  const all = recorded.filter(item => item.runtime === runtime && item.portable !== false);
  const texts = [
    ...new Set(all.flatMap(({ text, chunks }) => text ?? chunks?.join('') ?? []).filter(text => text.length < 2000)),
  ];
  const text = anyText(texts);
  const messages = all.flatMap(({ message }) => message ?? []);
  const chunked = all.flatMap(({ message_chunks: chunks }) => (chunks ? [chunks] : []));
  /** @type {(item: any) => fc.Arbitrary<Case>} */
  const like = ({ id, expect, tags, notes, system, version, portable, ...item }) => {
    const schema = schemaOf(item.config);
    const own = schema ? often([1, text], [1, jsonText(near(schema))]) : text;
    if (item.chunks) return pieces(own).map(chunks => ({ ...item, chunks }));
    if (item.message_chunks)
      return damagedStrings(fc.constantFrom(...chunked)).map(chunks => ({ ...item, message_chunks: chunks }));
    if (item.message) {
      const calls = item.parser.includes('Functions') ? functionMessage : callMessage;
      const given =
        item.op === 'parse_tool_calls'
          ? often([2, damagedStrings(fc.constantFrom(...messages))], [1, calls])
          : message(own).map(each => /** @type {any} */ (each).message);
      // Without a call, or its arguments, JavaScript's error has the whole message as it is kept inside.
      return given
        .filter(
          each =>
            runtime === 'python' ||
            !item.parser.includes('Functions') ||
            each.additional_kwargs?.function_call?.arguments,
        )
        .map(each => ({ ...item, message: each }));
    }
    return 'text' in item ? own.map(each => ({ ...item, text: each })) : fc.constant(item);
  };
  /** The same parser, asked for something else. @type {(item: any) => fc.Arbitrary<Case>} */
  const otherwise = ({ runtime, package: from, parser, config }) => {
    const base = { runtime, ...(from && { package: from }), parser, config };
    const isOfCalls = /Tools|Functions/.test(parser);
    const blocks = fc.array(block(text), { maxLength: 3 });
    const content = either([1, text], [1, blocks]);
    const contents = either([1, pieces(text)], [1, fc.array(blocks, { maxLength: 3 })]);
    const calls = parser.includes('Functions') ? calledMessage : callMessage;
    // JavaScript's classes of functions dump a message without a call, and those that parse no texts have no instruction.
    const isDumped = runtime === 'js' && parser.includes('Functions');
    const ways = [
      ...(isDumped ? [] : [fc.constant({ op: 'format_instruction' })]),
      ...(runtime === 'python' || /^(?:Json|XML)OutputParser$/.test(parser)
        ? [text.map(each => ({ op: 'parse_partial', text: each }))]
        : []),
      ...(runtime === 'js' && /^(?:JsonKey)?OutputFunctions/.test(parser)
        ? []
        : [text.map(each => ({ op: 'parse', text: each }))]),
      ...(isDumped ? [] : [content.map(each => ({ op: 'parse', message: { content: each } }))]),
      pieces(text).map(chunks => ({ op: 'stream', chunks })),
      ...(isDumped
        ? []
        : [
            contents.map(
              /** @type {(list: any[]) => object} */ list => ({
                op: 'stream',
                message_chunks: list.map(each => ({ content: each })),
              }),
            ),
          ]),
      ...(isOfCalls
        ? [
            text.map(each => ({ op: 'parse_tool_calls', text: each })),
            calls.map(each => ({ op: 'parse', message: each })),
            (parser.includes('Functions')
              ? functionChunks.filter(chunks => chunks.length > 1)
              : damagedStrings(fc.constantFrom(...chunked))
            ).map((/** @type {object[]} */ chunks) => ({ op: 'stream', message_chunks: chunks })),
          ]
        : []),
    ];
    return fc.oneof(...ways).map(input => ({ ...base, .../** @type {any} */ (input) }));
  };
  // What reads no more than its keys, and what asks a model, are not asked for anything else.
  const others = all.filter(
    ({ parser }) => parser !== 'parse_and_check_json_markdown' && parser !== 'OutputFixingParser',
  );
  return often([2, fc.constantFrom(...all).chain(like)], [1, fc.constantFrom(...others).chain(otherwise)]);
}

/** @type {(...given: [number, fc.Arbitrary<any>][]) => fc.Arbitrary<any>} */
const either = often;

/** A part of a message's content. @type {(text: fc.Arbitrary<string>) => fc.Arbitrary<object>} */
const block = text =>
  either(
    [4, text.map(each => ({ type: 'text', text: each }))],
    [1, fc.constant({ type: 'reasoning', reasoning: 'hm {' })],
    [1, fc.constant({ type: 'refusal', refusal: 'I will not.' })],
    [1, fc.constant({ type: 'image_url', image_url: 'https://x.org/a.png' })],
    [1, fc.constant({ type: 'thinking', thinking: 'hm' })],
  );

/** The schema that answers are checked with. */
function schemaOf(/** @type {any} */ config) {
  return [config?.pydantic_object, config?.schema, config?.inputSchema].find(each => each?.content_schema)
    ?.content_schema;
}

/** A value with some of its texts damaged; roles, kinds and names stay. @type {(values: fc.Arbitrary<any>) => fc.Arbitrary<any>} */
function damagedStrings(values) {
  return fc
    .tuple(values, fc.nat(), fc.nat(), fc.constantFrom('', ...tokens), fc.boolean())
    .map(([value, which, at, token, isCut]) => {
      const { length } = strings(value);
      let left = length === 0 ? -1 : which % length;
      return replaced(value, text => {
        if (left-- !== 0) return text;
        const from = at % (text.length + 1);
        return isCut ? text.slice(0, from) : text.slice(0, from) + token + text.slice(from);
      });
    });
}

/** The texts of a value that stand for what a model wrote. @returns {string[]} */
function strings(/** @type {any} */ value) {
  /** @type {string[]} */
  const found = [];
  replaced(value, text => {
    found.push(text);
    return text;
  });
  return found;
}

/** @type {(value: any, change: (text: string) => string, key?: string) => any} */
function replaced(value, change, key = '') {
  if (typeof value === 'string')
    return /^(?:arguments|args|text|content|name|setup|punchline)$/.test(key) ? change(value) : value;
  if (Array.isArray(value)) return value.map(item => replaced(item, change, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replaced(item, change, name)]));
}

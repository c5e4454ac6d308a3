// @ts-check
// Random cases of LangChain for Python.
import * as fc from 'fast-check';
import {
  callChunks,
  callMessage,
  calls,
  content,
  flags,
  functionChunks,
  functionMessage,
  id,
  inChunks,
  instruction,
  json,
  message,
  none,
  record,
  streamed,
  text,
} from './cases.mjs';
import { jsonText, listText, near, often, word, xmlText } from './texts.mjs';

/** @typedef {import('./cases.mjs').Case} Case */
/** @typedef {import('./cases.mjs').Model} Model */

const isDict = (/** @type {unknown} */ value) => typeof value === 'object' && value !== null && !Array.isArray(value);
/** The cases of Python. @type {(models: readonly Model[]) => fc.Arbitrary<Case>} */
export function pythonCases(models) {
  const model = fc.constantFrom(...models);
  const forModel = (/** @type {Model} */ each) => text(jsonText(near(each.content_schema)));
  const key = fc.record(
    {
      key_name: fc.constantFrom('Joke', 'Other'),
      first_tool_only: fc.boolean(),
      return_id: fc.boolean(),
      strict: fc.boolean(),
    },
    { requiredKeys: ['key_name'] },
  );
  return often(
    [4, record('python', 'JsonOutputParser', none, text(json))],
    [3, record('python', 'JsonOutputParser', none, text(json), 'parse_partial')],
    [3, record('python', 'JsonOutputParser', streamed(none), inChunks(json), 'stream')],
    [
      2,
      record(
        'python',
        'JsonOutputParser',
        model.map(each => ({ pydantic_object: each })),
        instruction,
      ),
    ],
    [1, record('python', 'JsonOutputParser', none, message(json))],
    [
      2,
      record(
        'python',
        'PydanticOutputParser',
        model.map(each => ({ pydantic_object: each })),
        instruction,
      ),
    ],
    [
      9,
      model.chain(each =>
        record('python', 'PydanticOutputParser', fc.constant({ pydantic_object: each }), forModel(each)),
      ),
    ],
    [
      3,
      model.chain(each =>
        record(
          'python',
          'PydanticOutputParser',
          fc.constant({ pydantic_object: each }),
          inChunks(jsonText(near(each.content_schema))),
          'stream',
        ),
      ),
    ],
    [
      2,
      record(
        'python',
        'parse_and_check_json_markdown',
        fc.uniqueArray(fc.constantFrom('a', 'b', 'name'), { maxLength: 2 }).map(list => ({ expected_keys: list })),
        text(json),
      ),
    ],
    [3, record('python', 'CommaSeparatedListOutputParser', none, text(listText))],
    [3, record('python', 'CommaSeparatedListOutputParser', none, inChunks(listText), 'stream')],
    [
      3,
      fc
        .constantFrom('NumberedListOutputParser', 'MarkdownListOutputParser')
        .chain(parser => record('python', parser, none, text(listText))),
    ],
    [
      3,
      fc
        .constantFrom('NumberedListOutputParser', 'MarkdownListOutputParser')
        .chain(parser => record('python', parser, none, inChunks(listText), 'stream')),
    ],
    [9, record('python', 'XMLOutputParser', fc.constantFrom({}, {}, { parser: 'xml' }), text(xmlText))],
    [5, record('python', 'XMLOutputParser', none, inChunks(xmlText), 'stream')],
    [
      1,
      record(
        'python',
        'XMLOutputParser',
        fc.array(word, { maxLength: 3 }).map(tags => ({ tags })),
        instruction,
      ),
    ],
    [
      4,
      record(
        'python',
        'JsonOutputToolsParser',
        flags('first_tool_only', 'return_id', 'strict'),
        calls(callMessage),
        'parse_tool_calls',
      ),
    ],
    [4, record('python', 'JsonOutputKeyToolsParser', key, calls(callMessage), 'parse_tool_calls')],
    [
      4,
      fc.tuple(model, model).chain(pair =>
        record(
          'python',
          'PydanticToolsParser',
          fc.boolean().map(first => ({ tools: pair.slice(0, 1), first_tool_only: first })),
          near(pair[0].content_schema).chain(args =>
            calls(
              fc.record({
                content,
                tool_calls: fc.tuple(
                  fc.record({
                    name: fc.constantFrom('M', 'M', 'M', 'T t', 'N'),
                    args: fc.constant(isDict(args) ? args : { x: args }),
                    id,
                    type: fc.constant('tool_call'),
                  }),
                ),
              }),
            ),
          ),
          'parse_tool_calls',
        ),
      ),
    ],
    [
      2,
      record(
        'python',
        'JsonOutputToolsParser',
        none,
        callChunks.map(list => ({ message_chunks: list })),
        'stream',
      ),
    ],
    [
      2,
      record(
        'python',
        'JsonOutputKeyToolsParser',
        key,
        callChunks.map(list => ({ message_chunks: list })),
        'stream',
      ),
    ],
    [
      3,
      record(
        'python',
        'JsonOutputFunctionsParser',
        flags('args_only', 'strict'),
        calls(functionMessage),
        'parse_tool_calls',
      ),
    ],
    [
      1,
      record(
        'python',
        'JsonOutputFunctionsParser',
        none,
        functionChunks.map(list => ({ message_chunks: list })),
        'stream',
      ),
    ],
    [1, record('python', 'OutputFunctionsParser', flags('args_only'), calls(functionMessage), 'parse_tool_calls')],
    [
      1,
      record(
        'python',
        'JsonKeyOutputFunctionsParser',
        fc.constant({ key_name: 'setup' }),
        calls(functionMessage),
        'parse_tool_calls',
      ),
    ],
    [
      4,
      model.chain(each =>
        record(
          'python',
          'PydanticOutputFunctionsParser',
          fc.constant({ pydantic_schema: each }),
          jsonText(near(each.content_schema)).map(args => ({
            message: { content: '', additional_kwargs: { function_call: { name: 'M', arguments: args } } },
          })),
          'parse_tool_calls',
        ),
      ),
    ],
    [1, record('python', 'StrOutputParser', none, message(json))],
  );
}

// @ts-check
// Random cases of LangChain.js.
import * as fc from 'fast-check';
import {
  callChunks,
  calledMessage,
  callMessage,
  calls,
  classic,
  flags,
  inChunks,
  instruction,
  json,
  message,
  none,
  record,
  streamed,
  text,
  tools,
} from './cases.mjs';
import {
  agentText,
  combinedText,
  damaged,
  dateText,
  jsonText,
  listText,
  near,
  often,
  soup,
  word,
  xmlText,
} from './texts.mjs';

/** @typedef {import('./cases.mjs').Case} Case */
/** @typedef {import('./cases.mjs').Model} Model */

const agents = fc.constantFrom(
  'ReActSingleInputOutputParser',
  'ZeroShotAgentOutputParser',
  'ChatAgentOutputParser',
  'ChatConversationalAgentOutputParser',
  'StructuredChatOutputParser',
  'StructuredChatOutputParserWithRetries',
  'XMLAgentOutputParser',
);
const regexes = fc.constantFrom(
  { regex: 'Score: (\\d+)\\s*Grade: (A|B)?', outputKeys: ['score', 'grade'] },
  { regex: { pattern: 'score: (\\d+)', flags: 'i' }, outputKeys: ['score', 'none'] },
  { regex: { pattern: '(\\d)', flags: 'g' }, outputKeys: ['a', 'b'] },
  { regex: 'x(?<y>.)z', outputKeys: ['y'], defaultOutputKey: 'y' },
  { regex: '(a|b)+?(c)?', outputKeys: ['p', 'q'], defaultOutputKey: 'other' },
  { regex: '(', outputKeys: ['a'] },
);
const regexText = soup('Score: 5', 'score: 17', '\n', ' ', 'Grade: A', 'Grade: ', 'a', 'b', 'c', 'xyz', '1', '22');

/** The cases of JavaScript. @type {(models: readonly Model[]) => fc.Arbitrary<Case>} */
export function scriptCases(models) {
  const model = fc.constantFrom(...models);
  const from = fc.constantFrom('@langchain/core', '@langchain/core', classic);
  const structured = fc.constantFrom(
    'StructuredOutputParser',
    'StructuredOutputParser',
    'JsonMarkdownStructuredOutputParser',
  );
  /** @type {(config: object) => any} */
  const schemaOf = config =>
    /** @type {any} */ (config).schema?.content_schema ?? {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
    };
  /** @type {fc.Arbitrary<any>} */
  const config = often(
    [6, /** @type {fc.Arbitrary<any>} */ (model.map(schema => ({ schema })))],
    [1, fc.constant({ names_and_descriptions: { a: 'the a', b: '' } })],
  );
  const key = fc
    .tuple(
      fc.record(
        { keyName: fc.constantFrom('Joke', 'Other'), returnSingle: fc.boolean(), returnId: fc.boolean() },
        { requiredKeys: ['keyName'] },
      ),
      fc.option(model, { freq: 2 }),
    )
    .map(([keys, schema]) => ({ ...keys, ...(schema && { zodSchema: schema }) }));
  const list = fc.constantFrom(
    'CommaSeparatedListOutputParser',
    'NumberedListOutputParser',
    'MarkdownListOutputParser',
  );
  const inner = fc.constant({
    parsers: [
      { parser: 'StructuredOutputParser', config: { names_and_descriptions: { a: 'the a' } } },
      { parser: 'RegexParser', config: { regex: 'Score: (\\d+)', outputKeys: ['score'] } },
      { parser: 'CommaSeparatedListOutputParser', config: {} },
    ].slice(0, 3),
  });
  return often(
    [4, record('js', 'JsonOutputParser', none, text(json))],
    [4, record('js', 'JsonOutputParser', none, text(json), 'parse_partial')],
    [3, record('js', 'JsonOutputParser', streamed(none), inChunks(json), 'stream')],
    [1, record('js', 'JsonOutputParser', none, message(json))],
    [
      3,
      fc
        .tuple(config, from, structured)
        .chain(([given, where, parser]) => record('js', parser, fc.constant(given), instruction, 'parse', where)),
    ],
    [
      14,
      fc
        .tuple(config, from, structured)
        .chain(([given, where, parser]) =>
          record('js', parser, fc.constant(given), text(jsonText(near(schemaOf(given)))), 'parse', where),
        ),
    ],
    [
      3,
      model.chain(schema =>
        record(
          'js',
          'StandardSchemaOutputParser',
          fc.constant({ schema }),
          text(jsonText(near(schema.content_schema))),
        ),
      ),
    ],
    [3, list.chain(parser => record('js', parser, none, text(listText)))],
    [3, list.chain(parser => record('js', parser, none, inChunks(listText), 'stream'))],
    [
      2,
      record(
        'js',
        'CustomListOutputParser',
        fc.record({ length: fc.nat(4), separator: fc.constantFrom(',', ';', '\n', '', '--') }, { requiredKeys: [] }),
        text(listText),
      ),
    ],
    [8, record('js', 'XMLOutputParser', none, text(xmlText))],
    [4, record('js', 'XMLOutputParser', streamed(none), inChunks(xmlText), 'stream')],
    [
      2,
      record(
        'js',
        'XMLOutputParser',
        fc.array(word, { maxLength: 3 }).map(tags => ({ tags })),
        instruction,
      ),
    ],
    [4, record('js', 'JsonOutputToolsParser', flags('returnId'), calls(callMessage), 'parse_tool_calls')],
    [4, record('js', 'JsonOutputKeyToolsParser', key, calls(callMessage), 'parse_tool_calls')],
    [
      2,
      tools.chain(parser =>
        record(
          'js',
          parser,
          parser.includes('Key') ? key : none,
          callChunks.map(chunks => ({ message_chunks: chunks })),
          'stream',
        ),
      ),
    ],
    [2, record('js', 'JsonOutputFunctionsParser', flags('argsOnly'), calls(calledMessage), 'parse_tool_calls')],
    [
      1,
      record(
        'js',
        'OutputFunctionsParser',
        flags('argsOnly'),
        fc.record({ message: calledMessage }),
        'parse_tool_calls',
      ),
    ],
    [
      1,
      record(
        'js',
        'JsonKeyOutputFunctionsParser',
        fc.constant({ attrName: 'setup' }),
        fc.record({ message: calledMessage }),
        'parse_tool_calls',
      ),
    ],
    [
      8,
      agents.chain(parser =>
        record(
          'js',
          parser,
          parser === 'ZeroShotAgentOutputParser' ? fc.constantFrom({}, { finishToolName: 'calc' }) : none,
          text(agentText),
          'parse',
          classic,
        ),
      ),
    ],
    [2, record('js', 'RegexParser', regexes, text(regexText), 'parse', classic)],
    [2, record('js', 'DatetimeOutputParser', none, text(dateText), 'parse', classic)],
    [
      2,
      record(
        'js',
        'CombiningOutputParser',
        inner,
        text(
          combinedText(
            fc.oneof(
              fc.constantFrom('{"a": "x"}', '```json\n{"a": "x"}\n```', '```\n{"a": "x"}\n```', 'Score: 5', 'x, y'),
              damaged(json, ['\n']),
            ),
          ),
        ),
        'parse',
        classic,
      ),
    ],
    [
      2,
      record(
        'js',
        'RouterOutputParser',
        fc.constant({ schema: routing, options: {} }),
        text(
          jsonText(
            often(
              [2, near(routing.content_schema)],
              [1, fc.record({ destination: fc.constantFrom('DEFAULT', 'default', 'math'), next_inputs: word })],
            ),
          ),
        ),
        'parse',
        classic,
      ),
    ],
    [
      2,
      record(
        'js',
        'OutputFixingParser',
        config.map(given => ({ parser: { parser: 'StructuredOutputParser', config: given }, answer: '{}' })),
        text(json),
        'fix_prompt',
        classic,
      ),
    ],
    [1, record('js', 'StringOutputParser', none, message(json))],
  );
}

const routing = {
  zod: 4,
  source: 'z.object({ destination: z.string(), next_inputs: z.string() })',
  content_schema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { destination: { type: 'string' }, next_inputs: { type: 'string' } },
    required: ['destination', 'next_inputs'],
    additionalProperties: false,
  },
};

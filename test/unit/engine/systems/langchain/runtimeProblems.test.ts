import { deepEqual } from 'node:assert/strict';
import { applyEdits } from '../../../../../src/engine/core/applyEdits.ts';
import { readDefinitions } from '../../../../../src/engine/definition/index.ts';

/** A definition, and of each problem its code, place and words, and what its fixes make of the text; `?`: one of several. */
const rows: readonly (readonly [keys: object, ...problems: (readonly [place: string, ...words: string[]])[]])[] = [
  [
    { type: 'RegexParser', regex: '(.)', output_keys: ['a'] },
    [
      'told-runtime "RegexParser"',
      'Its keys are those of Python’s `RegexParser`, so it is read as that class. Say so with `"runtime": "python"`.',
      'Set "runtime" to "python": {"type":"RegexParser", "runtime": "python","regex":"(.)","output_keys":["a"]}',
    ],
  ],
  [
    { type: 'RegexParser', regex: '(.)', outputKeys: ['a'] },
    [
      'told-runtime "RegexParser"',
      'Its keys are those of JavaScript’s `RegexParser`, so it is read as that class. Say so with `"runtime": "js"`.',
      'Set "runtime" to "js": {"type":"RegexParser", "runtime": "js","regex":"(.)","outputKeys":["a"]}',
    ],
  ],
  [
    { type: 'RegexParser', regex: '(.)', output_keys: ['a'], outputKeys: ['a'] },
    [
      'missing-runtime "RegexParser"',
      'Python and JavaScript have two different classes `RegexParser`, and nothing here tells which one is meant: it is read as JavaScript’s.',
      'Set "runtime" to "python"?: {"type":"RegexParser", "runtime": "python","regex":"(.)","output_keys":["a"],"outputKeys":["a"]}',
      'Set "runtime" to "js"?: {"type":"RegexParser", "runtime": "js","regex":"(.)","output_keys":["a"],"outputKeys":["a"]}',
    ],
    [
      'unread-key "output_keys"',
      '`output_keys` is a key of Python’s `RegexParser`. This definition is read as JavaScript’s, which does not have it.',
      'Set "runtime" to "python": {"type":"RegexParser", "runtime": "python","regex":"(.)","output_keys":["a"],"outputKeys":["a"]}',
    ],
  ],
  [
    { type: 'RegexParser', runtime: 'python', regex: '(.)', output_keys: ['a'], outputKeys: ['a'] },
    [
      'unread-key "outputKeys"',
      '`outputKeys` is a key of JavaScript’s `RegexParser`. This definition is read as Python’s, which does not have it.',
      'Set "runtime" to "js": {"type":"RegexParser","runtime":"js","regex":"(.)","output_keys":["a"],"outputKeys":["a"]}',
    ],
  ],
  [
    { type: 'RegexParser', runtime: 'js', regex: '(.)', output_keys: ['a'], outputKeys: ['a'] },
    [
      'unread-key "output_keys"',
      '`output_keys` is a key of Python’s `RegexParser`. This definition is read as JavaScript’s, which does not have it.',
      'Set "runtime" to "python": {"type":"RegexParser","runtime":"python","regex":"(.)","output_keys":["a"],"outputKeys":["a"]}',
    ],
  ],
  [
    {
      type: 'RegexParser',
      runtime: 'python',
      regex: '(.)',
      output_keys: ['a'],
      default_output_key: 'a',
      defaultOutputKey: 'a',
    },
    [
      'unread-key "defaultOutputKey"',
      '`defaultOutputKey` is a key of JavaScript’s `RegexParser`. This definition is read as Python’s, which does not have it.',
      'Set "runtime" to "js": {"type":"RegexParser","runtime":"js","regex":"(.)","output_keys":["a"],"default_output_key":"a","defaultOutputKey":"a"}',
    ],
  ],
  [
    { type: 'StructuredOutputParser' },
    [
      'missing-runtime "StructuredOutputParser"',
      'Python and JavaScript have two different classes `StructuredOutputParser`, and nothing here tells which one is meant: it is read as JavaScript’s.',
      'Set "runtime" to "python"?: {"type":"StructuredOutputParser", "runtime": "python"}',
      'Set "runtime" to "js"?: {"type":"StructuredOutputParser", "runtime": "js"}',
    ],
  ],
  [
    { type: 'StructuredOutputParser', response_schemas: [{ name: 'a', description: 'b' }] },
    [
      'told-runtime "StructuredOutputParser"',
      'Its keys are those of Python’s `StructuredOutputParser`, so it is read as that class. Say so with `"runtime": "python"`.',
      'Set "runtime" to "python": {"type":"StructuredOutputParser", "runtime": "python","response_schemas":[{"name":"a","description":"b"}]}',
    ],
  ],
  [
    { type: 'StructuredOutputParser', names_and_descriptions: { a: 'b' } },
    [
      'told-runtime "StructuredOutputParser"',
      'Its keys are those of JavaScript’s `StructuredOutputParser`, so it is read as that class. Say so with `"runtime": "js"`.',
      'Set "runtime" to "js": {"type":"StructuredOutputParser", "runtime": "js","names_and_descriptions":{"a":"b"}}',
    ],
  ],
  [
    { type: 'StructuredOutputParser', runtime: 'js', response_schemas: [{ name: 'a', description: 'b' }] },
    [
      'unread-key "response_schemas"',
      '`response_schemas` is a key of Python’s `StructuredOutputParser`. This definition is read as JavaScript’s, which does not have it.',
      'Set "runtime" to "python": {"type":"StructuredOutputParser","runtime":"python","response_schemas":[{"name":"a","description":"b"}]}',
    ],
  ],
  [
    { type: 'DatetimeOutputParser', format: '%Y' },
    [
      'told-runtime "DatetimeOutputParser"',
      'Its keys are those of Python’s `DatetimeOutputParser`, so it is read as that class. Say so with `"runtime": "python"`.',
      'Set "runtime" to "python": {"type":"DatetimeOutputParser", "runtime": "python","format":"%Y"}',
    ],
  ],
  [
    { type: 'DatetimeOutputParser' },
    [
      'missing-runtime "DatetimeOutputParser"',
      'Python and JavaScript have two different classes `DatetimeOutputParser`, and nothing here tells which one is meant: it is read as JavaScript’s.',
      'Set "runtime" to "python"?: {"type":"DatetimeOutputParser", "runtime": "python"}',
      'Set "runtime" to "js"?: {"type":"DatetimeOutputParser", "runtime": "js"}',
    ],
  ],
  [{ type: 'ToolStrategy', schema: { title: 'A', type: 'object' }, tool_message_content: 'x' }],
  [
    { type: 'ToolStrategy', runtime: 'js', schema: { title: 'A', type: 'object' }, tool_message_content: 'x' },
    [
      'unread-key "tool_message_content"',
      '`tool_message_content` is a key of Python’s `ToolStrategy`. This definition is read as JavaScript’s, which does not have it. It has `toolMessageContent`: Python says it in the tool’s message, JavaScript in a message of the model behind that.',
      'Rename to "toolMessageContent"?: {"type":"ToolStrategy","runtime":"js","schema":{"title":"A","type":"object"},"toolMessageContent":"x"}',
      'Set "runtime" to "python"?: {"type":"ToolStrategy","runtime":"python","schema":{"title":"A","type":"object"},"tool_message_content":"x"}',
    ],
  ],
  [
    { type: 'ToolStrategy', runtime: 'js', schema: { title: 'A', type: 'object' }, handle_errors: true },
    [
      'unread-key "handle_errors"',
      '`handle_errors` is a key of Python’s `ToolStrategy`. This definition is read as JavaScript’s, which does not have it. It has `handleError`: Python tells the model `Error: …` and *Please fix your mistakes.*, JavaScript the message alone; Python answers each of several calls, JavaScript only the first. Classes of errors are Python’s alone.',
      'Rename to "handleError"?: {"type":"ToolStrategy","runtime":"js","schema":{"title":"A","type":"object"},"handleError":true}',
      'Set "runtime" to "python"?: {"type":"ToolStrategy","runtime":"python","schema":{"title":"A","type":"object"},"handle_errors":true}',
    ],
  ],
  [
    { type: 'ToolStrategy', runtime: 'python', schema: { title: 'A', type: 'object' }, toolMessageContent: 'x' },
    [
      'unread-key "toolMessageContent"',
      '`toolMessageContent` is a key of JavaScript’s `ToolStrategy`. This definition is read as Python’s, which does not have it. It has `tool_message_content`: Python says it in the tool’s message, JavaScript in a message of the model behind that.',
      'Rename to "tool_message_content"?: {"type":"ToolStrategy","runtime":"python","schema":{"title":"A","type":"object"},"tool_message_content":"x"}',
      'Set "runtime" to "js"?: {"type":"ToolStrategy","runtime":"js","schema":{"title":"A","type":"object"},"toolMessageContent":"x"}',
    ],
  ],
  [
    { type: 'ToolStrategy', runtime: 'python', schema: { title: 'A', type: 'object' }, handleError: false },
    [
      'unread-key "handleError"',
      '`handleError` is a key of JavaScript’s `ToolStrategy`. This definition is read as Python’s, which does not have it. It has `handle_errors`: Python tells the model `Error: …` and *Please fix your mistakes.*, JavaScript the message alone; Python answers each of several calls, JavaScript only the first. Classes of errors are Python’s alone.',
      'Rename to "handle_errors"?: {"type":"ToolStrategy","runtime":"python","schema":{"title":"A","type":"object"},"handle_errors":false}',
      'Set "runtime" to "js"?: {"type":"ToolStrategy","runtime":"js","schema":{"title":"A","type":"object"},"handleError":false}',
    ],
  ],
  [
    {
      type: 'CombiningOutputParser',
      parsers: [{ type: 'StrOutputParser' }, { type: 'CommaSeparatedListOutputParser' }],
    },
    [
      'told-runtime "CombiningOutputParser"',
      'Its keys are those of Python’s `CombiningOutputParser`, so it is read as that class. Say so with `"runtime": "python"`.',
      'Set "runtime" to "python": {"type":"CombiningOutputParser", "runtime": "python","parsers":[{"type":"StrOutputParser"},{"type":"CommaSeparatedListOutputParser"}]}',
    ],
  ],
  [
    { type: 'XMLAgentOutputParser', escape_format: null },
    [
      'told-runtime "XMLAgentOutputParser"',
      'Its keys are those of Python’s `XMLAgentOutputParser`, so it is read as that class. Say so with `"runtime": "python"`.',
      'Set "runtime" to "python": {"type":"XMLAgentOutputParser", "runtime": "python","escape_format":null}',
    ],
  ],
  [{ type: 'CommaSeparatedListOutputParser', runtime: 'js' }],
  [{ type: 'CustomListOutputParser', length: 3, separator: ',' }],
  [{ type: 'JsonOutputToolsParser', runtime: 'js', return_id: true }],
  [{ type: 'JsonOutputToolsParser', returnId: true }],
];

suite('the runtime of a class that Python and JavaScript have', () => {
  for (const [keys, ...expected] of rows)
    test(JSON.stringify(keys), () => {
      const text = JSON.stringify(keys);
      const problems = readDefinitions(text, 'x.parser.json').problems.map(({ code, span, message, fixes = [] }) => [
        `${code} ${text.slice(span.start, span.end)}`,
        message,
        ...fixes.map(({ title, edits, isChoice }) => `${title}${isChoice ? '?' : ''}: ${applyEdits(text, edits)}`),
      ]);
      deepEqual(problems, expected);
    });
});

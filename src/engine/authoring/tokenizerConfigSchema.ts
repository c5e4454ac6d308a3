import { described, type JsonSchema, schemaAddress } from '../json/jsonSchema.ts';

/** A key with its words, and what it is completed with: VS Code offers examples, but takes no other value for wrong. */
const key = (markdown: string, more: JsonSchema = {}): JsonSchema => ({ ...described(markdown), ...more });

const flag = { examples: [true, false] };
const literal = (what: string, example: string) =>
  key(
    `${what}: a text, or a list of texts, of which the longest is taken. Without a place where it can match, text of the region never ends.`,
    { examples: [example, [example]] },
  );
const pattern = (what: string, example: string) =>
  key(
    `${what}, as a pattern of Python's \`regex\` module with \`DOTALL\`. Named groups of the opening pattern are placeholders of \`transform\`. In place of the literal, not beside it.`,
    { examples: [example] },
  );

const contentWords: Readonly<Record<string, string>> = {
  text: 'the text, stripped unless `"strip": false`',
  json: 'one JSON value; `allow_non_json`, `unquoted_keys`, `string_delims` take more',
  'xml-inline': 'an object from what `tag_pattern` finds, by its groups `key` and `value`',
  'kv-lines': 'an object from lines `key: value`; `line_sep`, `kv_sep`, `value_parser`',
  int: "Python's `int()`",
  float: "Python's `float()`",
  bool: '`true` or `1`; anything else is false, without an error',
};
const contentNames = Object.keys(contentWords);
const contentList = Object.entries(contentWords)
  .map(([name, words]) => `- \`${name}\`: ${words}`)
  .join('\n');

const argumentsOf: JsonSchema = {
  properties: {
    strip: key('Whether blanks around the text are taken off. Default: true.', flag),
    allow_non_json: key(
      '`json`: what is no JSON is a text, not an error. `True` and `None` become texts as well.',
      flag,
    ),
    unquoted_keys: key(
      '`json`: keys may stand without quotes, directly behind `{` or `,` and before `:`. A blank between hides them.',
      flag,
    ),
    string_delims: key('`json`: pairs of delimiters that texts stand between, beside quotes.', {
      examples: [[['<|"|>', '<|"|>']]],
    }),
    tag_pattern: key('`xml-inline`: finds the members, with the groups `key` and `value`. Required.', {
      examples: ['<parameter=(?P<key>\\w+)>(?P<value>.*?)</parameter>'],
    }),
    value_parser: key(
      'How each value is read: `name` and `args` of another content parser. Absent: as it is, not stripped.',
      {
        properties: {
          name: key(`The content parser.\n\n${contentList}`, { examples: contentNames }),
          args: key('Its arguments.'),
        },
        defaultSnippets: [{ label: '{ "name": "json" }', body: { name: 'json', args: { allow_non_json: true } } }],
      },
    ),
    merge_duplicates: key('`xml-inline`: values of one key become a list. Default: the last one counts.', flag),
    line_sep: key('`kv-lines`: what lines end with. Default: a line feed.', { examples: ['\n'] }),
    kv_sep: key('`kv-lines`: what a key ends with. Default: `:`.', { examples: [':', '='] }),
  },
};

const field: JsonSchema = {
  ...described('A key of the message, and the region of the answer that it is read from.'),
  properties: {
    open: literal('Where the region begins', '<think>'),
    open_pattern: pattern('Where the region begins', '<function=(?P<name>\\w+)>'),
    close: literal('Where the region ends', '</think>'),
    close_pattern: pattern('Where the region ends', '</function>\\s*'),
    content: key(`How the text of the region is read.\n\n${contentList}`, { examples: contentNames }),
    content_args: key('Arguments of the content parser. Nobody checks their names.', argumentsOf),
    repeats: key(
      'Whether values are collected in a list. Without it, a region that comes again replaces what was there.',
      flag,
    ),
    join: key('With `repeats`: texts are joined with this, instead of listed.', { examples: ['\n', ''] }),
    optional: key('`false`: an answer without it is an error. Default: true.', flag),
    transform: key(
      'The shape of the value. Texts such as `{content}` or `{name}` stand for what was read, as a whole: they cannot be mixed with other text. Placeholders are `content`, and the named groups of `open_pattern`.',
      {
        examples: ['{content}', { type: 'function', function: '{content}' }],
        defaultSnippets: [
          {
            label: 'a call',
            body: { type: 'function', function: { name: '{name}', arguments: '{content}' } },
          },
        ],
      },
    ),
    transform_each: key('Whether `transform` is for each element of a list. Placeholders are then its keys.', flag),
  },
  defaultSnippets: [
    { label: 'between delimiters', body: { open: '$1', close: '$2' } },
    {
      label: 'calls as JSON',
      body: {
        open: '<tool_call>',
        close: '</tool_call>',
        repeats: true,
        content: 'json',
        transform: { type: 'function', function: '{content}' },
      },
    },
    { label: 'all other text', body: { close: '$1', repeats: true, join: '\n' } },
  ],
};

const fieldNames: Readonly<Record<string, string>> = {
  content: 'What is said. Usually the field without `open`: it takes the text outside of all other regions.',
  reasoning_content: 'Thoughts, under the name that most chat templates read. Some read `thinking`.',
  thinking: 'Thoughts, under the name that some chat templates read. Most read `reasoning_content`.',
  tool_calls: 'Calls, each `{"type": "function", "function": {"name": …, "arguments": {…}}}`.',
};

/** The JSON Schema of a model's `tokenizer_config.json`, for completion and hovers of what ParserLens reads there. It finds nothing wrong: our problems say more. */
export function tokenizerConfigSchema(): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: schemaAddress('tokenizerConfig'),
    properties: {
      response_template: {
        ...described(
          'How the text of an answer becomes one message: `parse_response` of transformers (5.13 and later), its server and TRL read answers by it. Nothing checks it when it is loaded from here.',
        ),
        properties: {
          version: key('Only 1.', { examples: [1] }),
          defaults: key('What the message begins with; kept even if empty.', {
            examples: [{ role: 'assistant' }],
          }),
          start_anchor: key(
            'What the prompt ends with, where the turn begins: a text, or a list of texts. What the prompt has behind the last one belongs to the answer.',
            { examples: ['<|im_start|>assistant\n'] },
          ),
          start_anchor_pattern: key('The same as a pattern. In place of `start_anchor`, not beside it.', {
            examples: ['<\\|assistant\\|>\\s*'],
          }),
          fields: {
            ...described(
              'The keys of the message. One of them may lack `open`: it takes all text outside of the regions of the others. Without one, that text is dropped.',
            ),
            properties: Object.fromEntries(
              Object.entries(fieldNames).map(([name, words]) => [
                name,
                { ...field, ...described(`${words}\n\n${String(field.description)}`) },
              ]),
            ),
            additionalProperties: field,
          },
        },
        defaultSnippets: [
          {
            label: 'a response template',
            body: {
              defaults: { role: 'assistant' },
              start_anchor: '${1:<|im_start|>assistant\n}',
              fields: {
                reasoning_content: { open: '<think>', close: '</think>' },
                tool_calls: {
                  open: '<tool_call>',
                  close: '</tool_call>',
                  repeats: true,
                  content: 'json',
                  transform: { type: 'function', function: '{content}' },
                },
                content: { close: '${2:<|im_end|>}', repeats: true, join: '\n' },
              },
            },
          },
        ],
      },
      chat_template: key(
        'The Jinja template that renders a conversation as the prompt; or a list of `{"name", "template"}`. A file `chat_template.jinja` takes its place.',
      ),
    },
  };
}

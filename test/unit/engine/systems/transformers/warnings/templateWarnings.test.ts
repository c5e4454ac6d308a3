import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readDefinitions } from '../../../../../../src/engine/definition/index.ts';
import { modelTemplates } from '../../../../../../src/engine/systems/registry.ts';

// What has a page (media/problems.md) has its example there; here stand the other shapes of each, and what stays silent.
type Row = readonly [name: string, keys: object, ...problems: string[]];

const content = { close: '<end>', repeats: true, join: '\n' };
const withFields = (fields: object, more: object = {}) => ({
  response_template: { start_anchor: '<bot>', fields: { ...fields, content }, ...more },
});
const field = (keys: object) => withFields({ a: { open: '<a>', close: '</a>', ...keys } });
const args = (parser: string, content_args: unknown) => field({ content: parser, content_args });
const template = (body: string, prompt = '<bot>', before = '') =>
  `${before}{% for m in messages %}{% if m.role == 'assistant' %}${body}{% else %}<{{ m.role }}>{{ m.content }}<end>{% endif %}{% endfor %}{% if add_generation_prompt %}${prompt}{% endif %}`;
const marked = (body: string) => `<bot>{% generation %}${body}<end>{% endgeneration %}`;
const chat = (body: string, fields: object = {}, prompt?: string, before?: string) => ({
  ...withFields(fields),
  chat_template: template(body, prompt, before),
});
const calls = { open: '<call>', close: '</call>', repeats: true, content: 'json' };
const tool = (properties: object) => ({
  ...withFields({}),
  tools: [{ function: { name: 'f', parameters: { properties } } }],
});
const call = (inner: string) => `{{ m.content }}{% for c in m.tool_calls or [] %}<call>${inner}</call>{% endfor %}`;
/** `other` begins what is rendered for roles beside the assistant's. */
const withCalls = (other: string) => {
  const keys = chat(marked(call('{{ c.function | tojson }}')), { tool_calls: calls });
  return { ...keys, chat_template: keys.chat_template.replace('{% else %}<', `${other}<`) };
};

/** `code|underlined` of all problems but those of filters. */
function problemsOf(keys: object): readonly string[] {
  const text = JSON.stringify({ type: 'response_template', ...keys });
  return readDefinitions(text, 'x.parser.json')
    .problems.filter(({ code }) => code !== 'unreachable-key')
    .map(({ code, span }) => `${code}|${text.slice(span.start, span.end)}`);
}

function table(title: string, rows: readonly Row[]): void {
  suite(title, () => {
    for (const [name, keys, ...expected] of rows) test(name, () => assert.deepEqual(problemsOf(keys), expected));
  });
}

table('warnings of delimiters', [
  ['literals', field({})],
  [
    'an end of text beside another close',
    field({ close: undefined, close_pattern: '</a>\\s*|\\Z' }),
    'empty-close|"</a>\\\\s*|\\\\Z"',
  ],
  ['a region that a look ahead closes', field({ close: undefined, close_pattern: '(?=<a>)' })],
  ['a look ahead to the end', field({ close: undefined, close_pattern: '(?=<a>|$)' }), 'empty-close|"(?=<a>|$)"'],
  [
    'open and close both empty',
    field({ open: undefined, open_pattern: 'x?', close: undefined, close_pattern: '(?=y)' }),
    'endless-region|"(?=y)"',
  ],
  [
    'each looks at something else',
    field({ open: undefined, open_pattern: '(?=x)', close: undefined, close_pattern: '(?=y)' }),
  ],
  ['an optional tail of one character', field({ close: undefined, close_pattern: '</a>\\n?' })],
  [
    'an optional tail of two',
    field({ close: undefined, close_pattern: '</a>(?:\\r\\n)?' }),
    'cut-dependent|"</a>(?:\\\\r\\\\n)?"',
  ],
  ['repetitions of one character', field({ open: undefined, open_pattern: '\\s*<a>\\s*' })],
  ['repetitions of two', field({ open: undefined, open_pattern: '(?:<a)+' }), 'cut-dependent|"(?:<a)+"'],
  ['the longer alternative first', field({ open: undefined, open_pattern: '<abc|<a' }), 'cut-dependent|"<abc|<a"'],
  ['the shorter alternative first, which always wins', field({ open: undefined, open_pattern: '<a|<abc' })],
  ['a literal that goes on for one character', field({ open: ['<', '<a'] })],
  ['a literal that goes on for two', field({ open: ['<', '<ab'] }), 'cut-dependent|["<","<ab"]'],
  ['what must not follow', field({ open: undefined, open_pattern: '<a(?!bc)' }), 'cut-dependent|"<a(?!bc)"'],
  [
    'a look ahead over all',
    field({ open: undefined, open_pattern: '(?=[\\s\\S]*?</a>)' }),
    'held-stream|"(?=[\\\\s\\\\S]*?</a>)"',
  ],
  ['a look ahead over blanks', field({ open: undefined, open_pattern: '(?=\\s*<a>)<' })],
  ['a look ahead behind a literal', field({ open: undefined, open_pattern: '<a:(?=\\w+>)' })],
]);

table('warnings of fields', [
  [
    'nothing stands between',
    { response_template: { start_anchor: '<bot>', fields: { content: {}, rest: { open: '<rest>' } } } },
  ],
  [
    'a region may stand between',
    { response_template: { start_anchor: '<bot>', fields: { content: {}, rest: { open: '<a>', close: '</a>' } } } },
    'replaced-content|{}',
  ],
  [
    'a group of open and close',
    field({
      open: undefined,
      open_pattern: '<(?P<n>a)>',
      close: undefined,
      close_pattern: '</(?P<n>a)>',
      transform: { n: '{n}', c: '{content}' },
    }),
  ],
  ['a part of a text', field({ transform: { a: '{content.b}' } }), 'unfilled-placeholder|"{content.b}"'],
  ['a part of an object', field({ content: 'json', transform: { a: '{content.b}' } })],
  ['keys of elements', field({ content: 'json', transform: { a: '{b}' }, transform_each: true })],
  ['elements that are not there', field({ transform: { a: '{b}' }, transform_each: true }), 'odd-value|true'],
  [
    'a list of lists',
    field({ content: 'json', transform: '{b}', transform_each: true, repeats: true }),
    'odd-value|true',
  ],
  ['a transform of its own', field({ transform: 'yes' }), 'unused-content|"yes"'],
  [
    'a list to be filled',
    withFields({ a: { open: '<a>', close: '</a>', repeats: true } }, { defaults: { a: [] } }),
    'odd-value|[]',
  ],
  ['a list that is not', withFields({ a: { open: '<a>', close: '</a>', content: 'json' } }, { defaults: { a: [] } })],
  [
    'never missing',
    withFields({ a: { open: '<a>', close: '</a>', optional: false } }, { defaults: { a: 'x' } }),
    'odd-value|false',
  ],
  ['may be missing', field({ optional: false })],
]);

table('warnings of content parsers', [
  ['known arguments', args('kv-lines', { kv_sep: '=', line_sep: ';', strip: false, value_parser: null })],
  ...['bool', 'float', 'int', 'text'].map((parser): Row => [`those of ${parser}`, args(parser, { strip: true })]),
  ['those of json', args('json', { allow_non_json: true, string_delims: [], unquoted_keys: true })],
  ['those of tags', args('xml-inline', { tag_pattern: '<(?P<key>.)>', value_parser: null, merge_duplicates: true })],
  ...['bool', 'float', 'int', 'text'].map(
    (parser): Row => [`others of ${parser}`, args(parser, { kv_sep: '=' }), 'unknown-key|"="'],
  ),
  ['an unknown argument', args('text', { stripped: true }), 'unknown-key|true'],
  ['an argument of another parser', args('json', { strip: true }), 'unknown-key|true'],
  ['no object', args('text', null), 'odd-value|null'],
  ['an unknown value parser', args('kv-lines', { value_parser: { name: 'yaml' } }), 'odd-value|"yaml"'],
  [
    'a value parser whose name is no text',
    args('kv-lines', { value_parser: { name: ['json'] } }),
    'odd-value|["json"]',
  ],
  ['a text as value parser', args('kv-lines', { value_parser: 'json' }), 'odd-value|"json"'],
  ['a key of a value parser', args('kv-lines', { value_parser: { name: 'text', strip: true } }), 'unknown-key|true'],
  [
    'JSON that may be a text',
    args('kv-lines', { value_parser: { name: 'json', args: { allow_non_json: true } } }),
    'guessed-value|{"allow_non_json":true}',
  ],
  ['JSON as a whole', args('json', { allow_non_json: true })],
  [
    'JSON of inner parts',
    args('kv-lines', { value_parser: { name: 'kv-lines', args: { value_parser: { name: 'json' } } } }),
    'guessed-value|{"name":"json"}',
  ],
  ['tags without a pattern', args('xml-inline', {}), 'missing-key|{}'],
  ['tags without a key', args('xml-inline', { tag_pattern: '<(?P<value>.)>' }), 'missing-group|"<(?P<value>.)>"'],
  ['tags that do not compile', args('xml-inline', { tag_pattern: '(' }), 'bad-pattern|"("'],
  ['tags', args('xml-inline', { tag_pattern: '<(?P<key>.)>' })],
]);

table('warnings of tools', [
  [
    'types in order',
    tool({ a: { type: ['integer', 'string'] }, b: { anyOf: [{ type: 'string' }, { type: 'null' }] } }),
  ],
  [
    'string first',
    tool({ a: { anyOf: [{ type: 'string' }, { type: 'number' }] } }),
    'uncast-argument|{"anyOf":[{"type":"string"},{"type":"number"}]}',
  ],
  ['a reference', tool({ a: { $ref: '#/$defs/A' } }), 'uncast-argument|{"$ref":"#/$defs/A"}'],
  ['a reference beside a type', tool({ a: { type: 'object', allOf: [] } })],
  ['choices that are no list', tool({ a: { anyOf: 3 } })],
]);

table('warnings of both templates', [
  ['they go together', chat(marked('{{ m.content }}'))],
  ['no anchor in the generation prompt', chat(marked('{{ m.content }}'), {}, '<go>', '<bot>'), 'start-anchor|"<bot>"'],
  ['two anchors', chat(marked('{{ m.content }}'), {}, '<bot><bot>'), 'start-anchor|"<bot>"'],
  [
    'an anchor that the history lacks',
    chat('{% generation %}{{ m.content }}<end>{% endgeneration %}'),
    'start-anchor|"<bot>"',
  ],
  ['a template without a generation prompt', chat(marked('{{ m.content }}'), {}, '', '<bot>')],
  [
    'thoughts under two names',
    chat(marked('{{ m.reasoning_content or m.thinking }}{{ m.content }}'), {
      thinking: { open: '<t>', close: '</t>' },
    }),
  ],
  [
    'thoughts that nothing gives',
    chat(marked('{{ m.thinking }}{{ m.content }}')),
    'ungiven-key|{"content":{"close":"<end>","repeats":true,"join":"\\n"}}',
  ],
  [
    'a key that is looked up as a text',
    chat(marked("{{ m.get('thinking', '') }}{{ m.content }}"), { thinking: { open: '<t>', close: '</t>' } }),
  ],
  ['an end without a token', chat('<bot>{% generation %}{{ m.content }}\n{% endgeneration %}')],
  [
    'keys behind a blank',
    chat(marked(call('{{ c.function.name }}:{city: 1, days: {{ c.function.arguments | tojson }}}')), {
      tool_calls: { ...calls, content_args: { unquoted_keys: true } },
    }),
    'odd-value|true',
  ],
]);

table('warnings of chat templates', [
  ['calls and results', withCalls('{% else %}')],
  ['results that are dropped', withCalls("{% elif m.role != 'tool' %}"), 'dropped-message-part|"chat_template"'],
  [
    'a system message that is refused',
    chat(
      marked('{{ m.content }}'),
      {},
      undefined,
      "{% if messages[0].role == 'system' %}{{ raise_exception('no') }}{% endif %}",
    ),
    'refused-message|"chat_template"',
  ],
  [
    'no tools asked for',
    chat(marked('{{ m.content }}'), {}, undefined, '{% if documents is not defined %}x{% endif %}'),
    'always-defined|documents',
  ],
  [
    'something that may be missing',
    chat(marked('{{ m.content }}'), {}, undefined, '{% if enable_thinking is defined %}x{% endif %}'),
  ],
  ['an answer that cannot be rendered', chat(marked('{{ raise_exception("no") }}'))],
]);

suite('warnings of a model', () => {
  const problems = (config: object, more: Readonly<Record<string, string>> = {}) => {
    const files = new Map([['tokenizer_config.json', JSON.stringify(config)], ...Object.entries(more)]);
    return modelTemplates()
      .problems(files)
      .map(({ code, file, span }) => `${code}|${file}|${files.get(file)!.slice(span.start, span.end)}`);
  };
  const response_template = { start_anchor: '<bot>', fields: { content } };

  test('no response template: only where the chat template writes what it would read', () => {
    const calls =
      '{% for m in messages %}{{ m.content }}{% for c in m.tool_calls or [] %}{{ c }}{% endfor %}{% endfor %}';
    const missing = (config: object, more?: Readonly<Record<string, string>>) =>
      problems(config, more).filter(each => each.startsWith('no-response-template'));
    assert.deepEqual(missing({}, { 'chat_template.jinja': `${calls}\n` }), [
      `no-response-template|chat_template.jinja|${calls.slice(0, 120)}`,
    ]);
    assert.deepEqual(missing({ chat_template: '{{ messages[0].thinking }}' }), [
      'no-response-template|tokenizer_config.json|{{ messages[0].thinking }}',
    ]);
    assert.deepEqual(missing({ chat_template: '{{ messages }}' }), []);
    assert.deepEqual(missing({ response_template, chat_template: calls }), []);
    assert.deepEqual(missing({ response_template: { broken: 1 }, chat_template: calls }), []);
  });

  test('a fix of a chat template is one of its file', () => {
    const config = (more: object) => JSON.stringify({ bos_token: '<s>', ...more });
    const fixesOf = (...texts: readonly (readonly [file: string, text: string])[]) => {
      const files = new Map(texts);
      return modelTemplates()
        .problems(files)
        .flatMap(({ file, fixes = [] }) =>
          fixes.flatMap(({ edits }) =>
            edits.map(({ span, text }) => `${file}|${files.get(file)!.slice(span.start, span.end)}|${text}`),
          ),
        );
    };
    const body = '"{{ bos_tokn }}';
    assert.deepEqual(fixesOf(['tokenizer_config.json', config({ chat_template: body })]), [
      'tokenizer_config.json|bos_tokn|bos_token',
    ]);
    assert.deepEqual(fixesOf(['tokenizer_config.json', config({})], ['chat_template.jinja', body]), [
      'chat_template.jinja|bos_tokn|bos_token',
    ]);
  });

  test('stand in the file that has the template', () => {
    const body = template(marked('{{ m.content }}'), '<go>');
    assert.deepEqual(problems({ response_template, chat_template: body }), [
      'start-anchor|tokenizer_config.json|"<bot>"',
    ]);
    assert.deepEqual(problems({ response_template }, { 'chat_template.jinja': `{{ strftime_now('%d') }}\n${body}` }), [
      'start-anchor|tokenizer_config.json|"<bot>"',
      'dated-prompt|chat_template.jinja|strftime_now',
    ]);
    assert.deepEqual(problems({ chat_template: `"é" ${body}{{ strftime_now('%d') }}` }), [
      'dated-prompt|tokenizer_config.json|strftime_now',
    ]);
  });

  test('a template that does not load has its error alone', () =>
    assert.deepEqual(problems({ response_template: { fields: {} } }), ['constructor-error|tokenizer_config.json|{}']));

  test('what transformers does not read any more', () => {
    assert.deepEqual(problems({ response_schema: { a: 1 }, response_template }), [
      'unread-key|tokenizer_config.json|{"a":1}',
    ]);
    assert.deepEqual(problems({ response_template, name: '"response_schema"' }), []);
  });

  test('no template makes it throw', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(
          '(?:ab)*',
          'a{2,}?',
          '(?<=a)b',
          '(?P<x>a)(?P=x)',
          '[^<]+?>',
          '\\X',
          '(a|b|)+c',
          '(?>a+)b',
          '$',
          '',
        ),
        fc.constantFrom('(?=.*x)', 'a|ab|abc', '\\b', '(?!x)', 'x*+', '(?i:Ä)', '\\K'),
        fc.json(),
        (open_pattern, close_pattern, json) => {
          const fields = { a: { open_pattern, close_pattern, content_args: JSON.parse(json) }, content };
          problems({ response_template: { start_anchor: '<bot>', fields } });
        },
      ),
      { numRuns: 60 },
    ));
});

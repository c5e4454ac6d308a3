import assert from 'node:assert/strict';
import { readDefinitions } from '../../../../src/engine/definition/index.ts';
import { applyEdits } from '../../../applyEdits.ts';

// One table for each kind of mistake: the code, what is underlined, what the fix makes of it; and what must stay silent.
type Case = readonly [name: string, definition: object | string, ...problems: string[]];

/** `code|underlined`, and `→ what stands there` where there is one certain fix, after which the problem is gone. */
function problemsOf(definition: object | string): string[] {
  const text = typeof definition === 'string' ? definition : JSON.stringify(definition);
  const { problems } = readDefinitions(text, 'test.parser.json');
  return problems
    .filter(({ code }) => code !== 'unreachable-key')
    .map(({ code, span, fixes = [] }) => {
      const underlined = text.slice(span.start, span.end);
      const [fix] = fixes;
      if (!fix || fixes.length > 1) return `${code}|${underlined}`;
      const fixed = applyEdits(text, fix.edits);
      const left = readDefinitions(fixed, 'test.parser.json').problems.filter(problem => problem.code === code);
      assert.equal(left.length, problems.filter(problem => problem.code === code).length - 1, `${fix.title} leaves it`);
      return `${code}|${underlined} → ${fix.edits.map(edit => edit.text).join(' ')}`;
    });
}

function table(title: string, cases: readonly Case[]): void {
  suite(title, () => {
    for (const [name, definition, ...expected] of cases)
      test(name, () => assert.deepEqual(problemsOf(definition), expected));
  });
}

const pair = (name: string, begin: string, end: string, hint = 'h', more: object = {}) => ({
  name,
  tag_begin: begin,
  content_hint: hint,
  tag_end: end,
  ...more,
});
const tagged = (...pairs: object[]) => ({ type: 'MultiTaggedContentParser', tagged_contents: pairs });
const a = pair('a', '[A]', '[/A]');
const b = pair('b', '[B]', '[/B]');

table('problems of tags', [
  ['none', tagged(a, b)],
  ['names that begin alike', tagged(pair('a', '[ANSWER]', '[/ANSWER]'), pair('b', '[ANSWER_2]', '[/ANSWER_2]'))],
  ['one end tag for all', tagged(pair('a', '[A]', '[/]'), pair('b', '[B]', '[/]'))],
  ['an end tag within the begin tag', tagged(pair('a', '<<a>>', '>>'), b)],
  ['the same begin tag twice', tagged(a, pair('b', '[A]', '[/B]')), 'duplicate-tag|"[A]"'],
  [
    'the same begin tag twice, one without an end',
    tagged(a, pair('b', '[A]', '')),
    'duplicate-tag|"[A]"',
    'empty-tag|""',
  ],
  ['empty', tagged(pair('a', '', '')), 'empty-tag|""', 'empty-tag|""'],
  ['begin and end alike', tagged(pair('a', '[A]', '[A]')), 'same-tags|"[A]" → "[/A]"'],
  ['begin and end alike, without a sure end tag', tagged(pair('a', '---', '---')), 'same-tags|"---"'],
  ['letter case', tagged(pair('b', '[a]', '[/a]'), a), 'similar-tags|"[a]"'],
  [
    'an ending more',
    tagged(pair('a', '[THINK]', '[/THINK]'), pair('b', '[THINKING]', '[/THINKING]')),
    'similar-tags|"[THINK]"',
  ],
  ['an ending less', tagged(pair('a', '<thinking>', 'x>'), pair('b', '<think>', 'y>')), 'similar-tags|"<thinking>"'],
  ['in a tag before it', tagged(pair('a', 'XTHINK', 'XEND'), pair('b', 'THINK', 'END')), 'tag-in-tag|"THINK"'],
  ['in an end tag before it', tagged(pair('a', '[A', 'END B:'), pair('b', 'B:', '/B')), 'tag-in-tag|"B:"'],
  ['in a tag behind it', tagged(pair('b', 'THINK', 'END'), pair('a', 'XTHINK', 'XEND')), 'tag-in-tag|"THINK"'],
  ['its own end tag', tagged(pair('a', 'A', '/A'), b)],
  ['in a hint before it', tagged(pair('a', '[A]', '[/A]', 'not é [B]'), b), 'tag-in-hint|[B]'],
  [
    'escaped, in a hint before it',
    `{"type":"MultiTaggedContentParser","tagged_contents":[${JSON.stringify(pair('a', '[A]', '[/A]', 'x')).replace('"x"', '"\\u00e9 \\\\ \\u005bB]"')},${JSON.stringify(b)}]}`,
    'tag-in-hint|\\u005bB]',
  ],
  ['in a hint behind it', tagged(a, pair('b', '[B]', '[/B]', 'not [A]'))],
  ['its end tag in its own hint', tagged(pair('a', '[A]', '[/A]', 'close [/A]')), 'tag-in-hint|[/A]'],
  ['another end tag in a hint', tagged(pair('a', '[A]', '[/A]', 'not [/B]'), b)],
  ['a word of the instruction', tagged(pair('a', 'tags', 'END')), 'tag-in-instruction|"tags"'],
  [
    'a word of an instruction of the author’s own',
    { ...tagged(pair('a', 'thought', 'END')), format_instruction: 'Write your thought:\n{tag_lines_format}' },
    'tag-in-instruction|thought',
  ],
  [
    'a tag that only ends like a word',
    { ...tagged(pair('a', '[thought', 'END')), format_instruction: 'Write a [thought:\n{tag_lines_format}' },
  ],
  [
    'a tag that an instruction of the author’s own explains',
    { ...tagged(a), format_instruction: 'Think in [A] first:\n{tag_lines_format}' },
  ],
  ['two of one name', tagged(a, pair('a', '[B]', '[/B]')), 'duplicate-name|"a"'],
]);

const delimiters = (...thought_delimiters: unknown[]) => ({
  type: 'ToolMessage',
  tools: [],
  agent: { thought_delimiters },
});

table('problems of thought delimiters', [
  ['none', delimiters('<think>', '</think>')],
  ['alike', delimiters('|', '|'), 'same-tags|"|"'],
  ['empty', delimiters('', '</think>'), 'empty-tag|""'],
  ['one in the other', delimiters('think', 'endthink'), 'tag-in-tag|"think"'],
  ['one', delimiters('<think>'), 'odd-value|["<think>"]'],
]);

const code = (language_name: string, more: object = {}) => ({
  type: 'MarkdownCodeBlockParser',
  language_name,
  ...more,
});

table('problems of fences', [
  ...[
    'python',
    'cpp',
    'javascript',
    'bash',
    'sql',
    'json',
    'rust',
    'html',
    'c++',
    'yaml',
    'go',
    'ruby',
    'kotlin',
    'mylang',
  ].map((language): Case => [language, code(language)]),
  ...['c', 'java', 'r', 'C', 'js', 'ts', 'cs'].map(
    (language): Case => [language, code(language), `ambiguous-fence|"${language}"`],
  ),
  ['type', code('type'), 'ambiguous-fence|"type" → "typescript"'],
  ['py', code('py'), 'ambiguous-fence|"py" → "python"'],
  ['a fence in the hint', code('python', { content_hint: 'x\n```' }), 'tag-in-hint|```'],
  ['a fence in a JSON hint', { type: 'MarkdownJsonObjectParser', content_hint: 'a ``` b' }, 'tag-in-hint|```'],
]);

const dict = (content_hint: unknown, more: object = {}) => ({ type: 'MarkdownJsonDictParser', content_hint, ...more });

table('problems of hints', [
  ['words in braces', dict('{your answer}')],
  ['prose', dict('a dictionary of names')],
  ['JSON', dict('{"a": "b"}')],
  ['placeholders as values', dict('{"a": <number>, "b": true/false, "c": ...}')],
  ['a placeholder in a list', dict('{"a": ["x", ...]}')],
  ['single quotes', dict("{'a': 'b'}"), `hint-not-json|'a' → ${JSON.stringify('{"a": "b"}')}`],
  ['Python’s words', dict('{"a": True}'), `hint-not-json|True → ${JSON.stringify('{"a": true}')}`],
  ['a trailing comma', dict('{"a": "b",}'), `hint-not-json|, → ${JSON.stringify('{"a": "b"}')}`],
  ['not closed', dict('{"a": {"b": "c"}'), `hint-not-json|} → ${JSON.stringify('{"a": {"b": "c"}}')}`],
  ['a range of numbers', dict('{"score": 1-10}')],
  ['alternatives', dict('{"a": "yes" or "no", "b": "x"|"y"}')],
  ['quotes within a text, beside a placeholder', dict(`{"a": "one of: 'yes', 'no'", "b": <number>}`)],
  ['plain words in braces', dict('{thought: what you think}')],
  ['typographic quotes', dict('{“a”: “b”}'), `hint-not-json|“a” → ${JSON.stringify('{"a": "b"}')}`],
  ['keys without quotes', dict('{a: "b"}'), `hint-not-json|a → ${JSON.stringify('{"a": "b"}')}`],
  ['Python’s nothing', dict("{'a': None}"), `hint-not-json|'a' → ${JSON.stringify('{"a": null}')}`],
  ['a line feed in a text', dict('{"a": "b\nc"}'), `hint-not-json|\\n → ${JSON.stringify('{"a": "b\\nc"}')}`],
  ['a quote in a text', dict('{"a": "say "b""}'), `hint-not-json|\\" → ${JSON.stringify('{"a": "say \\"b\\""}')}`],
  ['the wrong bracket', dict('{"a": ["b"}'), `hint-not-json|} → ${JSON.stringify('{"a": ["b"]}')}`],
  ['no opening brace', dict('"a": "b"}'), 'hint-not-json|\\"'],
  ['braces as in a Python template', dict('{{"a": "b"}}'), 'hint-not-json|{{'],
  ['two objects', dict('{"a": "b"}\n{"c": "d"}'), 'hint-not-json|{'],
  ['another kind of JSON', dict('["a"]'), 'wrong-hint|"[\\"a\\"]"'],
  ['a list', dict(['a']), 'wrong-hint|["a"]'],
  ['a list where any value may be', { type: 'MarkdownJsonObjectParser', content_hint: '["a"]' }],
  [
    'of a tag that is read as JSON',
    tagged(pair('a', '[A]', '[/A]', "{'a': 1}", { parse_json: true })),
    `hint-not-json|'a' → ${JSON.stringify('{"a": 1}')}`,
  ],
  ['of a tag that is text', tagged(pair('a', '[A]', '[/A]', "{'a': 1}"))],
  [
    'beside a schema',
    dict({ b: 'x' }, { content_schema: { properties: { a: { type: 'string' } } } }),
    'unread-hint|{"b":"x"}',
  ],
]);

const regex = (tagged_content_pattern: string, more: object = {}) => ({
  type: 'RegexTaggedContentParser',
  tagged_content_pattern,
  format_instruction: 'x',
  ...more,
});

table('problems of patterns', [
  ['none', regex('<(?P<name>[^>]+)>(?P<content>[^<]*)')],
  ['does not compile', regex('é😀(?P<name>a)(?P<content>b)['), 'bad-pattern|['],
  [
    'a place behind escapes',
    '{"type":"RegexTaggedContentParser","tagged_content_pattern":"\\u0041\\\\d(?P<name>a)(?P<content>b))","format_instruction":"x"}',
    'bad-pattern|)',
  ],
  ['no group name', regex('<name>(?P<content>b)'), 'missing-group|"<name>(?P<content>b)"'],
  ['no group at all', regex('(a)(b)'), 'missing-group|"(a)(b)"'],
  ['can match nothing', regex('(?P<name>a*)(?P<content>b*)'), 'empty-match|"(?P<name>a*)(?P<content>b*)"'],
  ['a name that cannot be run', regex('(?P<name>\\N{BULLET})(?P<content>b)'), 'untranslatable-pattern|\\\\'],
  ['of a filter', { type: 'action', filter: { block_unless_regex: { ls: 'a(b' } } }, 'bad-pattern|('],
  ['of a filter, of which a part may be nothing', { type: 'action', filter: { block_unless_regex: { ls: 'a*' } } }],
]);

const schema = (property: object, more: object = {}) => ({
  type: 'MarkdownJsonDictParser',
  content_schema: { properties: { p: property }, ...more },
});

table('problems of schemas', [
  ['none', schema({ type: 'integer', minimum: 1, maximum: 1 }, { required: ['p'], title: 'T', type: 'object' })],
  ['words of the author’s own', schema({ type: 'string', 'x-order': 1, unit: 'cm' })],
  ['an unknown type', schema({ type: 'int' }), 'bad-schema|"int" → "integer"'],
  ['a type among several', schema({ type: ['int', 'null'] }), 'bad-schema|"int" → "integer"'],
  ['a type that nobody knows', schema({ type: 'file' }), 'bad-schema|"file"'],
  ['no type of several', schema({ type: [] }), 'bad-schema|[]'],
  ['a reference', schema({ $ref: '#/$defs/No' }), 'bad-schema|"#/$defs/No"'],
  ['bounds', schema({ type: 'number', minimum: 2, maximum: 1 }), 'bad-schema|1'],
  ['exclusive bounds', schema({ type: 'number', exclusiveMinimum: 1, maximum: 1 }), 'bad-schema|1'],
  ['lengths', schema({ type: 'string', minLength: 5, maxLength: 4 }), 'bad-schema|4'],
  ['a length', schema({ type: 'string', minLength: -1 }), 'bad-schema|-1'],
  ['a bound that is not a number', schema({ type: 'number', minimum: '1' }), 'bad-schema|"1"'],
  ['a pattern', schema({ type: 'string', pattern: '(' }), 'bad-schema|"("'],
  ['required, but no property', schema({ type: 'string' }, { required: ['q'] }), 'bad-schema|"q"'],
  ['required as a truth', schema({ type: 'object', properties: {}, required: true }), 'bad-schema|true'],
  ['a keyword', schema({ type: 'string', minLenght: 1 }), 'bad-schema|"minLenght" → "minLength"'],
  ['an empty enum', schema({ enum: [] }), 'bad-schema|[]'],
  ['properties that are a list', schema({ type: 'object', properties: [] }), 'bad-schema|[]'],
  ['a format', schema({ type: 'string', format: 'hostname' }), 'unchecked-schema|"hostname"'],
  ['a keyword of another type', schema({ type: 'integer', maxLength: 3 }), 'unchecked-schema|"maxLength"'],
  ['a keyword that is not validated', schema({ type: 'array', contains: {} }), 'unchecked-schema|{}'],
  ['a keyword beside a reference', schema({ $ref: '#', minLength: 3 }), 'unchecked-schema|3'],
  ['a keyword beside a choice', schema({ enum: ['a'], type: 'string', minLength: 3 }), 'unchecked-schema|3'],
  ['a bound of nothing', schema({ minimum: 3 }), 'unchecked-schema|3'],
  ['a pattern of a date', schema({ type: 'string', format: 'date', pattern: '^2' }), 'unchecked-schema|"^2"'],
  ['a type beside alternatives', schema({ type: 'object', anyOf: [{}] }), 'unchecked-schema|"object"'],
  ['of one of several types', schema({ type: ['object', 'null'], not: {} }), 'unchecked-schema|{}'],
  ['keywords that say nothing', schema({ type: 'object', properties: {}, required: [], additionalProperties: true })],
  ['of the whole', schema({}, { dependentRequired: {} }), 'unchecked-schema|{}'],
  ['an enum that is not a list', schema({ enum: 'a' }), 'bad-schema|"a"'],
  ['the whole no object', { type: 'MarkdownJsonDictParser', content_schema: { type: 'array' } }, 'bad-schema|"array"'],
  ['the whole an object, misspelt', schema({}, { type: 'objcet' }), 'bad-schema|"objcet" → "object"'],
  [
    'properties where keywords are',
    { type: 'MarkdownJsonDictParser', content_schema: { title: 'T', name: { type: 'string' } } },
    'bad-schema|"name"',
  ],
  [
    'a tag that leads nowhere',
    schema({ oneOf: [{}], discriminator: { propertyName: 'k', mapping: { x: '#/$defs/X' } } }),
    'bad-schema|"#/$defs/X"',
  ],
  [
    'of a tool',
    {
      type: 'ToolMessage',
      tools: [{ request: 'add', schema: { properties: { n: { type: 'int' } }, required: ['m'] } }],
    },
    'bad-schema|"int" → "integer"',
    'bad-schema|"m"',
  ],
  ['of an argument of a function', command({ type: 'str' }), 'bad-schema|"str" → "string"'],
  ['a list of anything', command({ type: 'array' }), 'bad-schema|"array"'],
  ['a list of texts', command({ type: 'array', items: { type: 'string' } })],
  ['an argument that is only documented', { ...command({ type: 'str' }), type: 'thought_action' }],
]);

function command(argument: object): object {
  const whole = { name: 'a', description: 'x', required: true, ...argument };
  return { type: 'function_calling', commands: [{ name: 'go', arguments: [whole] }] };
}

const python = (format_instruction: string) => code('python', { format_instruction });

table('problems of instructions', [
  ['placeholders', python('{language_name}:\n```{language_name}\n{content_hint}\n```')],
  ['plain words that say it all', python('Answer in ```python and ```')],
  ['braces that are not ours', python('```python {x} {"a": 1} {content}')],
  [
    'a placeholder that is misspelt',
    python('```python\n{content_hnt}\n```'),
    'unknown-placeholder|{content_hnt} → {content_hint}',
  ],
  ['no fence', python('Write code.'), 'silent-instruction|"Write code."'],
  [
    'no JSON',
    dict({ a: 'x' }, { format_instruction: 'Give a {content_hint}' }),
    'silent-instruction|"Give a {content_hint}"',
  ],
  ['no tags', { ...tagged(a), format_instruction: 'Think.' }, 'silent-instruction|"Think." → \\n{tag_lines_format}'],
  ['a tag that may be missing', { ...tagged(a), keys_allow_missing: ['a'], format_instruction: 'Think.' }],
  ['a required key', dict('{…}', { required_keys: ['mood'] }), 'silent-instruction|"{…}"'],
  [
    'a required key that is part of a word only',
    dict({ lock: 'x' }, { required_keys: ['lock'], format_instruction: 'JSON in a block' }),
    'silent-instruction|"JSON in a block" → \\n{content_hint}',
  ],
  ['a required key of ideographs', dict('请给出思考和发言', { required_keys: ['思考'] })],
  ['a required key that the hint says', dict('{"mood": …}', { required_keys: ['mood'] })],
  [
    'a required key of matches',
    { ...regex('<(?P<name>[a-z]+)>(?P<content>[^<]*)'), required_keys: ['mood'] },
    'silent-instruction|"x"',
  ],
  [
    'a tool',
    { type: 'ToolMessage', tools: [{ request: 'add' }], format_instruction: 'Use tools.' },
    'silent-instruction|"Use tools." → \\n{format_instructions}',
  ],
  [
    'how a tool is called',
    {
      type: 'XMLToolMessage',
      tools: [{ request: 'add', schema: { properties: { a: {} } } }],
      format_instruction: 'Use add.',
    },
    'silent-instruction|"Use add." → \\n{format_instructions}',
  ],
  [
    'how a tool is called, where the provider knows it',
    {
      type: 'ToolMessage',
      tools: [{ request: 'add' }],
      agent: { use_tools: false, use_functions_api: true },
      format_instruction: 'Use add.',
    },
  ],
  [
    'a key that the schema requires',
    { ...schema({ type: 'string' }, { required: ['p'] }), format_instruction: 'Answer in JSON.' },
    'silent-instruction|"Answer in JSON." → \\n{schema}',
  ],
  ...[
    'thought_action',
    'xml_thought_action',
    'xml_function_calling',
    'json',
    'single_bash_code_block',
    'edit_format',
  ].map((type): Case => [type, { type, format_instruction: 'Do it.' }, 'silent-instruction|"Do it."']),
  ...['identity', 'action_only', 'function_calling'].map(
    (type): Case => [type, { type, format_instruction: 'Do it.' }],
  ),
  ['a command in a fence', { type: 'thought_action', format_instruction: 'Write a command:\n```\nls\n```' }],
  [
    'kinds',
    { type: 'AgentOutput', allowed_kinds: ['a'], fallback_kind: 'a', format_instruction: 'Say something.' },
    'silent-instruction|"Say something." → \\n{schema}',
  ],
]);

/** A tool with examples, of a text and a list that may be left out. */
const tool = (examples: readonly object[]) => ({
  request: 't',
  purpose: 'p',
  schema: {
    type: 'object',
    title: 'T',
    properties: { s: { type: 'string' }, l: { type: 'array', items: { type: 'string' }, default: [] } },
    required: ['s'],
  },
  examples,
});

table('values that an adapter does not read again', [
  ['text', { type: 'XMLAdapter', signature: 'a -> b: Optional[str]' }, 'cannot-read-itself|Optional[str]'],
  ['plain text', { type: 'XMLAdapter', signature: 'a -> b, c: int, d: list[str], e: dict[str, int]' }],
  ['text in sections', { type: 'ChatAdapter', signature: 'a -> b: Optional[str], c: list[str], d: Optional[float]' }],
  ['numbers', { type: 'ChatAdapter', signature: 'a -> b: Literal[1, 2]' }, 'cannot-read-itself|Literal[1, 2]'],
  ['numbers in JSON', { type: 'JSONAdapter', signature: 'a -> b: Literal[1, 2], c: Optional[str]' }],
  [
    'an enum of numbers',
    { type: 'ChatAdapter', signature: 'a -> b: M', types: { M: { enum: [1, 2], title: 'M', type: 'integer' } } },
    'cannot-read-itself|M',
  ],
  [
    'a demo with a header in its text',
    {
      type: 'ChatAdapter',
      signature: 'a -> b, c',
      demos: [
        { a: 'x', b: 'one\n', c: 'See\n[[ ## b ## ]]\ntwo' },
        { a: 'x', b: '[[##b##]]', c: null },
      ],
    },
    'cannot-read-itself|"See\\n[[ ## b ## ]]\\ntwo"',
  ],
  ['the same in JSON', { type: 'JSONAdapter', signature: 'a -> b', demos: [{ a: 'x', b: 'See\n[[ ## b ## ]]\ntwo' }] }],
  [
    'an example of a tool whose blanks XML drops, and one whose empty list it cannot have',
    { type: 'XMLToolMessage', tools: [tool([{ s: ' x ', l: ['a', 'b'] }, { s: 'x', l: ['a', 'b'] }, { s: 'x' }])] },
    'cannot-read-itself|{"s":" x ","l":["a","b"]}',
    'cannot-read-itself|{"s":"x"}',
  ],
  ['the same in JSON tools', { type: 'ToolMessage', tools: [tool([{ s: ' x ', l: [] }, { s: '```' }])] }],
  [
    'a format that only strftime knows',
    { type: 'DatetimeOutputParser', runtime: 'python', format: '%F %T' },
    'cannot-read-itself|"%F %T"',
  ],
  ['one that both know', { type: 'DatetimeOutputParser', runtime: 'python', format: '%d/%m/%y %H:%M%z' }],
  [
    'a value with blanks around it',
    { type: 'EnumOutputParser', enum: { name: 'E', members: { A: 'a', B: ' b' } } },
    'cannot-read-itself|" b"',
  ],
  [
    'an enum of texts',
    { type: 'XMLAdapter', signature: 'a -> b: M', types: { M: { enum: ['x', 'y'], title: 'M', type: 'string' } } },
  ],
]);

table('what is asked for twice', [
  ['sections and JSON', { type: 'BAMLAdapter', signature: 'a -> b' }, 'asked-twice|"BAMLAdapter"'],
  ['JSON alone', { type: 'JSONAdapter', signature: 'a -> b' }],
]);

const members = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const asked = (content_schema: object) => ({ type: 'MarkdownJsonDictParser', content_schema });
const text = { type: 'string' };
table('a reason that comes after what it explains', [
  [
    'in a hint',
    { type: 'MarkdownJsonDictParser', content_hint: { vote: 'a name', thought: 'why' } },
    'reason-after-answer|"thought" → "thought":"why","vote":"a name"',
  ],
  ['before it', { type: 'MarkdownJsonDictParser', content_hint: { thought: 'why', vote: 'a name' } }],
  [
    'in a hint that is a text',
    { type: 'MarkdownJsonDictParser', content_hint: '{"finalAnswer": "a", "my_reasoning": "b"}' },
    'reason-after-answer|my_reasoning',
  ],
  [
    'behind a choice, whatever its name is',
    asked(members({ a: { $ref: '#/$defs/A' }, b: text, why: text }, { $defs: { A: { enum: ['x', 'y'] } } })),
    'reason-after-answer|"why" → "why":{"type":"string"},"a":{"$ref":"#/$defs/A"},"b":{"type":"string"}',
  ],
  [
    'behind what is true, false or null, deep in the schema',
    asked(
      members({
        list: {
          type: 'array',
          items: members({ ok: { anyOf: [{ type: 'boolean' }, { type: 'null' }] }, rationale: text }),
        },
      }),
    ),
    'reason-after-answer|"rationale" → "rationale":{"type":"string"},"ok":{"anyOf":[{"type":"boolean"},{"type":"null"}]}',
  ],
  [
    'within a member whose name is a keyword',
    asked(members({ examples: members({ answer: text, why: text }), enum: text })),
    'reason-after-answer|"why" → "why":{"type":"string"},"answer":{"type":"string"}',
  ],
  [
    'within a definition whose name is a keyword',
    asked(members({ a: text }, { $defs: { default: members({ answer: text, why: text }) } })),
    'reason-after-answer|"why" → "why":{"type":"string"},"answer":{"type":"string"}',
  ],
  ['a reason that is a choice itself', asked(members({ answer: text, reason: { enum: ['a', 'b'] } }))],
  [
    'behind what only names',
    asked(members({ id: { type: 'integer' }, title: text, analysis: text, kind: { const: 1 } })),
  ],
  [
    'tags',
    tagged(pair('decision', '<d>', '</d>'), pair('thought', '<t>', '</t>')),
    `reason-after-answer|"thought" → ${JSON.stringify(pair('thought', '<t>', '</t>'))},${JSON.stringify(pair('decision', '<d>', '</d>'))}`,
  ],
  [
    'groups, whose order is the pattern’s',
    { type: 'RegexParser', runtime: 'js', regex: '(.*) because (.*)', outputKeys: ['answer', 'reason'] },
    'reason-after-answer|"reason"',
  ],
  ['fields', { type: 'JSONAdapter', signature: 'q -> answer, rationale' }, 'reason-after-answer|rationale'],
  [
    'arguments of a tool',
    {
      type: 'PydanticToolsParser',
      tools: [{ name: 'T', content_schema: members({ score: text, explanation: text }) }],
    },
    'reason-after-answer|"explanation" → "explanation":{"type":"string"},"score":{"type":"string"}',
  ],
  [
    'with a comment, which belongs to one of them',
    '{ "type": "MarkdownJsonDictParser", "content_hint": { "vote": "a", // first\n "thought": "b" } }',
    'reason-after-answer|"thought"',
  ],
  [
    'with a comment behind the last',
    '{ "type": "MarkdownJsonDictParser", "content_hint": { "vote": "a", "thought": "b" /* last */ } }',
    'reason-after-answer|"thought"',
  ],
  [
    'among others, in lines of their own',
    '{ "type": "MarkdownJsonDictParser",\n "content_hint": {\n  "who": "x",\n  "vote": "a",\n  "b": "",\n  "thought": "b"\n } }',
    'reason-after-answer|"thought" → "thought": "b",\n  "vote": "a",\n  "b": ""',
  ],
]);

table('problems of names', [
  ['two tools', { type: 'ToolMessage', tools: [{ request: 'a' }, { request: 'a' }] }, 'duplicate-name|"a"'],
  ['two commands', { type: 'action', commands: [{ name: 'a' }, { name: 'a' }] }, 'constructor-error|"a"'],
  [
    'an argument of the second command',
    { type: 'action', commands: [{ name: 'a' }, { name: 'b', arguments: [{ name: 'c' }] }] },
    'missing-key|{',
    'missing-key|{',
    'missing-key|{',
  ],
  ['an empty file', '', 'empty-file|'],
  ['blanks', ' \n', 'empty-file| \n'],
  ['no definitions', '{ "parsers": {} }', 'empty-file|{}'],
  [
    'a root element that nobody looks for',
    { type: 'XMLToolMessage', tools: [{ request: 'a', root_element: 'call', schema: { properties: { x: {} } } }] },
    'wrong-root-element|"call"',
  ],
]);

suite('problems of large definitions', () => {
  test('five thousand tags, keys and properties take no time that anybody notices @slow', () => {
    const names = Array.from({ length: 5000 }, (_, i) => `key_${i}`);
    const all = [
      tagged(...names.map(name => pair(name, `[${name}]`, `[/${name}]`, `the ${name}`))),
      dict(Object.fromEntries(names.map(name => [name, 'x'])), { required_keys: names }),
      {
        type: 'MarkdownJsonDictParser',
        content_schema: { properties: Object.fromEntries(names.map(name => [name, { type: 'str' }])) },
      },
      { type: 'ToolMessage', tools: names.map(request => ({ request })), format_instruction: 'x' },
    ];
    assert.deepEqual(
      all.map(definition => new Set(codesOf(definition)).size),
      [0, 0, 1, 1],
    );
  });

  test('hints nested a hundred thousand deep and keys of a million letters are read', () => {
    const key = 'a'.repeat(1_000_000);
    const all = [
      dict('['.repeat(100_000)),
      dict('{"a":'.repeat(20_000)),
      dict({ [key]: 'x' }, { keys_to_content: `${key}b` }),
    ];
    assert.deepEqual(all.map(codesOf), [[], [], ['unknown-value-key']]);
  });

  function codesOf(definition: object): string[] {
    return readDefinitions(JSON.stringify(definition), 'test.parser.json')
      .problems.filter(({ severity }) => severity !== 'info')
      .map(({ code }) => code);
  }
});

import fc from 'fast-check';
import { PyFloat, type PyValue } from '../../../../../src/engine/core/pyValue.ts';

const words = [
  'thought',
  'speak',
  'a b',
  'class',
  'list',
  'date',
  '__proto__',
  'model_dump',
  '思考',
  '_x',
  'ﬁ',
  '1st',
  'name',
  'é"\'\\',
  'str',
  'dict',
  'set',
  'Field',
];

/** Texts with what literals have to escape. */
export const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    '',
    '"""',
    '\\',
    'a\nb',
    'a \nb\n',
    '{{x}} {y}',
    '\ud800',
    '\r\n',
    'it\'s "both"',
    '\t',
    'long '.repeat(40),
    `${'x'.repeat(90)}\n`,
    '\\d+\\',
    '\u200b',
    '# no',
  ),
);

/** Values as a definition's file gives them. */
export const value: fc.Arbitrary<PyValue> = fc.letrec<{ value: PyValue }>(tie => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.oneof(
      text,
      fc.boolean(),
      fc.constant(null),
      fc.integer(),
      fc.double().map(number => (Number.isInteger(number) ? new PyFloat(number) : number)),
      fc.constantFrom<PyValue>(10n ** 40n, -(2n ** 64n), new PyFloat(-0), new PyFloat(1e22)),
    ),
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .array(fc.tuple(fc.oneof(text, fc.constantFrom(...words)), tie('value')), { maxLength: 4 })
      .map(entries => new Map(entries)),
  ),
})).value;

const key = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('thought', 'speak', 'x', 'user_name', 'tags', 'urlX', 'a1b') },
  fc.constantFrom(...words),
);
const dict = (entries: readonly (readonly [string, PyValue | undefined])[]): PyValue =>
  new Map(entries.filter((entry): entry is [string, PyValue] => entry[1] !== undefined));
const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 4 });
const count = fc.nat(5);

const leaf: fc.Arbitrary<PyValue> = fc.oneof(
  fc.constantFrom<PyValue>(dict([]), dict([['type', 'boolean']]), dict([['type', 'null']])),
  fc.tuple(some(count), some(count), some(fc.constantFrom('^a', '\\d+"', '(?=x)', '['))).map(([min, max, pattern]) =>
    dict([
      ['maxLength', max],
      ['minLength', min],
      ['pattern', pattern],
      ['type', 'string'],
    ]),
  ),
  fc
    .constantFrom('date-time', 'date', 'time', 'duration', 'uuid', 'uuid4', 'binary', 'uri', 'email', 'password')
    .map(format =>
      dict([
        ['format', format],
        ['type', 'string'],
      ]),
    ),
  fc
    .tuple(
      some(fc.integer()),
      some(fc.integer({ min: -2, max: 4 })),
      some(fc.constantFrom<PyValue>(1.5, 2)),
      fc.constantFrom('integer', 'number'),
    )
    .map(([min, multiple, max, type]) =>
      dict([
        ['exclusiveMaximum', max],
        ['minimum', min],
        ['multipleOf', multiple],
        ['type', type],
      ]),
    ),
  fc
    .array(
      fc.oneof<fc.Arbitrary<PyValue>[]>(fc.constantFrom('a', 'b"', 'c d'), fc.constantFrom(1, 2, true, null, 1.5)),
      { minLength: 1, maxLength: 3 },
    )
    .map(values => dict([['enum', values]])),
  fc.constantFrom<PyValue>(
    dict([
      ['const', 'only'],
      ['type', 'string'],
    ]),
    dict([['const', 1]]),
    dict([
      ['enum', ['a', 'b']],
      ['type', 'string'],
    ]),
  ),
  fc.constantFrom('Item', 'Color', 'Node', 'Lost').map(name => dict([['$ref', `#/$defs/${name}`]])),
);

const nested: fc.Arbitrary<PyValue> = fc.letrec<{ schema: PyValue }>(tie => ({
  schema: fc
    .tuple(
      fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.tuple(tie('schema'), some(count), fc.boolean()).map(([items, min, isSet]) =>
          dict([
            ['items', items],
            ['minItems', min],
            ['type', 'array'],
            ['uniqueItems', isSet || undefined],
          ]),
        ),
        fc.tuple(tie('schema'), some(count)).map(([values, max]) =>
          dict([
            ['additionalProperties', values],
            ['maxProperties', max],
            ['type', 'object'],
          ]),
        ),
        fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map(members => dict([['anyOf', members]])),
        tie('schema').map(member => dict([['anyOf', [member, dict([['type', 'null']])]]])),
        fc.array(tie('schema'), { maxLength: 2 }).map(items =>
          dict([
            ['maxItems', items.length],
            ['minItems', items.length],
            ['prefixItems', items],
            ['type', 'array'],
          ]),
        ),
        fc.array(fc.tuple(key, tie('schema')), { maxLength: 2 }).map(fields =>
          dict([
            ['properties', dict(fields)],
            ['type', 'object'],
          ]),
        ),
      ),
      some(text),
      some(
        fc.constantFrom<readonly [string, PyValue]>(
          ['title', 'T "x"'],
          ['examples', ['e', 1]],
          ['x-y', dict([['a', 1]])],
          ['deprecated', true],
          ['not', dict([['type', 'null']])],
        ),
      ),
    )
    .map(([schema, description, more]) =>
      dict([...(schema as ReadonlyMap<string, PyValue>), ['description', description], ...(more ? [more] : [])]),
    ),
})).schema;

const fields = (inner: fc.Arbitrary<PyValue>) =>
  fc
    .array(fc.tuple(key, inner, fc.boolean(), some(fc.oneof(value, fc.constant(null)))), { maxLength: 5 })
    .map(given => ({
      properties: dict(
        given.map(([name, schema, , standard]) => [
          name,
          dict([...(schema as ReadonlyMap<string, PyValue>), ['default', standard]]),
        ]),
      ),
      required: [...new Set(given.filter(([, , isRequired]) => isRequired).map(([name]) => name))],
    }));

/** Schemas of objects: those that Pydantic prints, and others. */
export const schema: fc.Arbitrary<PyValue> = fc
  .tuple(
    fields(nested),
    fields(nested),
    some(text),
    some(fc.boolean()),
    some(fc.constantFrom('Answer', 'My answer', 'Item', 'str', '')),
    fc.boolean(),
  )
  .map(([root, item, description, extras, title, hasDefinitions]) =>
    dict([
      [
        '$defs',
        hasDefinitions
          ? dict([
              [
                'Item',
                dict([
                  ['properties', item.properties],
                  ['required', item.required],
                  ['title', 'Item'],
                  ['type', 'object'],
                ]),
              ],
              [
                'Color',
                dict([
                  ['description', description],
                  ['enum', ['red', 'dark blue', 'red ']],
                  ['title', 'Color'],
                  ['type', 'string'],
                ]),
              ],
              [
                'Node',
                dict([
                  ['properties', dict([['next', dict([['$ref', '#/$defs/Node']])]])],
                  ['title', 'Node'],
                  ['type', 'object'],
                ]),
              ],
            ])
          : undefined,
      ],
      ['additionalProperties', extras],
      ['description', description],
      ['properties', root.properties],
      ['required', root.required.length > 0 ? root.required : undefined],
      ['title', title],
      ['type', 'object'],
    ]),
  );

const filter = fc.oneof(fc.boolean(), text, fc.array(text, { maxLength: 2 }));
const rest = {
  description: some(text),
  keys_to_content: some(filter),
  keys_to_memory: some(filter),
  format_instruction: some(text),
  samples: some(fc.constant<PyValue>([])),
};
const record = (given: Record<string, fc.Arbitrary<PyValue | undefined>>) =>
  fc.record(given).map(object => dict(Object.entries(object)) as ReadonlyMap<string, PyValue>);
const tag = record({ name: text, tag_begin: text, content_hint: value, tag_end: text, parse_json: some(fc.boolean()) });

/** The keys of definitions of AgentScope's types. */
export const agentscope: fc.Arbitrary<ReadonlyMap<string, PyValue>> = fc.oneof(
  record({ type: fc.constant('MarkdownCodeBlockParser'), language_name: text, content_hint: some(text) }),
  record({ type: fc.constant('MarkdownJsonObjectParser'), ...rest, content_hint: some(value) }),
  record({
    type: fc.constant('MarkdownJsonDictParser'),
    ...rest,
    content_hint: some(value),
    required_keys: some(fc.array(text, { maxLength: 3 })),
  }),
  record({ type: fc.constant('MarkdownJsonDictParser'), ...rest, content_schema: schema }),
  record({
    type: fc.constant('MultiTaggedContentParser'),
    ...rest,
    tagged_contents: fc.array<PyValue>(tag, { maxLength: 3 }),
    keys_allow_missing: some(fc.array(text, { maxLength: 2 })),
  }),
  record({
    type: fc.constant('RegexTaggedContentParser'),
    ...rest,
    tagged_content_pattern: some(text.map(end => `(?P<name>\\w+): (?P<content>[^"']*)\\${end}`)),
    try_parse_json: some(fc.boolean()),
  }),
);

/** The keys of definitions of Langroid's tools. */
export const langroid: fc.Arbitrary<ReadonlyMap<string, PyValue>> = record({
  type: fc.constantFrom('ToolMessage', 'XMLToolMessage'),
  description: some(text),
  agent: some(record({ name: some(text), use_tools: some(fc.boolean()), system_message: some(text) })),
  tools: fc.array<PyValue>(
    record({
      kind: some(fc.constantFrom('ToolMessage', 'XMLToolMessage')),
      request: text.filter(request => request !== ''),
      purpose: some(text),
      schema: some(schema),
      examples: some(
        fc.array(
          fc.oneof<fc.Arbitrary<PyValue>[]>(
            record({ x: value, 'a b': some(value) }),
            fc.tuple(text, record({ x: value })).map(pair => [...pair]),
          ),
          { maxLength: 2 },
        ),
      ),
      use: some(fc.boolean()),
      handle: some(fc.boolean()),
      require_recipient: some(fc.boolean()),
      instructions: some(text),
      format_instructions: some(text),
      root_element: some(text),
      max_result_tokens: some(count),
    }),
    { minLength: 1, maxLength: 3 },
  ),
});

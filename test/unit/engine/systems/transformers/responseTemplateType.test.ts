import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { fromPlain } from '../../../../../src/engine/core/pyValue.ts';
import { definitionKeys } from '../../../../../src/engine/definition/index.ts';
import { loadResponseTemplate } from '../../../../../src/engine/systems/transformers/responseTemplate.ts';
import { TemplateReader } from '../../../../../src/engine/systems/transformers/templateReader.ts';
import { tryCuts } from '../../../../../src/engine/systems/transformers/tryCuts.ts';
import { createParser, createReader, type Definition, readDefinitions } from '../../../../../src/node/engine.ts';
import { check } from '../../streams/agreement.ts';

interface Recorded {
  readonly id: string;
  readonly op: string;
  readonly via?: string;
  readonly response_template: unknown;
  readonly text: string;
  readonly prefix: string | null;
  readonly tools?: unknown;
  readonly expect: { readonly value?: unknown; readonly error?: { readonly class: string }; readonly hang?: true };
}

const file = new URL('../../../../conformance/response-templates.json', import.meta.url);
const recorded = (JSON.parse(readFileSync(file, 'utf8')) as readonly Recorded[]).filter(
  ({ op, via, prefix, text, expect }) =>
    op === 'parse_response' && !via && typeof prefix === 'string' && typeof text === 'string' && !expect.hang,
);

suite('lines of keys and values', () => {
  for (const [line_sep, expected] of [
    [';', { a: '1', b: '2' }],
    [null, { a: '1;b:2' }],
    [5, 'TypeError: must be str or None, not int'],
    ['', 'ValueError: empty separator'],
  ] as const)
    test(`are split at ${JSON.stringify(line_sep)} as Python splits`, async () => {
      const fields = { content: { close: '<end>', content: 'kv-lines', content_args: { line_sep } } };
      const { definition } = define({ response_template: { start_anchor: '<bot>', fields } });
      const result = await createParser(definition).parse('a:1;b:2<end>');
      const message = result.ok
        ? (result.value as { content?: unknown }).content
        : `${result.error.class}: ${result.error.message}`;
      assert.deepEqual(message, expected);
    });
});

function define(keys: object): {
  readonly definition: Definition;
  readonly problems: readonly string[];
  readonly text: string;
} {
  const text = JSON.stringify({ type: 'response_template', ...keys });
  const { definitions, problems } = readDefinitions(text, 'x.parser.json');
  const errors = problems.filter(({ severity }) => severity === 'error');
  return {
    definition: definitions[0]!,
    problems: errors.map(({ message, span }) => `${text.slice(span.start, span.end)}: ${message}`),
    text,
  };
}

const simple = {
  start_anchor: '<bot>',
  fields: {
    thinking: { open: '<t>', close: '</t>' },
    calls: { open: '<c>', close: '</c>', repeats: true, content: 'json' },
    content: { close: '<end>' },
  },
};
const read = (keys: object, answer: string) => createParser(define(keys).definition).parse(answer);

suite('the keys of the message', () => {
  const fields = { a: {}, b: {} };
  for (const [response_template, keys, exact] of [
    [undefined, [], false],
    [5, [], false],
    ['file.json', [], false],
    [{ fields: {} }, [], true],
    [{ fields: 3 }, [], true],
    [{ fields, defaults: { role: 'x', a: 1 } }, ['fields/a', 'fields/b', 'defaults/role'], true],
    [{ defaults: { r: 1 } }, ['defaults/r'], true],
  ] as const)
    test(`are those of fields and defaults: ${JSON.stringify(response_template)}`, () => {
      const found = definitionKeys(define({ response_template }).definition);
      assert.deepEqual(
        [found?.keys.map(key => key.declarations[0]?.path.join('/')), found?.exact, found?.open],
        [keys.map(key => `response_template/${key}`), exact, !exact],
      );
      assert.ok(found?.keys.every(({ required }) => !required));
    });
});

suite('the type response_template', () => {
  test('reads what was recorded, and tells the same while it streams in', async () => {
    for (const { id, response_template, text, prefix, tools, expect } of recorded) {
      const { definition } = define({ response_template, prefix, ...(tools ? { tools } : {}) });
      const result = await createParser(definition).parse(text);
      if (expect.error) assert(!result.ok && result.error.class === expect.error.class, id);
      else {
        assert(result.ok, id);
        if (!JSON.stringify(expect.value).includes('$py')) assert.deepEqual(result.value, expect.value, id);
      }
      await check({ id, definition, text }, [1, 2, 3, 5, 8, 13, 21]);
      await check(
        { id, definition, text },
        Array.from({ length: text.length }, (_, i) => i),
      );
    }
  });

  test('fields have their places in the answer, and what is lost is told', async () => {
    const answer = 'é😀<t> hm </t>lost<c>1</c>kept<end>';
    const result = await read({ response_template: simple }, answer);
    assert(result.ok);
    assert.deepEqual(
      result.fields.map(({ key, value, span, inner }) => [
        key,
        value,
        answer.slice(span.start, span.end),
        answer.slice(inner.start, inner.end),
      ]),
      [
        ['thinking', 'hm', '<t> hm </t>', ' hm '],
        ['calls', [1], '<c>1</c>', '1'],
        ['content', 'kept', 'kept<end>', 'kept'],
      ],
    );
    assert.deepEqual(
      (result.extra!.lost as readonly { readonly text: string }[]).map(({ text }) => text),
      ['é😀', 'lost'],
    );
  });

  test('text outside of all regions is dropped, and told', async () => {
    const template = { start_anchor: '<bot>', fields: { thinking: { open: '<t>', close: '</t>' } } };
    const result = await read({ response_template: template }, 'a<t>b</t>c');
    assert(result.ok);
    assert.deepEqual(result.extra?.lost, [
      { start: 0, end: 1, text: 'a', why: 'outside' },
      { start: 9, end: 10, text: 'c', why: 'outside' },
    ]);
  });

  test('what is replaced and what is left over is told with its field', async () => {
    const answer = 'first<t>think <c>{"name": "f"}</c></t>so </t> it is<|stop|> [x]<end>';
    const result = await read({ response_template: simple }, answer);
    assert(result.ok);
    assert.deepEqual(result.extra, {
      lost: [{ start: 0, end: 5, text: 'first', why: 'replaced', field: 'content' }],
      left_over: [
        { start: 14, end: 17, text: '<c>', field: 'thinking', opens: 'calls' },
        { start: 30, end: 34, text: '</c>', field: 'thinking' },
        { start: 41, end: 45, text: '</t>', field: 'content' },
        { start: 51, end: 59, text: '<|stop|>', field: 'content' },
      ],
    });
  });

  test('marks in JSON and words like those of a pattern are not left over', async () => {
    const fields = {
      calls: { open: '<c>', close: '</c>', repeats: true, content: 'json' },
      say: { open_pattern: 'say\\s+', close: '.' },
      content: { close_pattern: '<end>\\s*' },
    };
    const template = { start_anchor: '<bot>', fields };
    const result = await read({ response_template: template }, '<c>"<t> <|x|>"</c>I say nothing. a < b<end>');
    assert(result.ok);
    assert.equal(result.extra?.left_over, undefined);
  });

  test('an answer is mended inside of regions, and their ends are put where they are missing, by patterns as well', async () => {
    const fields = {
      calls: { open_pattern: '<call>\\s*', close_pattern: '\\s*</call>', content: 'json', repeats: true },
      content: { close_pattern: '<end>\\s*' },
    };
    const parser = createParser(define({ response_template: { start_anchor: '<bot>', fields } }).definition);
    for (const [answer, causes, value] of [
      ['<call>{"a": 1,}</call>Done.<end>', ['trailing-comma'], { calls: [{ a: 1 }], content: 'Done.' }],
      ['<call>{"a": 1}<end>', ['missing-tag'], { calls: [{ a: 1 }] }],
      ['<call>{"a": 1, "b', ['cut-off', 'missing-tag'], { calls: [{ a: 1 }] }],
    ] as const) {
      const { candidates, causes: found } = await parser.diagnose(answer, { limit: 1 });
      assert.deepEqual([found.map(({ code }) => code), candidates[0]?.value], [causes, value], answer);
    }
  });

  test('regions of one field are pieces of its value', async () => {
    const answer = '<c>1</c> and <c>2</c>';
    const result = await read({ response_template: simple }, answer);
    assert(result.ok);
    const { inner, pieces } = result.fields.find(({ key }) => key === 'calls')!;
    assert.deepEqual(
      [inner, pieces],
      [
        { start: 0, end: 21 },
        [
          { start: 3, end: 4 },
          { start: 16, end: 17 },
        ],
      ],
    );
  });

  test('a template with patterns tells while it streams in, unless it depends on the cuts', async () => {
    const streamed = (close_pattern: string) =>
      createReader(
        define({ response_template: { start_anchor: '<bot>', fields: { a: { open: '<a>', close_pattern }, b: {} } } })
          .definition,
      ).push('<a>x</a>y');
    assert.deepEqual(
      streamed('</a>[ ]*').closed.map(({ key }) => key),
      ['a'],
    );
    assert.match(streamed('</a>(?:--)?').endOnly ?? '', /found elsewhere/);
    assert.match(streamed('</a>|$').endOnly ?? '', /found elsewhere/);
  });

  test('an error has the place of its region, behind a prompt as well', async () => {
    const answer = 'x</t>😀<c>{"a": </c>';
    const result = await read({ response_template: simple, prefix: '<bot><t>' }, answer);
    assert(!result.ok && result.error.span);
    assert.equal(answer.slice(result.error.span.start, result.error.span.end), '{"a": ');
  });

  for (const [what, template, problem] of [
    ['an unknown key', { ...simple, extra: 1 }, `1: ValueError: Unknown keys in response_template: ['extra']`],
    [
      'a pattern',
      { ...simple, fields: { a: { open_pattern: '(' } } },
      `"(": ValueError: Field 'a': invalid open_pattern regex: missing ) at position 1`,
    ],
    [
      'a literal in a list',
      { ...simple, fields: { a: { open: ['x', ''] } } },
      `"": ValueError: Field 'a': 'open' literals cannot be empty strings`,
    ],
    [
      'a placeholder',
      { ...simple, fields: { a: { open: 'x', transform: { b: ['pre {c}'] } } } },
      `"pre {c}": ValueError: Field 'a': transform string 'pre {c}' mixes a {placeholder} with literal text. Use either a whole-string placeholder (e.g. "{content}") or a plain literal; string interpolation is not supported.`,
    ],
  ] as const)
    test(`${what}: the error stands where it is written`, () =>
      assert.deepEqual(define({ response_template: template }).problems, [problem]));

  test('a fault of the chat template is told with its line', () => {
    const { problems } = define({ response_template: simple, chat_template: 'a\n{% if %}' });
    assert.match(problems.join(), /TemplateSyntaxError: Expected an expression.* \(line 2\)/);
  });

  test('the prompt is the instruction, each piece from its part of the chat template', async () => {
    const chat_template = "{% for m in messages %}<{{ m.role }}>{% endfor %}{{ '<bot>' if add_generation_prompt }}";
    const { definition, text } = define({ response_template: simple, chat_template });
    const parser = createParser(definition);
    assert.equal(parser.formatInstruction(), '<user><bot>');
    const origins = parser
      .instructionPieces()
      .map(piece => [piece.text, piece.origin && text.slice(piece.origin.start, piece.origin.end)]);
    assert.deepEqual(origins.slice(0, 2), [
      ['<', '<'],
      ['user', 'm.role'],
    ]);
    assert.equal(origins.at(-1)?.[0], '<bot>');
  });

  test('a template can stand in a file of the model', async () => {
    const files: Readonly<Record<string, string>> = {
      '/m/tokenizer_config.json': JSON.stringify({ response_template: simple }),
      '/m/chat_template.jinja': '{{ messages[0].content }}<bot><t>',
    };
    const host = {
      readFile: async (path: string) => (files[path] === undefined ? undefined : Buffer.from(files[path])),
    };
    const keys = {
      type: 'response_template',
      response_template: 'tokenizer_config.json#/response_template',
      chat_template: 'chat_template.jinja',
    };
    const [definition] = readDefinitions(JSON.stringify(keys), '/m/x.parser.json').definitions;
    const parser = createParser(definition!, host);
    await parser.prepare();
    assert.equal(parser.formatInstruction(), '…<bot><t>');
    const result = await parser.parse('a</t>b');
    assert.deepEqual(result.ok && result.value, { thinking: 'a', content: 'b' });
    const missing = createParser(definition!, { readFile: async () => undefined });
    await missing.prepare();
    assert.throws(() => missing.formatInstruction(), { class: 'FileNotFoundError' });
    const failed = await missing.parse('a');
    assert(!failed.ok && failed.error.class === 'FileNotFoundError');
  });

  test('cuts that matter are found', () => {
    const template = (fields: object) => loadResponseTemplate(fromPlain({ start_anchor: '<bot>', fields }));
    const tail = template({ c: { open: '(', close_pattern: '\\)(?:\\]<end>)?' }, content: {} });
    const differs = tryCuts(tail, '', '(1)]<end>').differs;
    assert.equal(differs?.cut, 4);
    assert(differs && 'message' in differs.outcome);
    assert.deepEqual(
      [...differs.outcome.message],
      [
        ['c', '1'],
        ['content', ']<end>'],
      ],
    );
    const lines = template({ c: { open: '<c>', close: '</c>', content: 'kv-lines' }, content: {} });
    assert.equal(tryCuts(lines, '', '<c>a: 1\nb: 2</c>').passes?.end, 5);
    const listed = template({ c: { open: '<c>', close: '</c>', repeats: true, content: 'kv-lines' }, content: {} });
    assert.equal(tryCuts(listed, '', '<c></c><c>a: 1\nb: 2</c>').passes?.end, 10);
    const safe = tryCuts(template(simple.fields), '', '<c>{"a": {"b": 1}}</c>x<end>');
    assert.deepEqual([safe.differs, safe.passes], [undefined, undefined]);
  });

  test('anchors that match nothing at one place are an error, not an endless loop', () => {
    const template = loadResponseTemplate(
      fromPlain({ start_anchor: '<b>', fields: { e: { open_pattern: '(?=b)', close_pattern: '(?=b)' }, i: {} } }),
    );
    assert.throws(() => new TemplateReader(template, '').feed('abc'), { class: 'EndlessTemplateError' });
  });

  test('no text throws anything but the errors of transformers', () => {
    const template = loadResponseTemplate(fromPlain(simple));
    const pieces = fc.constantFrom(
      '<t>',
      '</t>',
      '<c>',
      '</c>',
      '<end>',
      '<bot>',
      '{"a": 1}',
      'x',
      '😀',
      '\ud83d',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), fc.array(pieces, { maxLength: 3 }), (answer, prompt) => {
        try {
          const reader = new TemplateReader(template, prompt.join(''));
          for (const piece of answer) reader.feed(piece);
          const { message } = reader.finalize();
          for (const key of message.keys()) assert(key in simple.fields);
          const covered = [
            ...reader.regions.flatMap(({ open, body, close }) => [open, body, close]),
            ...reader.dropped,
          ];
          const size = covered.reduce((sum, span) => sum + (span ? span.end - span.start : 0), 0);
          assert(size <= reader.text.length);
        } catch (error) {
          assert.equal((error as { class?: string }).class, 'ValueError');
        }
      }),
    );
  });
});

import { deepEqual, equal, match, ok, rejects, throws } from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { type ConstrainOptions, type Constraint, constrain } from '../../../../src/engine/constraints/index.ts';
import { EngineError } from '../../../../src/engine/core/errors.ts';
import { readDefinitions } from '../../../../src/engine/definition/index.ts';
import type { JsonSchema } from '../../../../src/engine/json/jsonSchema.ts';
import type { Definition } from '../../../../src/engine/parsers/definition.ts';
import type { ParserType } from '../../../../src/engine/parsers/parserType.ts';
import { nodeHost } from '../../../../src/node/nodeHost.ts';
import { toy } from '../systems/toy/system.ts';

const engines = {
  regex: 'vllm',
  ebnf: 'vllm',
  gbnf: 'llama.cpp',
  lark: 'llguidance',
  'structural-tag': 'vllm',
} as const;
const forms = Object.entries(engines) as [keyof typeof engines, string][];

const define = (keys: object, types?: readonly ParserType[]) =>
  readDefinitions(JSON.stringify(keys), 'x.parser.json', types).definitions[0]!;
const of = (definition: Definition, form: keyof typeof engines, more: Partial<ConstrainOptions> = {}) =>
  constrain(definition, { engine: engines[form], form, ...more }, nodeHost);

/** What is said where there is no grammar; `undefined`: there is one. */
async function refusal(definition: Definition, form: keyof typeof engines, around: 'none' | 'text' = 'none') {
  try {
    return { found: await of(definition, form, { around }) };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return { said: error.message };
  }
}

/** All forms of each definition are proved with `--long`; else one of them, another for each. */
const isLong = process.env.PARSERLENS_LONG !== undefined;
const waysOf = (at: number): readonly (readonly [keyof typeof engines, 'none' | 'text'])[] => {
  const all = [...forms.map(([form]) => [form, 'none'] as const), ['ebnf', 'text'] as const];
  return isLong ? all : [all[at % all.length]!];
};

suite('grammars of definitions', () => {
  /** Why a sample that reads is not a sentence. */
  const reasons = ['text around', 'not closed', 'cut', 'coerced', 'fallback'];
  const files = readdirSync('examples').filter(name => name.endsWith('.parser.json'));
  let count = 0;
  for (const file of files) {
    const { definitions } = readDefinitions(
      readFileSync(`examples/${file}`, 'utf8'),
      `${process.cwd()}/examples/${file}`,
    );
    for (const definition of definitions.filter(({ parserType }) => parserType.responses?.grammar)) {
      const ways = waysOf(count++);
      test(`${file}#${definition.name}: a form is proved, or says why there is none @slow`, async () => {
        for (const [form, around] of ways) {
          const { found, said } = await refusal(definition, form, around);
          if (said !== undefined) {
            match(said, /^[A-Z].*\.$/);
            continue;
          }
          deepEqual([found!.counterexample, found!.proved, found!.sentences], [undefined, true, 200]);
          for (const { accepted, reason } of found!.samples!) ok(accepted || reasons.includes(reason!));
        }
      }).timeout(60_000);
    }
  }

  test('every other type says why its answers have no grammar', async () => {
    for (const file of files)
      for (const definition of readDefinitions(readFileSync(`examples/${file}`, 'utf8'), file).definitions)
        if (!definition.parserType.responses?.grammar)
          match(
            (await refusal(definition, 'ebnf')).said ?? '',
            /^Answers of `\w+` have no grammar: (?!there is none).+\.$/,
          );
  });

  test('what has no grammar says so in one sentence, however large or odd it is', async () => {
    const json = (schema: object) =>
      define({ type: 'MarkdownJsonDictParser', content_hint: 'x', content_schema: schema });
    const member = (a: object | boolean) => json({ type: 'object', properties: { a }, required: ['a'] });
    const tagged = (...pairs: readonly (readonly [string, string])[]) =>
      define({
        type: 'MultiTaggedContentParser',
        tagged_contents: pairs.map(([tag_begin, tag_end], i) => ({
          name: `a${i}`,
          content_hint: 'x',
          tag_begin,
          tag_end,
        })),
      });
    const many = Array.from({ length: 6000 }, (_, i) => `value ${i}`);
    const odd: readonly (readonly [Definition, string])[] = [
      [json({ $ref: '#' }), 'No text is a sentence of the grammar.'],
      [
        json({ $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }),
        'No text is a sentence of the grammar.',
      ],
      [
        json({ type: 'object', properties: { a: { $ref: '#' } }, required: ['a'], additionalProperties: false }),
        'No text is a sentence of the grammar.',
      ],
      [
        json({ type: 'object', properties: Object.fromEntries(many.map(name => [name, { type: 'string' }])) }),
        'The schema has more than 5000 parts: its grammar would be too large.',
      ],
      [member({ enum: many }), 'The `enum` has more than 5000 values: its grammar would be too large.'],
      [member(false), 'The schema allows no value.'],
      [member({ type: 'integer', minimum: 5, maximum: 4 }), 'No number is within the bounds.'],
      [tagged(['', '']), 'A delimiter is empty, so nothing tells where a part ends.'],
      [
        tagged(['<a>', '<a>b'], ['<a', '</b>']),
        'The tags of `a1` are found in other tags, so that no grammar tells them apart.',
      ],
    ];
    for (const [definition, sentence] of odd)
      for (const form of ['ebnf', 'gbnf'] as const) equal((await refusal(definition, form)).said, sentence);
    const long = (await refusal(member({ type: 'string', minLength: 1_000_000 }), 'ebnf')).found!;
    deepEqual([long.proved, long.drops.map(({ keyword }) => keyword)], [false, ['minLength']]);
  }).timeout(20_000);

  test('a control character is a number, of as many digits as each engine reads', async () => {
    const tags = [{ name: 'a', content_hint: 'x', tag_begin: '\u0001a', tag_end: '\u0002b' }];
    const tagged = define({ type: 'MultiTaggedContentParser', tagged_contents: tags });
    match((await of(tagged, 'ebnf')).text, /^root ::= "\\u0001a" text\n.*\[\^\\u0002\]/);
    match((await of(tagged, 'gbnf')).text, /^root ::= "\\x01a" text\n.*\[\^\\x02\]/);
    match((await of(tagged, 'lark')).text, /\nTEXT: \/\\x01a/);
  });

  test('Lark unescapes numbers before it reads an expression: what ends a class has a backslash', async () => {
    const tags = [{ name: 'a', content_hint: 'x', tag_begin: '[A]', tag_end: ']-^' }];
    const { text, proved } = await of(define({ type: 'MultiTaggedContentParser', tagged_contents: tags }), 'lark');
    match(text, /\[\^[^\]]*\\\]/);
    ok(!/\\x(?:2D|5B|5D|5E)/.test(text) && proved);
  });

  test('the request carries the grammar, as each engine wants it', async () => {
    const coder = define({ type: 'MarkdownCodeBlockParser', language_name: 'sh' });
    const sent = async (form: keyof typeof engines, engine: string) => (await of(coder, form, { engine })).request;
    const { text } = await of(coder, 'ebnf');
    deepEqual(await sent('ebnf', 'vllm'), { structured_outputs: { grammar: text } });
    deepEqual(await sent('ebnf', 'sglang'), { ebnf: text });
    deepEqual(Object.keys((await sent('gbnf', 'llama.cpp'))!), ['grammar']);
    match(
      JSON.stringify(await sent('lark', 'openai')),
      /^\{"tools":\[\{"type":"custom","name":"answer","format":\{"type":"grammar","syntax":"lark"/,
    );
    match(
      JSON.stringify(await sent('structural-tag', 'sglang')),
      /"format":\{"type":"sequence","elements":\[\{"type":"const_string","value":"```sh"/,
    );
    equal(await sent('ebnf', 'xgrammar'), null);
    equal(await sent('lark', 'llguidance'), null);
    const { text: pattern } = await of(coder, 'regex');
    deepEqual(await sent('regex', 'vllm'), { structured_outputs: { regex: pattern } });
    deepEqual(await sent('regex', 'sglang'), { regex: pattern });
    const format = { type: 'grammar', syntax: 'regex', definition: pattern };
    deepEqual(await sent('regex', 'openai'), { tools: [{ type: 'custom', name: 'answer', format }] });
  });

  test('the form that is meant where none is named is the engine’s own; without a grammar it is the schema', async () => {
    const coder = define({ type: 'MarkdownCodeBlockParser', language_name: 'sh' });
    const usual = async (engine: string) => (await constrain(coder, { engine })).form;
    deepEqual(await Promise.all(['xgrammar', 'vllm', 'sglang', 'llguidance', 'llama.cpp', 'openai'].map(usual)), [
      'ebnf',
      'ebnf',
      'ebnf',
      'lark',
      'gbnf',
      'lark',
    ]);
    const schema = { type: 'object', properties: { a: { type: 'string' } } };
    equal(
      (await constrain(define({ type: 'ToyObject', content_schema: schema }, toy.types), { engine: 'vllm' })).form,
      'json',
    );
  });

  test('without a form either, a type says why it has neither', () =>
    rejects(constrain(define({ type: 'JsonOutputToolsParser' }), { engine: 'vllm' }), {
      class: 'NoSchema',
      message: /is not an object with known keys\. Answers of `JsonOutputToolsParser` have no grammar: .+\.$/,
    }));

  test('a thought in a tag may stand before the answer, and is proved with it', async () => {
    const coder = define({ type: 'MarkdownCodeBlockParser', language_name: 'sh' });
    const { text, proved } = await of(coder, 'gbnf', { reasoning: 'think' });
    match(text, /^root ::= "<think>" text "\\n\\n" "```sh"/);
    equal(proved, true);
    deepEqual(await of(coder, 'gbnf', { reasoning: 'engine' }), await of(coder, 'gbnf'));
    for (const [reasoning, message] of [
      ['a b', /the name of a tag/],
      ['<x>', /the name of a tag/],
    ] as const)
      await rejects(of(coder, 'gbnf', { reasoning }), { class: 'UnknownReasoning', message });
    throws(() => constrain({ type: 'string' }, { engine: 'vllm', reasoning: 'think' }), { class: 'UnknownForm' });
    match(
      constrain({ type: 'null' }, { engine: 'vllm', form: 'ebnf', reasoning: 'think' }).text,
      /^root ::= "<think>"/,
    );
  });

  const bad: readonly (readonly [string, object, RegExp])[] = [
    ['an empty tag', tags(['', '[/A]']), /A delimiter is empty/],
    ['the same tag twice', tags(['[A]', '[/A]'], ['[A]', '[/A]']), /found in other tags|stands in the tag/],
    ['a tag in a tag', tags(['<a', '</a'], ['<ab', '</ab']), /found in other tags|stands in the tag/],
    ['tags that close alike', tags(['|', '|'], ['||', '||']), /found in other tags|stands in the tag/],
    [
      'JSON up to what may stand in JSON',
      {
        type: 'MultiTaggedContentParser',
        tagged_contents: [{ name: 'a', tag_begin: '<a>', content_hint: '', tag_end: ']', parse_json: true }],
      },
      /may stand in JSON itself/,
    ],
    ['lookaround', { type: 'RegexParser', regex: 'a(?=b)(.*)', outputKeys: ['a'] }, /looks around/],
    ['a backreference', { type: 'RegexParser', regex: '(a)\\1', outputKeys: ['a'] }, /refers back/],
    [
      'a schema that no value satisfies',
      dict({ type: 'object', properties: { a: false }, required: ['a'] }),
      /allows no value/,
    ],
    ['an enum of 10,000', dict({ enum: Array.from({ length: 10_000 }, (_, i) => `v${i}`) }), /more than 5000 values/],
    [
      'a required member that is forbidden',
      dict({ type: 'object', required: ['a'], additionalProperties: false }),
      /forbidden as well/,
    ],
  ];
  for (const [title, keys, message] of bad)
    test(`bad input: ${title}`, async () => {
      const { said } = await refusal(define(keys), 'ebnf');
      match(said ?? '', message);
      equal(said!.split('\n').length, 1);
    });
});

function tags(...pairs: readonly (readonly [string, string])[]): object {
  return {
    type: 'MultiTaggedContentParser',
    tagged_contents: pairs.map(([tag_begin, tag_end], i) => ({ name: `t${i}`, tag_begin, content_hint: '', tag_end })),
  };
}

function dict(content_schema: object): object {
  return { type: 'MarkdownJsonDictParser', content_schema };
}

suite('grammars of schemas', () => {
  const made = (schema: JsonSchema): Constraint => constrain(schema, { engine: 'vllm', form: 'ebnf' });
  const dropped = (schema: JsonSchema) => made(schema).drops.map(({ keyword, path }) => `${path} ${keyword}`);

  test('what no grammar says stays with the parser, and is listed', () => {
    deepEqual(dropped({ type: 'array', items: { type: 'integer' }, uniqueItems: true }), [' uniqueItems']);
    deepEqual(dropped({ type: 'string', not: { const: 'a' } }), [' not']);
    deepEqual(dropped({ type: 'string', minLength: 1_000_000 }), [' minLength']);
    deepEqual(dropped({ type: 'string', pattern: '^(?!a)b$' }), [' pattern']);
  });

  test('what an engine’s own converter drops is enforced', () => {
    const schema = { type: 'string', pattern: '^[a-z]+$', minLength: 3, maxLength: 5 };
    deepEqual(dropped(schema), []);
    deepEqual(dropped({ allOf: [{ type: 'integer', minimum: 3 }, { maximum: 9 }] }), []);
    deepEqual(dropped({ $ref: '#/$defs/S', maxLength: 3, $defs: { S: { type: 'string' } } }), []);
    deepEqual(dropped({ type: 'object', required: ['a'] }), []);
  });

  test('a schema that refers to itself has a grammar that does', () => {
    match(made({ type: 'object', properties: { next: { $ref: '#' } } }).text, /^root ::= /);
  });

  test('1 MB and an unknown form are one sentence each', () => {
    for (const [schema, options] of [
      [{ enum: ['x'.repeat(2 ** 20)] }, {}],
      [{}, { form: 'gbnf' }],
      [{}, { form: 'abnf' }],
      [{ anyOf: [] }, {}],
    ] as const) {
      try {
        constrain(schema, { engine: 'vllm', form: 'ebnf', ...options } as ConstrainOptions);
        ok(false);
      } catch (error) {
        match((error as Error).message, /^[^\n]*\.$/);
      }
    }
  });
});

import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { grammarForms } from '../../src/engine/constraints/forms/forms.ts';
import { Acceptor } from '../../src/engine/grammar/acceptor.ts';
import { networkOf } from '../../src/engine/grammar/network.ts';
import { type Constraint, constrain, type JsonSchema, readDefinitions } from '../../src/engine/index.ts';
import { nodeHost } from '../../src/node/nodeHost.ts';

interface Case {
  readonly id: string;
  readonly engine: string;
  readonly version: string;
  readonly how: 'run' | 'documented';
  readonly keyword: string;
  readonly path: string;
  readonly schema: JsonSchema;
  readonly verdict: 'enforced' | 'dropped' | 'over-strict' | 'refused';
  /** What it is too, in the same place. */
  readonly also?: string;
  /** Absent: yes. */
  readonly judged?: false;
  /** The library behind a server. */
  readonly by?: string;
}

/** Texts that a definition's grammar has to accept, and to refuse. */
interface GrammarCase {
  readonly id: string;
  readonly definition: object;
  readonly good: readonly string[];
  readonly bad: readonly string[];
}

const { cases, grammars } = JSON.parse(readFileSync('test/conformance/constraints.json', 'utf8')) as {
  readonly cases: readonly Case[];
  readonly grammars: readonly GrammarCase[];
};
const judged = cases.filter(each => each.judged !== false);

suite('What engines make of schemas, as recorded', () => {
  for (const engine of new Set(judged.map(each => each.engine)))
    test(engine, () => {
      const own = judged.filter(each => each.engine === engine);
      const wrong = own.flatMap(each => {
        const found = verdictOf(constrain(each.schema, each), each);
        return found === each.verdict ? [] : [`${each.id} ${each.keyword} ${each.path}: ${found}, not ${each.verdict}`];
      });
      deepEqual(wrong, []);
    });

  test('each keyword stands in one list, once', () => {
    for (const each of judged) {
      const { enforces, drops, narrows, refuses } = constrain(each.schema, each);
      const all = [...enforces, ...drops, ...narrows, ...refuses].map(({ keyword, path }) => `${path} ${keyword}`);
      equal(new Set(all).size, all.length, each.id);
    }
  });

  test('what was run and what is only documented stay apart, with the library behind a server', () => {
    ok(judged.length >= 640);
    for (const each of judged) {
      const { evidence, by } = constrain(each.schema, each);
      equal(evidence, each.how, each.id);
      if (each.by !== undefined) ok(by?.replace('llguidance', 'guidance').startsWith(each.by), each.id);
    }
  });
});

/** What llama.cpp at 22dc605c4 made of these, its converter and its matcher run on texts. */
const llamaCpp: readonly (readonly [keyword: string, schema: JsonSchema, verdict: string])[] = [
  ['minimum', { type: 'integer', minimum: 0.5 }, 'dropped'],
  ['minimum', { type: 'integer', minimum: -1.5 }, 'enforced'],
  ['maximum', { type: 'integer', maximum: 2.5 }, 'enforced'],
  ['exclusiveMaximum', { type: 'integer', exclusiveMaximum: 2.5 }, 'over-strict'],
  ['exclusiveMinimum', { type: 'integer', exclusiveMinimum: -0.5 }, 'over-strict'],
  ['exclusiveMinimum', { type: 'integer', exclusiveMinimum: 0.5 }, 'enforced'],
  ['exclusiveMinimum', { type: 'integer', minimum: -3, exclusiveMinimum: -2 }, 'dropped'],
  ['minLength', { type: 'string', minLength: 3, maxLength: 2 }, 'refused'],
  ['minItems', { type: 'array', items: { type: 'integer' }, minItems: 3, maxItems: 2 }, 'refused'],
  ['maxLength', { type: 'string', pattern: '^[ab]{1,2}$', maxLength: 2 }, 'enforced'],
  ['maxLength', { type: 'string', pattern: '^[ab]{1,3}$', maxLength: 2 }, 'dropped'],
  ['properties', { type: 'object', properties: { a: true } }, 'refused'],
  ['anyOf', { anyOf: [false, { type: 'string' }] }, 'refused'],
  ['items', { type: 'array', items: true }, 'refused'],
  ['items', { type: 'array', items: { type: 'object', additionalProperties: false } }, 'enforced'],
  ['minLength', { minLength: 2 }, 'dropped'],
  ['pattern', { type: 'string', pattern: '^(?!b)[ab]$' }, 'dropped'],
  ['pattern', { type: 'string', pattern: '^(a)\\1$' }, 'refused'],
];

suite('What llama.cpp makes of schemas, as it ran', () => {
  for (const [keyword, schema, verdict] of llamaCpp)
    test(`${keyword} of ${JSON.stringify(schema)}`, () => {
      const at = { keyword, path: '' } as Case;
      equal(verdictOf(constrain(schema, { engine: 'llama.cpp' }), at), verdict);
    });
});

suite('Texts that a grammar accepts and refuses, as recorded', () => {
  const forms = {
    ebnf: 'vllm',
    gbnf: 'llama.cpp',
    lark: 'llguidance',
    'structural-tag': 'sglang',
    regex: 'vllm',
  } as const;
  /** All forms with `--long`; else one of them, another for each. */
  const isLong = process.env.PARSERLENS_LONG !== undefined;
  const all = Object.entries(forms) as [keyof typeof forms, string][];
  for (const [i, { id, definition, good, bad }] of grammars.entries())
    test(`${id} @slow`, async () => {
      const { definitions } = readDefinitions(JSON.stringify(definition), 'x.parser.json');
      for (const [form, engine] of isLong ? all : [all[i % all.length]!]) {
        const made = await constrain(definitions[0]!, { engine, form }, nodeHost).catch(error => String(error));
        if (typeof made === 'string') {
          match(made, /no regular expression tells/);
          continue;
        }
        equal(made.proved, true, `${form}: ${JSON.stringify(made.counterexample)}`);
        const acceptor = new Acceptor(networkOf(grammarForms[form].read(made.text)));
        deepEqual(
          good.map(text => acceptor.accept(text).is),
          good.map(() => 'sentence'),
          form,
        );
        deepEqual(
          bad.filter(text => acceptor.accept(text).is === 'sentence'),
          [],
          form,
        );
      }
    });
});

/** The one list in which the keyword stands, in the words of the cases. */
function verdictOf(constraint: Constraint, { keyword, path }: Case): string {
  const lists = {
    enforced: constraint.enforces,
    dropped: constraint.drops,
    'over-strict': constraint.narrows,
    refused: constraint.refuses,
  };
  const found = Object.entries(lists).filter(([, list]) =>
    list.some(each => each.keyword === keyword && each.path === path),
  );
  return found.map(([name]) => name).join(' and ') || 'nowhere';
}

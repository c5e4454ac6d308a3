import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type Constraint, constrain, type JsonSchema } from '../../src/engine/index.ts';

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

const { cases } = JSON.parse(readFileSync('test/conformance/constraints.json', 'utf8')) as {
  readonly cases: readonly Case[];
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

import { deepEqual, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { PyValue } from '../../../../../../src/engine/core/pyValue.ts';
import { toJsonText } from '../../../../../../src/engine/python/index.ts';
import { readSource } from '../../../../../../src/engine/sources/index.ts';

const head = `import { StructuredOutputParser as P, XMLOutputParser as X } from '@langchain/core/output_parsers';
import { z } from 'zod';
`;

/** What the first parser of a script has under a key; `unknown` where only a run can know it. */
async function keyOf(text: string, key: string): Promise<unknown> {
  const { found } = await readSource(head + text, '/project/a.ts', {});
  const own = found.at(-1)!;
  if (own.unknown.length > 0) return 'unknown';
  return JSON.parse(toJsonText(own.config.get(key) as PyValue, 0));
}

/** The tags of the last parser, as JavaScript has them. */
const tags: Readonly<Record<string, readonly [text: string, tags: unknown]>> = {
  'a change through another name': ["const a = ['x']; const b = a; b.push('y'); new X({ tags: a });", ['x', 'y']],
  'a change that a condition makes': [
    "const a = ['x']; if (process.env.A) a.push('y'); new X({ tags: a });",
    'unknown',
  ],
  'a change by a function that others call': [
    "const a = ['x']; export function f() { a.push('y'); } export const g = () => new X({ tags: a });",
    'unknown',
  ],
  'a change by what is not read': ["import { f } from './none'; const a = ['x']; f(a); new X({ tags: a });", 'unknown'],
  'a call that the file makes itself': [
    "const a = ['x']; function f(t) { a.push(t); } f('y'); new X({ tags: a });",
    ['x', 'y'],
  ],
  'a condition that ends the program': [
    "if (!process.env.A) throw new Error(); const a = ['x']; new X({ tags: a });",
    ['x'],
  ],
  'a condition that ends a function': [
    "function f() { if (process.env.A) return ['y']; return ['x']; } new X({ tags: f() });",
    'unknown',
  ],
  'lists in a text': ['const a = [1, [2, null, [undefined]], true]; new X({ tags: [`${a}`] });', ['1,2,,,true']],
  'a list that has no text': ['const a = [1, { b: 2 }]; new X({ tags: [`${a}`] });', 'unknown'],
  'whole numbers as keys': ['new X({ tags: Object.keys({ b: 1, 2: 1, 1: 1 }) });', ['1', '2', 'b']],
  'a default, a rest, a pattern': [
    "const { a = 'x', ...rest } = { b: 'y', c: 'z' }; const [d, ...e] = ['p', 'q']; new X({ tags: [a, rest.c, d, ...e] });",
    ['x', 'z', 'p', 'q'],
  ],
  'an enum': ["enum E { A, B = 'x', C = 5, D } new X({ tags: [E.B, `${E.D}`, E[0]] });", ['x', '6', 'A']],
  'a loop': ["const a = []; for (const k of ['x', 'y']) a.push(k + a.length); new X({ tags: a });", ['x0', 'y1']],
  'a loop that ends when it likes': ["const a = []; while (a.length < 2) a.push('x'); new X({ tags: a });", ['x', 'x']],
  'a name that hides another': ["const a = ['x']; { const a = ['y']; } new X({ tags: a });", ['x']],
  'a class that is changed': ["X.prototype.getFormatInstructions = () => 'x'; new X({ tags: ['x'] });", 'unknown'],
  'a function of the language that is changed': [
    'Math.max = () => 3; new X({ tags: [`${Math.max(1, 2)}`] });',
    'unknown',
  ],
  'a getter': ["const o = { get t() { return ['x']; } }; new X({ tags: o.t });", ['x']],
  'a text that doubles': [`let x = 'a';\n${'x = x + x;\n'.repeat(60)}new X({ tags: [x] });`, 'unknown'],
  'a text of a gigabyte': ["new X({ tags: ['a'.repeat(1e9)] });", 'unknown'],
  'a list in a list in a list': [`let x = [1];\n${'x = [x, x];\n'.repeat(60)}new X({ tags: x });`, 'unknown'],
  'a list that holds itself': ['const x = []; x.push(x); new X({ tags: x });', 'unknown'],
  'functions that call each other': ['const f = n => g(n), g = n => f(n); new X({ tags: f(1) });', 'unknown'],
  'a regular expression that is run': ["new X({ tags: 'a b'.split(/ /) });", ['a', 'b']],
  'a regular expression that may take long': [
    "new X({ tags: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab'.split(/(a+)+$/) });",
    'unknown',
  ],
  'a regular expression with a flag that keeps its place': ["new X({ tags: 'a b'.split(/ /y) });", 'unknown'],
  'a length that is set': ["const a = ['x', 'y']; a.length = 1; new X({ tags: a });", 'unknown'],
  'a `var` that a loop writes again': [
    "const f = []; for (var i of ['x', 'y']) f.push(() => i); new X({ tags: f.map(g => g()) });",
    ['y', 'y'],
  ],
  'a `var` in a block': ["if (process.env.A) { var v = 'x'; } new X({ tags: [v] });", 'unknown'],
  'a name that a loop assigns': ["let v; for (v of ['x', 'y']) {} new X({ tags: [v] });", ['y']],
  'a loop that goes on with another': [
    "const t = []; a: for (const k of 'xy') { for (const l of 'pq') { if (l === 'q') continue a; t.push(k + l); } } new X({ tags: t });",
    ['xp', 'yp'],
  ],
  'a loop that may end': [
    "const t = []; for (const k of 'xy') { if (process.env.A) break; t.push(k); } new X({ tags: t });",
    'unknown',
  ],
  'a list that grows in its loop': [
    "const t = ['x']; for (const k of t) if (t.length < 4) t.push(k + 'y'); new X({ tags: t });",
    ['x', 'xy', 'xyy', 'xyyy'],
  ],
  'a list that is changed while it is mapped': [
    "const t = ['x', 'y']; new X({ tags: t.map((k, i) => { t[1] = 'z'; return k; }) });",
    ['x', 'z'],
  ],
  'a method as a callback': ["const t = ['x']; ['y'].forEach(t.push, t); new X({ tags: t });", 'unknown'],
  'a function that `call` calls': [
    "const t = ['x']; function f() { t.push('y'); } f.call(null); new X({ tags: t });",
    ['x', 'y'],
  ],
  'a function that `bind` gives arguments': [
    "const t = ['x']; function f(a) { t.push(a); } f.bind(null, 'y')(); new X({ tags: t });",
    'unknown',
  ],
  'code as text': ["const t = ['x']; eval('t.push(1)'); new X({ tags: t });", 'unknown'],
  'a mistake before it': ["const a = ['x'];\nconst b = = ;\nnew X({ tags: a });", 'unknown'],
};

suite('Scripts that are hard to read', () => {
  for (const [title, [text, expected]] of Object.entries(tags))
    test(title, async () => deepEqual(await keyOf(text, 'tags'), expected));

  test('a schema that doubles is unknown, one that names itself is not', async () => {
    const doubled = `let s = z.string();\n${'s = z.object({ a: s, b: s });\n'.repeat(40)}P.fromZodSchema(s);`;
    deepEqual(await keyOf(doubled, 'content_schema'), 'unknown');
    const tree = 'const T = z.object({ name: z.string(), get parts() { return z.array(T); } }); P.fromZodSchema(T);';
    deepEqual(((await keyOf(tree, 'content_schema')) as { properties: object }).properties, {
      name: { type: 'string' },
      parts: { type: 'array', items: { $ref: '#' } },
    });
  });

  test('what is cut anywhere, and imports in a circle, are read without a throw', async () => {
    const { projects } = JSON.parse(readFileSync('test/conformance/ts-sources.json', 'utf8'));
    for (const { files } of projects)
      for (const text of Object.values(files) as string[])
        for (let end = 0; end < text.length; end += 53) await readSource(text.slice(0, end), '/project/a.ts', {});
    const readFile = async () => new TextEncoder().encode("export * from './a'; export const t = ['x'];");
    const { found } = await readSource(`${head}import { t } from './b'; new X({ tags: t });`, '/project/a.ts', {
      readFile,
    });
    ok(found.length === 1);
  });

  test('schemas of zod 3 that are endless, huge or not JSON are unknown', async () => {
    const keyOf3 = async (source: string) => {
      const text = `${head.replace("'zod'", "'zod/v3'")}${source}`;
      const { found } = await readSource(text, '/project/a.ts', {});
      return found[0]!.unknown.map(({ argument }) => argument);
    };
    const doubled = `const a0 = z.object({ k: z.string() });${Array.from({ length: 30 }, (_, i) => `const a${i + 1} = z.object({ x: a${i}, y: a${i} });`).join('')} P.fromZodSchema(a30);`;
    deepEqual(await keyOf3(doubled), ['schema']);
    deepEqual(
      await keyOf3('const T = z.lazy(() => z.tuple([T, z.lazy(() => z.object({ t: T }))])); P.fromZodSchema(T);'),
      [],
    );
    deepEqual(await keyOf3('const f = () => z.lazy(f); P.fromZodSchema(z.object({ a: f() }));'), ['schema']);
    deepEqual(await keyOf3('const f = () => z.object({ a: z.lazy(f) }); P.fromZodSchema(f());'), ['schema']);
    deepEqual(await keyOf3('P.fromZodSchema(z.object({ a: z.literal(10n) }));'), ['schema']);
    deepEqual(await keyOf3('P.fromZodSchema(z.object({ a: z.string().min(unknown) }));'), ['schema']);
  });
});

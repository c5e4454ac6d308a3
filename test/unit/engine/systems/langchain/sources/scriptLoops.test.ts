import { deepEqual } from 'node:assert/strict';
import type { PyValue } from '../../../../../../src/engine/core/pyValue.ts';
import { toJsonText } from '../../../../../../src/engine/python/index.ts';
import { readSource } from '../../../../../../src/engine/sources/index.ts';

/** The tags of a parser after some lines, as JavaScript has them; `unknown` where only a run can know them. */
async function tags(lines: string): Promise<unknown> {
  const text = `import { XMLOutputParser } from '@langchain/core/output_parsers';\nconst list: string[] = [];\n${lines}\nexport const p = new XMLOutputParser({ tags: list });`;
  const { found } = await readSource(text, '/p/a.ts', {});
  const own = found.at(-1)!;
  return own.unknown.length > 0 ? 'unknown' : JSON.parse(toJsonText(own.config.get('tags') as PyValue, 0));
}

suite('loops of scripts are read turn by turn', () => {
  for (const [title, lines, expected] of [
    ['a counter', "for (let i = 0; i < 3; i++) { if (i === 1) continue; list.push('i' + i); }", ['i0', 'i2']],
    ['two counters', "for (let i = 0, j = 3; i < j; i++, j -= 1) list.push(i + '-' + j);", ['0-3', '1-2']],
    ['one from outside', "let i = 5; for (i = 1; i < 3; i += 1) {} list.push('i' + i);", ['i3']],
    ['one without an end of its own', "for (let i = 0; ; i++) { if (i > 1) break; list.push('i' + i); }", ['i0', 'i1']],
    ['a test', "let n = 2; while (n > 0) { list.push('n' + n); n--; }", ['n2', 'n1']],
    ['a test behind', "let n = 9; do { list.push('n' + n); n++; } while (n < 5);", ['n9']],
    [
      'a label',
      'a: for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) { if (j > i) continue a; list.push("" + i + j); if (i === 1) break a; }',
      ['00', '10'],
    ],
    [
      'functions keep the variable of their turn',
      "const fs = []; for (let i = 0; i < 3; i++) fs.push(() => 'f' + i); for (const f of fs) list.push(f());",
      ['f0', 'f1', 'f2'],
    ],
    [
      'an unknown end',
      "for (let i = 0; i < Number(process.env.N); i++) { if (i === 0) continue; list.push('i'); }",
      'unknown',
    ],
    [
      'an end that becomes unknown',
      "let n = 2; while (n > 0) { list.push('n'); n = process.env.A ? 1 : 0; }",
      'unknown',
    ],
    [
      'a break that nobody knows',
      "for (let i = 0; i < 2; i++) { if (process.env.A) break; list.push('i'); }",
      'unknown',
    ],
    ['no end', "for (;;) { list.push('x'); }", 'unknown'],
    ['too many turns', "for (let i = 0; i < 1e9; i++) { list.push('x'); }", 'unknown'],
  ] as const)
    test(title, async () => deepEqual(await tags(lines), expected));
});

suite('functions that call themselves with what nobody knows', () => {
  const walk =
    'const walk = (v: any): any => Array.isArray(v) ? v.map(x => walk(x)).join() : typeof v === "object" ? Object.values(v).map(x => walk(x)).join() : v;';
  for (const [title, lines, expected] of [
    [
      'give what is known beside them',
      `${walk} const w = walk(process.env.A); list.push('a', walk(['b', ['c']]));`,
      ['a', 'b,c'],
    ],
    ['give an unknown', `${walk} list.push(walk(process.env.A));`, 'unknown'],
    [
      'may change what is outside',
      "function f(n: any) { list.push('x'); if (n) f(n.next); } f(process.env.A);",
      'unknown',
    ],
    [
      'may change it where they are called perhaps',
      "const own: string[] = []; function f(n: any) { if (n) { own.push('x'); f(n.next); } } f(process.env.A); list.push(own.join());",
      'unknown',
    ],
    [
      'may change it in the end',
      "const f = (n: any, k: any) => { if (k === 'z') list.push('x'); if (n) f(n.next, n.k); }; f(process.env.A, process.env.B);",
      'unknown',
    ],
    [
      'in each other',
      "const f = (n: any) => n ? g(n.a) + g(n.b) : 1; const g = (n: any) => n ? f(n.a) + f(n.b) : list.push('x'); f(process.env.A);",
      'unknown',
    ],
  ] as const)
    test(title, async () => deepEqual(await tags(lines), expected));
});

suite('methods of lists', () => {
  for (const [title, lines, expected] of [
    ['a part by numbers', "list.push(['c', 'b', 'a'].slice(1, undefined).join());", ['b,a']],
    ['a part by what is no number', "list.push(['c', 'b', 'a'].slice('1' as any).join());", 'unknown'],
    ['an end that is no number', "list.push(['c', 'b', 'a'].slice(1, null as any).join());", 'unknown'],
  ] as const)
    test(title, async () => deepEqual(await tags(lines), expected));
});

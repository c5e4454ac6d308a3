import { deepEqual, equal } from 'node:assert/strict';
import { runInNewContext } from 'node:vm';
import { isPyDict } from '../../../../../../src/engine/core/pyValue.ts';
import { readSource } from '../../../../../../src/engine/sources/index.ts';

/** What the arguments of parsers are in a script, in their order; `undefined`: that is not known. */
async function argumentsIn(expressions: readonly string[]): Promise<readonly unknown[]> {
  const calls = expressions.map(
    (each, i) => `const p${i} = StructuredOutputParser.fromNamesAndDescriptions({ v: JSON.stringify([${each}]) });\n`,
  );
  const text = `import { StructuredOutputParser } from '@langchain/core/output_parsers';\n${calls.join('')}`;
  const { found } = await readSource(text, '/w/a.ts');
  equal(found.length, expressions.length);
  return found.map(({ config, unknown }) => {
    const names = config.get('names_and_descriptions');
    return unknown.length === 0 && names !== undefined && isPyDict(names) ? names.get('v') : undefined;
  });
}

/** Expressions that are read as JavaScript evaluates them, one a line. */
const known: Readonly<Record<string, string>> = {
  lists: `
    [1, 2, 3].map(x => x * 2)
    [1, 2, 3].map((x, i) => x * i)
    [1, 2].map((x, i, all) => all.length + x + i)
    ['a', 'b'].map(String)
    ['1', '2', 'x'].map(Number)
    [].map(x => x)
    (a => (a.map(x => a.push(x)), a))([1, 2])
    (a => a.map((x, i) => ((a[1] = 9), x)))([1, 2, 3])
    [1, 2, 3].flatMap(x => [x, [x]])
    [1, 2].flatMap(x => x)
    [3, 1, 2].filter(x => x > 1)
    [3, 1, 2].filter((x, i) => i)
    ['', 'a', 0, 1, null, undefined, NaN, false, true].filter(Boolean)
    [3, 1, 2].find(x => x < 3)
    [3, 1, 2].find(x => x > 3) === undefined
    [3, 1, 2].findIndex(x => x < 3)
    [3, 1, 2].findIndex(x => x > 3)
    [3, 1, 2].findLast(x => x < 3)
    [3, 1, 2].some(x => x > 2)
    [3, 1, 2].some(x => x > 3)
    [].some(x => true)
    [3, 1, 2].every(x => x > 0)
    [3, 1, 2].every(x => x > 1)
    [].every(x => false)
    (n => ([1, 2, 3].some(x => (n.push(x), x === 2)), n))([])
    (n => ([1, 2, 3].every(x => (n.push(x), x < 2)), n))([])
    (n => ([1, 2, 3].find(x => (n.push(x), x === 2)), n))([])
    (n => ([1, 2, 3].forEach((x, i) => n.push(x + i)), n))([])
    [1, 2, 3].reduce((a, b) => a + b)
    [1, 2, 3].reduce((a, b) => a + b, 10)
    [1, 2, 3].reduce((a, b, i) => a + b * i, 0)
    [].reduce((a, b) => a + b, 'x')
    ['a', 'b', 'c'].reduceRight((a, b) => a + b)
    ['a', 'b', 'c'].reduceRight((a, b, i) => a + b + i, '')
    [1].reduce((a, b) => a - b)
    [1, 2, 1].indexOf(1)
    [1, 2, 1].indexOf(3)
    [1, 2, 1].lastIndexOf(1)
    [1, 2, 1].includes(2)
    [1, 2, 1].includes('2')
    [NaN].includes(NaN)
    [NaN].indexOf(NaN)
    [1, 2, 3].with(0, 9)
    [1, 2, 3].with(-1, 9)
    [1, 2, 3].join()
    [1, 2, 3].join('')
    [1, null, undefined, 'a', true].join('-')
    [[1, [2]], 3].join('-')
    [].join()
    [1, 2, 3].slice(1)
    [1, 2, 3].slice(-1)
    [1, 2, 3].slice(0, -1)
    [1, 2, 3].slice(undefined, 2)
    [1, 2, 3].slice()
    [1].concat(2, [3, [4]], [])
    [[1]].concat([[2]])
    [1, 2, 3].at(0)
    [1, 2, 3].at(-1)
    [1, 2, 3].at(3) === undefined
    [1, [2, [3]]].flat()
    [...['a', 'b'].entries()]
    [...['a', 'b'].keys()]
    [...['a', 'b'].values()]
    [1, 2, 3].toReversed()
    [3, 10, 2].toSorted()
    [3, 10, 2].toSorted((a, b) => a - b)
    [3, 10, 2].toSorted((a, b) => b - a)
    ['b', 'a', 'C'].toSorted()
    ['bb', 'a', 'cc'].toSorted((a, b) => a.length - b.length)
    ['b', 'a'].toSorted((a, b) => a > b ? 1 : -1)
    (a => (a.sort(), a))(['b', 'a'])
    (a => (a.sort((x, y) => y - x), a))([1, 3, 2])
    (a => [a.push('x'), a.push('y', 'z'), a])(['w'])
    (a => [a.unshift('x', 'y'), a])(['w'])
    (a => [a.pop(), a.shift(), a])([1, 2, 3])
    (a => [a.reverse(), a])([1, 2, 3])
    (a => a.fill(0))([1, 2, 3])
    (a => a.fill(0, 1))([1, 2, 3])
    (a => a.fill(0, 1, 2))([1, 2, 3])
    Array(3).fill('x')
    new Array(2).fill(0).map((_, i) => i)
    Array(1, 2)
    (a => [a.splice(1), a])([1, 2, 3])
    (a => [a.splice(1, 1), a])([1, 2, 3])
    (a => [a.splice(1, 0, 'x', 'y'), a])([1, 2, 3])
    (a => [a.splice(-1, 1, 'x'), a])([1, 2, 3])
    [1, 2, 3].length
`,
  texts: String.raw`
    'Abc'.toUpperCase() + 'Abc'.toLowerCase()
    ' a '.trim() + '|' + ' a '.trimStart() + '|' + ' a '.trimEnd() + '|'
    'abcd'.slice(1, -1)
    'abcd'.slice(-2)
    'abcd'.substring(2, 1)
    'abcd'.substring(-1, 2)
    'abcd'.substr(-2, 1)
    'abcd'.substr(1)
    'abcd'.charAt(1)
    'abcd'.charAt(9)
    'abcd'.at(-1)
    'abcd'[1]
    'abcd'.includes('bc')
    'abcd'.includes('a', 1)
    'abcd'.startsWith('bc', 1)
    'abcd'.endsWith('bc', 3)
    'abca'.indexOf('a', 1)
    'abca'.lastIndexOf('a')
    'abc'.toString() + 'abc'.valueOf()
    'abc'.charCodeAt(1)
    '😀'.codePointAt(0)
    '😀'.length
    'a'.concat('b', 1, null, true)
    'ab'.repeat(3)
    'ab'.repeat(0)
    'a'.padStart(3) + '|'
    'a'.padStart(3, 'xy')
    'a'.padEnd(4, 'xy')
    'abc'.padEnd(2)
    'a-b-c'.replace('-', '+')
    'a-b-c'.replaceAll('-', '+')
    'abc'.replace('', 'x')
    'abc'.replaceAll('', 'x')
    'a'.localeCompare('b')
    'b'.localeCompare('a')
    'a'.localeCompare('a')
    'a,b,c'.split(',')
    'a,b,c'.split(',', 2)
    'abc'.split('')
    'abc'.split()
    ''.split(',')
    'a1b22'.replace(/\d/, '#')
    'a1b22'.replace(/\d/g, '#')
    'a1b22'.replaceAll(/\d+/g, '#')
    'a1b22'.replace(/([a-z])(\d+)/g, '$2$1')
    'a1b22'.replace(/([a-z])(\d+)/g, '[$&]')
    'a1b22'.replace(/\d+/g, m => '<' + m + '>')
    'a1b22'.replace(/([a-z])(\d)/g, (m, a, b) => b + a)
    'a1b22'.replace(/\d/g, (m, at) => String(at))
    'a1b22'.split(/\d+/)
    'a1b22'.split(/\d/)
    'a1b22'.search(/\d/)
    'abc'.search(/\d/)
    'a1b22'.match(/\d+/)[0]
    'a1b22'.match(/\d+/g)
    'abc'.match(/\d+/) === null
    'a1b22'.match(/([a-z])(\d+)/)[2]
    [...'a1b22'.matchAll(/(\d)/g)].map(m => m[1])
    /\d/.test('a1')
    /^\d/.test('a1')
    (12.345).toFixed(1)
    (255).toString(16)
    (5).toString()
`,
  'objects and functions of the language': `
    Object.keys({ a: 1, b: 2 })
    Object.values({ a: 1, b: 2 })
    Object.entries({ a: 1, b: 2 })
    Object.keys(['x', 'y'])
    Object.entries(['x', 'y'])
    Object.fromEntries([['a', 1], ['b', 2], ['a', 3]])
    Object.assign({ a: 1 }, { b: 2 }, null, { a: 3 })
    Object.freeze([1])
    Object.seal({ a: 1 })
    Array.isArray([])
    Array.isArray({})
    Array.isArray('x')
    Object.hasOwn({ a: 1 }, 'a')
    Object.hasOwn({ a: 1 }, 'b')
    ({ a: 1 }).hasOwnProperty('a')
    'a' in { a: 1 }
    'b' in { a: 1 }
    parseInt('12px')
    parseInt('ff', 16)
    parseFloat('1.5x')
    Number.parseInt('7')
    Number('12') + Number('') + Number(true)
    Number.isInteger(5) && !Number.isInteger(5.5) && !Number.isInteger('5')
    String(null) + String(undefined) + String(true) + String([1, 2]) + String(5)
    Boolean('') || Boolean(0) || Boolean([])
    structuredClone({ a: [1, { b: 2 }] })
    JSON.parse('{"a": [1, null, "x"]}')
    JSON.stringify({ a: [1, null, 'x'], b: { c: true } })
    JSON.stringify({ a: [1, { b: 2 }], c: {} , d: []}, null, 2)
    JSON.stringify({ a: [1, { b: 2 }] }, null, '--')
    JSON.stringify('a"b')
    Array.of(1, 2)
    Array.from([1, 2], x => x + 1)
    Array.from('abc')
    Array.from({ length: 3 }, (_, i) => i * 2)
    Array.from(new Set([1, 2, 1]))
    [...new Set(['a', 'b', 'a'])]
    [...new Map([['a', 1], ['b', 2]]).keys()]
    [...new Map([['a', 1], ['a', 2]]).values()]
    [...new Map([['a', 1]]).entries()]
    new Map([['a', 1]]).get('a')
    new Map([['a', 1]]).has('b')
    new Set([1]).has(1)
    new Set([1, 2, 2]).size
    (m => (m.set('a', 1).set('b', 2), [...m]))(new Map())
    (m => (m.delete('a'), m.size))(new Map([['a', 1]]))
    (s => (s.add(1).add(2).add(1), [...s]))(new Set())
    Math.max(1, 5, 3)
    Math.min(1, 5, 3)
    Math.max(...[1, 9])
    [Math.round(1.5), Math.round(-1.5), Math.floor(-1.2), Math.ceil(1.2), Math.abs(-3), Math.trunc(-1.9), Math.sqrt(9), Math.pow(2, 10)]
`,
  operators: String.raw`
    1 + 2 * 3 - 4 / 2 % 3 ** 2
    '1' + 2
    1 + '2'
    '3' * '4'
    1 + null
    1 + true
    [] + 'x'
    [1, 2] + ''
    +'3.5'
    !'' && !!'a'
    5 & 3 | 8 ^ 2
    1 << 5 >> 2 >>> 1
    1 < 2 && '10' < '9' && !(10 < 9)
    1 === 1 && '1' !== 1
    null ?? 'x'
    0 ?? 'x'
    0 || 'x'
    '' && 'x'
    undefined?.a === undefined
    ({ a: { b: 1 } })?.a?.b
    ({ a: null }).a?.b?.c === undefined
    typeof 'a' + typeof 1 + typeof true + typeof undefined + typeof {} + typeof [] + typeof null
    void 0 === undefined
    (1, 2, 3)
    true ? 'a' : 'b'
    'a\tb\x41\u0042\u{43}'
`,
  'functions, classes and statements': `
    ({ a: 1, ['b' + 1]: 2, c() { return 3; } }).c()
    ({ ...{ a: 1, b: 2 }, a: 3 })
    ({ a: 1, ...{ a: 2 } })
    [...[1, 2], ...'ab']
    (({ a, b = 5, ...rest }) => [a, b, rest])({ a: 1, c: 2, d: 3 })
    (([a, , b = 4, ...rest]) => [a, b, rest])([1, 2, undefined, 4, 5])
    ((a, b = a + 1, ...c) => [a, b, c])(1, undefined, 3, 4)
    (x => { for (let i = 0; i < 3; i++) x += i; return x; })(0)
    (x => { for (const i of [1, 2, 3]) { if (i === 2) continue; x += i; } return x; })(0)
    (x => { for (const k in { a: 1, b: 2 }) x += k; return x; })('')
    (x => { while (x < 10) x *= 2; return x; })(1)
    (x => { do x++; while (x < 3); return x; })(5)
    (x => { for (;;) { if (x++ > 3) break; } return x; })(0)
    (x => { switch (x) { case 1: return 'one'; case 2: x = 9; default: return x; } })(2)
    (x => { switch (x) { case 1: return 'one'; default: return 'other'; } })(1)
    (x => { if (x > 1) return 'a'; else if (x) return 'b'; return 'c'; })(1)
    (x => { a: for (const i of [1, 2]) for (const j of [1, 2]) { if (j === 2) continue a; x.push([i, j]); } return x; })([])
    (x => { x += 1; x -= 3; x *= 4; x /= 2; x **= 2; x %= 7; return x; })(5)
    (x => { x ||= 5; x &&= 6; x ??= 7; return x; })(0)
    (x => [x++, ++x, x--, --x])(1)
    (() => { let a = 1, b = 2; [a, b] = [b, a]; return [a, b]; })()
    (() => { const o = { a: 1 }; o.b = 2; o['c'] = 3; delete o.a; return o; })()
    (() => { class A { constructor(x) { this.x = x; } get y() { return this.x + 1; } static z = 5; m() { return this.x * 2; } } const a = new A(3); return [a.x, a.y, A.z, a.m()]; })()
    (() => { class A { m() { return 'a'; } } class B extends A { m() { return super.m() + 'b'; } } return new B().m(); })()
    (() => { const f = n => n < 2 ? n : f(n - 1) + f(n - 2); return f(10); })()
    (() => { const o = { x: 1, f() { return this.x; } }; return o.f(); })()
    [1, 2, 3].map(x => ({ x }))
    [[1, 'a'], [2, 'b']].map(([n, s]) => s + n)
`,
};

/** What is known only when the program runs, or is not followed. */
const unread = [
  '(a => a.map((x, i) => (i === 0 && a.pop(), x)))([1, 2, 3])',
  '(a => a.filter((x, i) => (i === 0 && a.pop(), true)))([1, 2, 3])',
  '(a => (a.length = 1, a))([1, 2, 3])',
  '~5',
  "1 == '1'",
  '[1, 2].map(process.cwd)',
  '[process.env.X].join()',
  '[1, 2].includes(process.env.X)',
  "'a'.repeat(-1)",
  "'a'.repeat(1e9)",
  "'a'.padEnd(1e9)",
  "'ä'.localeCompare('b')",
  "'a'.replace('a', '$&')",
  "'aaa'.replace(/(a+)+$/, 'x')",
  "'a'.replaceAll(/a/, 'x')",
  '[1, 2].indexOf(1, 1)',
  '[[1, [2]]].flat(2)',
  '[].reduce((a, b) => a + b)',
  '[1].with(5, 0)',
  '(5).toFixed(101)',
  'Math.random()',
  'new Date()',
  "JSON.parse('{')",
  '(() => { throw 1; })()',
  '(() => { for (const i of [1, 2]) { throw i; } return 5; })()',
  "(x => { try { throw 'e'; } catch (e) { x = e; } return x; })('')",
];

suite('expressions of a script', () => {
  for (const [what, lines] of Object.entries(known))
    suite(what, () => {
      const expressions = lines
        .trim()
        .split('\n')
        .map(line => line.trim());
      let values: readonly unknown[];
      suiteSetup(async () => {
        values = await argumentsIn(expressions);
      });
      for (const [i, expression] of expressions.entries())
        test(expression, () =>
          equal(values[i], runInNewContext(`JSON.stringify([${expression}])`, { structuredClone })),
        );
    });

  test('in templates', async () => {
    const inner = [`\`a\${1 + 1}b\${"c"}\${null}\${true}\${[1, 2]}\``, '`a\\n\\``'];
    deepEqual(await argumentsIn(inner), ['["a2bcnulltrue1,2"]', '["a\\n`"]']);
  });

  for (const expression of unread)
    test(`${expression} is not known`, async () => deepEqual(await argumentsIn([expression]), [undefined]));
});

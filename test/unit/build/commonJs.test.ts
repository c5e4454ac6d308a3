import { deepEqual } from 'node:assert/strict';
import { commonJs } from '../../../build/commonJs.js';

suite('a part of a bundle as CommonJS', () => {
  const run = (text: string, parts: Readonly<Record<string, unknown>>): unknown => {
    const module = { exports: undefined };
    new Function('module', 'require', commonJs(text))(module, (path: string) => parts[path]);
    return module.exports;
  };

  test('names of one sign are passed on, whichever sign', () => {
    const text = 'import{$ as a,_ as b,$a as c}from"./other.js";var d=[a,b,c];export{d as $,a as x};';
    deepEqual(run(text, { './other.js': { $: 1, _: 2, $a: 3 } }), { $: [1, 2, 3], x: 1 });
  });
});

import { deepEqual } from 'node:assert/strict';
import { pathToFileURL } from 'node:url';
import { toModuleError } from '../../../../src/node/modules/moduleErrors.ts';

suite('errors of modules', () => {
  const error = { class: 'TypeError', message: 'no' };
  const [own, foreign] = ['/w/a.mjs', '/w/node_modules/p/i.js'];
  const at = (path: string, line: number) => `${pathToFileURL(path)}:${line}:3`;

  test('the stack has frames in files, and the place is the first of one’s own', () => {
    const stack = [
      'TypeError: no',
      `    at f (${at(foreign, 1)})`,
      `    at ${at(own, 2)}`,
      '    at node:internal/x:1:1',
    ];
    deepEqual(toModuleError({ ...error, stack: stack.join('\n'), code: undefined as never }), {
      ...error,
      place: { file: own, line: 2, column: 3 },
      stack: `    at f (${foreign}:1:3)\n    at ${own}:2:3`,
    });
    const { place } = toModuleError({ ...error, stack: stack.slice(0, 2).join('\n') });
    deepEqual(place, { file: foreign, line: 1, column: 3 });
    deepEqual(toModuleError({ ...error, stack: 'TypeError: no' }), error);
  });

  test('an error of linking has its place in front, with a caret below its line', () => {
    const head = [`${pathToFileURL(own)}:4`, "import { b } from './c.mjs';", '         ^', 'SyntaxError: no b'];
    deepEqual(toModuleError({ ...error, stack: head.join('\n') }).place, { file: own, line: 4, column: 10 });
    deepEqual(toModuleError({ ...error, stack: head[0]! }).place, { file: own, line: 4, column: 1 });
  });

  test('so many frames, and none of an endless line', () => {
    const stack = Array.from({ length: 30 }, (_, i) => `    at ${at(own, i)}`).join('\n');
    deepEqual(toModuleError({ ...error, stack }).stack?.split('\n').length, 20);
    const long = `    at ${'x'.repeat(10_000)} (${at(own, 1)})`;
    deepEqual(toModuleError({ ...error, stack: long }), error);
  });

  test('frames of a traceback are taken as they are', () => {
    const frames = [
      { place: { file: '/w/a.py', line: 1, column: 2 }, name: 'f' },
      { place: { file: '/w/b.py', line: 3, column: 4 }, name: '' },
    ];
    deepEqual(toModuleError({ ...error, frames }), {
      ...error,
      place: frames[0]!.place,
      stack: '    at f (/w/a.py:1:2)\n    at /w/b.py:3:4',
    });
  });
});

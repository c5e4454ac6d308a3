import { deepEqual } from 'node:assert/strict';
import { retyped } from '../../../../../src/engine/repair/mending/retyped.ts';

const lists = (text: string) => retyped(JSON.stringify(text), { types: ['array'] }).map(({ json }) => json);

suite('a text where a list is wanted', () => {
  const several: readonly (readonly [text: string, items: readonly string[]])[] = [
    ['Ann, Bo;Cy', ['Ann', 'Bo', 'Cy']],
    ['Ann\n\n  Bo \t\n Cy Dee', ['Ann', 'Bo', 'Cy Dee']],
    ['Ann\n, Bo,\n\nCy', ['Ann', 'Bo', 'Cy']],
    ['\nAnn\nBo\n', ['Ann', 'Bo']],
  ];
  for (const [text, items] of several)
    test(`${JSON.stringify(text)} is one item or ${items.length}`, () =>
      deepEqual(lists(text), [`[${JSON.stringify(text)}]`, `[${items.map(item => JSON.stringify(item)).join(', ')}]`]));

  test('numbers are numbers first', () => deepEqual(lists('1, 2'), ['["1, 2"]', '[1, 2]', '["1", "2"]']));

  for (const text of ['Ann', 'Ann,, Bo', 'Ann, Bo,', ', Ann', 'Ann;\n;Bo'])
    test(`${JSON.stringify(text)} is one item`, () => deepEqual(lists(text), [`[${JSON.stringify(text)}]`]));
});

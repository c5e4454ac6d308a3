import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { publicFace } from '../../src/node/door/publicFace.ts';
import * as library from '../../src/node/engine.ts';
import { libraryDoor, libraryPage, readExamples } from '../run/library.ts';
import { runExample } from './runExample.ts';

suite('docs/library.md', () => {
  test('is what the sources say (npm run readme)', () => {
    equal(readFileSync('docs/library.md', 'utf8'), libraryPage());
  });

  test('has all that the library exports, each with an example', () => {
    const { values } = libraryDoor();
    const names = values.flatMap(({ exported }) => exported.map(({ name }) => name));
    deepEqual(names.toSorted(), namesOf(library));
    deepEqual([...readExamples().keys()].toSorted(), names.toSorted());
  });

  test('the library has the face that arguments are checked by, and two names beside it', () => {
    deepEqual(namesOf(library), [...Object.keys(publicFace), 'EngineError', 'createEngine'].toSorted());
    ok(namesOf(library).length <= 51);
  });

  test('types that the functions of the library mention are exported by it', () => {
    const { values, types } = libraryDoor();
    const named = new Set([...values, ...types].flatMap(({ exported }) => exported.map(({ name }) => name)));
    const globals = ['Iterable', 'AsyncIterable', 'Promise', 'ReadonlyMap', 'Map'];
    const wrong = values.flatMap(({ exported }) =>
      exported.flatMap(({ name, kind, declaration }) =>
        kind === 'function'
          ? (declaration.match(/(?<![.\w'])[A-Z]\w+/g) ?? [])
              .filter(type => !named.has(type) && !globals.includes(type))
              .map(type => `${name}: ${type}`)
          : [],
      ),
    );
    deepEqual(wrong, []);
  });

  for (const [name, code] of readExamples())
    test(`the example of ${name} prints what it says`, () => runExample(code, library));
});

function namesOf(door: object): string[] {
  return Object.keys(door)
    .filter(name => name !== 'default' && name !== 'module.exports')
    .toSorted();
}

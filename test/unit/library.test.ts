import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { format } from 'node:util';
import { operations } from '../../src/engine/index.ts';
import * as compat from '../../src/node/compat.ts';
import { publicFace } from '../../src/node/door/publicFace.ts';
import * as library from '../../src/node/engine.ts';
import { compatPage, firstDoor, libraryPage, readExamples, secondDoor } from '../run/library.ts';

/** What both doors have. */
const engine = { ...library, ...compat };

suite('docs/library.md', () => {
  test('is what the sources say (npm run readme)', () => {
    equal(readFileSync('docs/library.md', 'utf8'), libraryPage());
    equal(readFileSync('docs/library-compat.md', 'utf8'), compatPage());
  });

  test('has all that the doors export, each with an example', () => {
    const { values } = firstDoor();
    const first = values.flatMap(({ exported }) => exported.map(({ name }) => name));
    const second = secondDoor();
    deepEqual(first.toSorted(), namesOf(library));
    deepEqual(second.flatMap(({ name, kind }) => (kind === 'namespace' ? name : [])).toSorted(), namesOf(compat));
    deepEqual(
      second.flatMap(({ name, kind }) => (kind === 'member' ? name : [])).toSorted(),
      Object.entries(operations)
        .flatMap(([system, members]) => Object.keys(members).map(member => `${system}.${member}`))
        .toSorted(),
    );
    const wanted = [...first, ...second.flatMap(({ name, kind }) => (kind === 'member' ? name : []))];
    deepEqual([...readExamples().keys()].toSorted(), wanted.toSorted());
  });

  test('the first door has the face that arguments are checked by, and two names beside it', () => {
    deepEqual(namesOf(library), [...Object.keys(publicFace), 'EngineError', 'createEngine'].toSorted());
    ok(namesOf(library).length <= 51);
  });

  test('types that the functions of the first door mention are exported by it', () => {
    const { values, types } = firstDoor();
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
    test(`the example of ${name} prints what it says`, async () => {
      const said = /(?:^\/\/.*\n)+$/m.exec(code)![0];
      const printed: string[] = [];
      const log = (...values: unknown[]) => printed.push(format(...values));
      const { default: _, ...all } = engine as typeof engine & { default?: unknown };
      const names = Object.keys(all).filter(each => /^\w+$/.test(each));
      const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
      await new AsyncFunction(...names, 'console', code)(...names.map(each => all[each as keyof typeof all]), { log });
      ok(printed.length > 0);
      const lines = printed.flatMap(each => each.split('\n')).map(line => `// ${line}`.trimEnd());
      equal(lines.join('\n'), said.trimEnd());
    });
});

function namesOf(door: object): string[] {
  return Object.keys(door)
    .filter(name => name !== 'default' && name !== 'module.exports')
    .toSorted();
}

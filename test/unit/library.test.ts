import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { format } from 'node:util';
import * as compat from '../../src/node/compat.ts';
import * as library from '../../src/node/engine.ts';
import { exportedByFacade, libraryPage, readExamples } from '../run/library.ts';

/** What both doors have. */
const engine = { ...library, ...compat };

suite('docs/library.md', () => {
  test('is what the sources say (npm run readme)', () => {
    equal(readFileSync('docs/library.md', 'utf8'), libraryPage());
  });

  test('has all that the library exports, each with an example', () => {
    const all = exportedByFacade();
    const exported = all.map(({ name }) => name);
    deepEqual(
      Object.entries(engine)
        .flatMap(([name, value]) => (isNamespace(value) ? Object.keys(value).map(each => `${name}.${each}`) : name))
        .filter(name => !exported.includes(name) && !['nodeHost', 'operations', 'default'].includes(name)),
      [],
    );
    const names = all.flatMap(({ name, kind }) => (kind === 'type' || kind === 'namespace' ? [] : name));
    const examples = [...readExamples().keys()];
    deepEqual(
      examples.filter(name => !names.includes(name)),
      [],
    );
    deepEqual(
      names.filter(name => !examples.includes(name)),
      [],
    );
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

/** An object of functions, as `langroid`. */
function isNamespace(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return false;
  return value !== engine.nodeHost && Object.values(value).some(each => typeof each === 'function');
}

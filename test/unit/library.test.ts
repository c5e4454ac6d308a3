import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { format } from 'node:util';
import * as engine from '../../src/node/engine.ts';
import { exportedByFacade, libraryPage, readExamples } from '../run/library.ts';

suite('docs/library.md', () => {
  test('is what the sources say (npm run readme)', () => {
    equal(readFileSync('docs/library.md', 'utf8'), libraryPage());
  });

  test('has all that the library exports, each with an example', () => {
    const names = exportedByFacade().flatMap(({ name, kind }) => (kind === 'type' ? [] : name));
    deepEqual(
      Object.keys(engine).filter(name => !names.includes(name) && name !== 'nodeHost' && name !== 'default'),
      [],
    );
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

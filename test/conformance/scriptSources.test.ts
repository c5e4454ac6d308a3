import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createParser, readSource } from '../../src/engine/index.ts';

interface Recorded {
  readonly file: string;
  readonly name: string;
  readonly styles: readonly string[];
  readonly instruction?: string;
  readonly dynamic?: true;
}

interface Project {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly parsers: readonly Recorded[];
}

const { projects } = JSON.parse(readFileSync(new URL('ts-sources.json', import.meta.url), 'utf8')) as {
  readonly projects: readonly Project[];
};

function read({ name, files }: Project, file: string) {
  const root = `/${name}`;
  const readFile = async (path: string) => {
    const text = files[path.slice(root.length + 1)];
    return text === undefined ? undefined : new TextEncoder().encode(text);
  };
  return readSource(files[file]!, `${root}/${file}`, { roots: [root], readFile });
}

suite('TypeScript sources', () => {
  for (const project of projects)
    suite(project.name, () => {
      test('no construction is invented', async () => {
        for (const file of Object.keys(project.files)) {
          const { found } = await read(project, file);
          const wanted = project.parsers.filter(each => each.file === file).map(({ name }) => name);
          assert.deepEqual(found.map(({ name }) => name).sort(), wanted.sort());
        }
      });
      for (const { file, name, instruction, styles } of project.parsers)
        test(`${file}#${name}`, async () => {
          const { definitions, found } = await read(project, file);
          const own = found.find(each => each.name === name);
          const definition = definitions.find(each => each.name === name);
          assert.ok(own);
          // What the design leaves open may be unknown, but never wrong.
          const mayBeUnknown = instruction === undefined || (styles.includes('either') && own.unknown.length > 0);
          if (mayBeUnknown)
            assert.ok(own.unknown.length > 0 && own.unknown.every(({ reason, line }) => reason && line > 0));
          else {
            assert.deepEqual(own.unknown, []);
            assert.ok(definition);
            assert.equal(createParser(definition).formatInstruction(), instruction);
          }
        });
    });
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { toPlain } from '../../src/engine/core/pyValue.ts';
import { namesParsers } from '../../src/engine/sources/reading/sourceNames.ts';
import {
  acrossFiles,
  type SourceDefinition,
  type SourceReading,
} from '../../src/engine/sources/reading/sourceReading.ts';
import { readSource } from '../../src/engine/sources/readSource.ts';
import { parserParameters } from '../../src/engine/systems/agentscope/forms/parserClasses.ts';
import {
  langchainPythonClasses,
  langchainRetryParsers,
} from '../../src/engine/systems/langchain/forms/langchainClasses.ts';
import { langchainScriptClasses } from '../../src/engine/systems/langchain/forms/langchainScripts.ts';

interface Recorded {
  readonly file: string;
  readonly line: number;
  readonly class: string;
  readonly name?: string | null;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly dynamic: readonly string[];
  readonly called?: { readonly file: string; readonly line: number };
  readonly attributes?: Readonly<Record<string, unknown>>;
}

interface Project {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly parsers: readonly Recorded[];
}

const projects = ['python-sources.json', 'python-sources-more.json'].flatMap(
  name =>
    (JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as { readonly projects: readonly Project[] })
      .projects,
);

const readings = new Map<Project, ReturnType<typeof readProject>>();

/** The definitions of a project, which is read once. */
function read(project: Project): ReturnType<typeof readProject> {
  const known = readings.get(project) ?? readProject(project);
  readings.set(project, known);
  return known;
}

/** The definitions of all files of a project, read as a folder is: a function that another file calls stands for its calls. */
async function readProject({ name, files }: Project): Promise<ReadonlyMap<string, readonly SourceDefinition[]>> {
  const root = `/${name}`;
  const host = {
    roots: [root],
    readFile: async (path: string) => {
      const text = files[path.slice(root.length + 1)];
      return text === undefined ? undefined : new TextEncoder().encode(text);
    },
  };
  const readings = new Map<string, SourceReading>();
  for (const [file, text] of Object.entries(files))
    if (file.endsWith('.py')) readings.set(`${root}/${file}`, await readSource(text, `${root}/${file}`, host));
  // What gives the answer as it is was not recorded.
  const isRecorded = ({ type }: SourceDefinition) => type !== 'StrOutputParser';
  return new Map(
    [...acrossFiles(readings)].map(([path, { found }]) => [path.slice(root.length + 1), found.filter(isRecorded)]),
  );
}

/** A recorded argument as a definition says it. */
function expected(recorded: Recorded): Readonly<Record<string, unknown>> {
  const keys: Record<string, unknown> = {};
  for (const [name, value] of Object.entries({ ...recorded.attributes, ...recorded.arguments })) {
    const own = value as {
      readonly $model?: string;
      readonly $schema?: unknown;
      readonly $enum?: string;
      readonly $members?: unknown;
    };
    if (own?.$schema !== undefined) {
      if (name !== 'content_hint') keys.class_name = own.$model;
      keys.content_schema = own.$schema;
    } else if (own?.$enum !== undefined) keys[name] = { name: own.$enum, members: own.$members };
    else keys[name] = withoutClasses(value);
  }
  delete keys.tag_begin;
  return keys;
}

function withoutClasses(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutClasses);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== '$class')
      .map(([key, item]) => [key, withoutClasses(item)]),
  );
}

suite('Python sources', () => {
  for (const project of projects)
    suite(project.name, () => {
      test('no construction is invented', async () => {
        const all = await read(project);
        const wanted = project.parsers
          .map(({ called, file, line }) => `${called?.file ?? file}:${called?.line ?? line}`)
          .sort();
        const got = [...all].flatMap(([file, found]) => found.map(({ line }) => `${file}:${line}`)).sort();
        assert.deepEqual(got, wanted);
      });
      for (const [i, recorded] of project.parsers.entries())
        test(`${recorded.file}:${recorded.line} ${recorded.class} ${recorded.name ?? ''} (${i})`, async () => {
          const place = recorded.called ?? recorded;
          const found = ((await read(project)).get(place.file) ?? []).filter(({ line }) => line === place.line);
          const same = project.parsers.filter(
            each => (each.called ?? each).line === place.line && (each.called ?? each).file === place.file,
          );
          const own = found[same.indexOf(recorded)];
          assert.ok(own, `nothing is found: ${JSON.stringify(found)}`);
          const { type, runtime, ...config } = toPlain(own.config) as Record<string, unknown>;
          if (recorded.class !== 'ToolMessage') assert.deepEqual(config, expected(recorded));
          void runtime;
          assert.equal(type, recorded.class);
          const unknown = own.unknown
            .map(({ argument }) => argument.split('.')[0])
            .filter(each => each !== 'tag_begin');
          assert.deepEqual([...new Set(unknown)].sort(), [...recorded.dynamic].sort());
          for (const { reason, line } of own.unknown) assert.ok(reason !== '' && line > 0);
        });
    });
});

suite('the search for sources', () => {
  test('every class that makes a parser is found by the search', () => {
    const names = [parserParameters, langchainPythonClasses, langchainRetryParsers, langchainScriptClasses].flatMap(
      all => [...all.keys()],
    );
    assert.deepEqual(
      names.filter(name => !namesParsers(`x = ${name}()`)),
      [],
    );
    assert.ok(!namesParsers('from argparse import ArgumentParser\nclass A(BaseModel): pass\nhtml.parser.HTMLParser()'));
  });
});

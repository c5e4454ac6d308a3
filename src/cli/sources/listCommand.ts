import { resolve } from 'node:path';
import {
  createParser,
  createTokenCounter,
  type Definition,
  isSource,
  linkSources,
  oneLine,
  type PyValue,
  readDefinitions,
  toJsonText,
  usualCounter,
  visible,
} from '../../engine/index.ts';
import { nodeSourceHost } from '../../node/nodeSourceHost.ts';
import { positionsIn } from '../../views/position.ts';
import { type FoundFile, findDefinitionFiles, isDefinitionFile } from '../check/findDefinitionFiles.ts';
import type { Command } from '../command.ts';
import { exitCode, type Io, print, tell } from '../io.ts';
import { splitReference } from '../loadDefinition.ts';
import { findModelFolders, readModelDefinitions } from '../models/readModelFolder.ts';
import { readInput } from '../readInput.ts';
import { isSourceReference, readSources } from './findSources.ts';
import { linkOf } from './readDefinitionFile.ts';
import { sourceParser } from './samplesOfSource.ts';

interface Row {
  readonly file: string;
  readonly line: number;
  readonly name: string;
  readonly type: string;
  readonly config: PyValue;
  readonly unknown: readonly {
    readonly argument: string;
    readonly reason: string;
    readonly file: string;
    readonly line: number;
  }[];
  readonly samples: number;
  readonly definition: Definition | undefined;
}

/** `parserlens list`: every definition of files and folders. */
export const listCommand: Command = {
  name: 'list',
  summary: 'name the definitions of files, models and sources',
  help: `Usage: parserlens list [FILE[#NAME] | FOLDER]… [--json]

Names every definition of .parser.json files, models' folders, and Python and TypeScript sources, with its type, its
place, the tokens of its instruction (${usualCounter}) and its samples. Sources are read, never run: what only a run can know
is named.

  FILE     a .parser.json or a source (.py .ipynb .ts .tsx .mts .cts .js .jsx .mjs .cjs); a folder is searched
           (default: the current folder)
  --json   print one JSON array: { file, line, name, type, definition, unknown: [{ argument, reason, file, line }] };
           the definition as a .parser.json has it, without the arguments that are unknown
`,
  options: { json: { type: 'boolean' } },
  positionals: [0, Number.POSITIVE_INFINITY],
  async run(args, io) {
    const paths = args.positionals.length > 0 ? args.positionals : ['.'];
    const found = await findDefinitionFiles(paths, io, name => isDefinitionFile(name) || isSource(name));
    const samples = new Map<string, number>();
    const rows = [
      ...(await definitionRows(found, samples, io)),
      ...(await modelRows(paths, io)),
      ...(await sourceRows(found, samples, paths, io)),
    ];
    rows.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line));
    const listed = rows.filter(row => isWanted(row, paths, io));
    if (args.flag('json')) await print(io.stdout, `${visible(toJsonText(listed.map(jsonOf)))}\n`);
    else await tell(io.stdout, await table(listed, io));
    return exitCode.fine;
  },
};

/** Of a file that is named with `#NAME` only that definition. */
function isWanted({ file, name }: Row, paths: readonly string[], io: Io): boolean {
  const own = paths
    .map(path => splitReference(path, io.cwd))
    .filter(each => each.name !== undefined && withSlashes(each.file) === file);
  return own.length === 0 || own.some(each => each.name === name);
}

function withSlashes(path: string): string {
  return path.replaceAll('\\', '/');
}

/** `samples` gets the number of samples that the parsers of sources have in these files. */
async function definitionRows(
  found: readonly FoundFile[],
  samples: Map<string, number>,
  io: Io,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const files = new Map(
    found.map(({ reference }) => {
      const { file } = splitReference(reference, io.cwd);
      return [resolve(io.cwd, file), file];
    }),
  );
  for (const [path, file] of files) {
    if (isSource(file)) continue;
    const linked = await linkSources(await readInput(file, io), path, nodeSourceHost(path, io.cwd));
    const place = positionsIn(linked.text);
    for (const definition of readDefinitions(linked.text, path).definitions) {
      const unknown = (linkOf(definition.linked, linked.links)?.unknown ?? []).map(each => ({
        ...each,
        file: withSlashes(asNamed(each.file, path, file)),
      }));
      rows.push({ ...rowOf(definition, file, place(definition.nameSpan.start).line), unknown });
      const parser = sourceParser(definition, linked);
      const key = parser && `${parser.path}#${parser.name}`;
      if (key !== undefined) samples.set(key, (samples.get(key) ?? 0) + definition.samples.length);
    }
  }
  return rows;
}

async function modelRows(paths: readonly string[], io: Io): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const { path } of await findModelFolders(paths, io))
    for (const definition of await readModelDefinitions(path, io)) rows.push(rowOf(definition, path, 1));
  return rows;
}

function rowOf(definition: Definition, file: string, line: number): Row {
  const { name, type, samples } = definition;
  const config = definition.source.config;
  return { file: withSlashes(file), line, name, type, config, unknown: [], samples: samples.length, definition };
}

async function sourceRows(
  found: readonly FoundFile[],
  samples: ReadonlyMap<string, number>,
  paths: readonly string[],
  io: Io,
): Promise<readonly Row[]> {
  const sources = found.filter(({ reference }) => isSourceReference(reference, io));
  return (await readSources(sources, paths, io)).flatMap(({ reference, reading }) => {
    const { file } = splitReference(reference, io.cwd);
    const own = resolve(io.cwd, file);
    return reading.found.map(({ name, type, line, config, unknown }) => ({
      file: withSlashes(file),
      line,
      name,
      type,
      config,
      unknown: unknown.map(each => ({ ...each, file: withSlashes(asNamed(each.file, own, file)) })),
      samples: samples.get(`${own}#${name}`) ?? 0,
      definition: reading.definitions.find(each => each.name === name),
    }));
  });
}

/** A path as the file beside it is named. */
function asNamed(path: string, own: string, named: string): string {
  if (path === own) return named;
  return own.endsWith(named) ? path.slice(own.length - named.length) : path;
}

function jsonOf({ file, line, name, type, config, unknown }: Row): PyValue {
  return new Map<string, PyValue>([
    ['file', file],
    ['line', line],
    ['name', name],
    ['type', type],
    ['definition', config],
    [
      'unknown',
      unknown.map(
        each =>
          new Map<string, PyValue>([
            ['argument', each.argument],
            ['reason', each.reason],
            ['file', each.file],
            ['line', each.line],
          ]),
      ),
    ],
  ]);
}

async function table(rows: readonly Row[], io: Io): Promise<string> {
  const counter = createTokenCounter(usualCounter, io.host);
  const cells: string[][] = [];
  for (const { file, line, name, type, unknown, samples, definition } of rows) {
    const tokens = definition === undefined ? undefined : await tokensOf(definition, counter, io);
    const facts = [
      ...(tokens === undefined ? [] : [`${tokens} tokens`]),
      ...(samples > 0 ? [`${samples} ${samples === 1 ? 'sample' : 'samples'}`] : []),
      ...(unknown.length > 0 ? [`unknown: ${unknown.map(({ argument }) => argument).join(', ')}`] : []),
    ];
    cells.push([oneLine(`${file}:${line}`), oneLine(name), type, oneLine(facts.join(' · '))]);
  }
  const widths = [0, 1, 2].map(k => Math.max(0, ...cells.map(row => row[k]!.length)));
  return cells
    .map(row => `${`${row.map((cell, k) => (k < 3 ? cell.padEnd(widths[k]!) : cell)).join('  ')}`.trimEnd()}\n`)
    .join('');
}

async function tokensOf(
  definition: Definition,
  counter: ReturnType<typeof createTokenCounter>,
  io: Io,
): Promise<number | undefined> {
  try {
    return await counter.countText(createParser(definition, io.host).formatInstruction());
  } catch {
    // There is no instruction without what is unknown, or without the files that it needs.
    return undefined;
  }
}

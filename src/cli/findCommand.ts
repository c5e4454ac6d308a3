import { resolve } from 'node:path';
import {
  type Definition,
  draftDefinition,
  findParsers,
  fromPlain,
  isSource,
  moduleOf,
  oneLine,
  toJsonText,
  typeNamed,
  visible,
} from '../engine/index.ts';
import { type CandidateRow, candidateRow } from '../views/resultJson.ts';
import { tellNotRun } from './check/checkCommand.ts';
import { type FoundFile, findDefinitionFiles, isDefinitionFile } from './check/findDefinitionFiles.ts';
import type { Args, Command } from './command.ts';
import { exitCode, type Io, print, tell, UsageError } from './io.ts';
import { splitReference } from './loadDefinition.ts';
import { findModelFolders, readModelDefinitions } from './models/readModelFolder.ts';
import { inputName, readInput } from './readInput.ts';
import { isSourceReference, readSources } from './sources/findSources.ts';
import { readDefinitionFile, tellUnknown } from './sources/readDefinitionFile.ts';

/** `parserlens find`: which parser reads a response. */
export const findCommand: Command = {
  name: 'find',
  summary: 'rank definitions and parser types by how well they read a response',
  help: `Usage: parserlens find RESPONSE… [--in PATH]… [--run-modules] [--json]
       parserlens find RESPONSE… --draft TYPE

Tries all definitions, the response templates of models' folders and all parser types on the responses, and prints each with the reason, best first: definitions that
read at least one response, types of which such a definition can be drafted, definitions and types that read any text, and
the other definitions.

  RESPONSE      a file with one response, or - for standard input
  --in PATH     a .parser.json or a source, or a folder to search for them and for models (default: the current folder);
                can be repeated
  --run-modules
                try definitions that read with a module of the folders that are searched, and of the current one; otherwise
                only those of files that are named with --in, and not just found in a folder
  --json        print one JSON array, ranked as a whole: { name, type, file, read, of, score, parts, why }; a type has no
                file
  --draft TYPE  print a definition of this type that reads the responses; exits with 1 if it does not read all of them
`,
  options: {
    in: { type: 'string', multiple: true },
    'run-modules': { type: 'boolean' },
    json: { type: 'boolean' },
    draft: { type: 'string' },
  },
  positionals: [1, Number.POSITIVE_INFINITY],
  async run(args, io) {
    const responses: string[] = [];
    for (const path of args.positionals) responses.push(await readInput(path, io));
    const type = args.value('draft');
    return type === undefined ? rank(responses, args, io) : draft(responses, type, args, io);
  },
};

async function rank(responses: readonly string[], args: Args, io: Io): Promise<number> {
  const places = args.values('in');
  const searched = places.length > 0 ? places : ['.'];
  const paths = await findDefinitionFiles(searched, io, name => isDefinitionFile(name) || isSource(name));
  const files = new Map<Definition, string>();
  const notRun: string[] = [];
  const isSourceFile = ({ reference }: FoundFile) => isSourceReference(reference, io);
  for (const { reference, isNamed } of paths.filter(each => !isSourceFile(each))) {
    const { file, name } = splitReference(reference, io.cwd);
    const mayRun = isNamed || args.flag('run-modules');
    for (const definition of await definitionsOf(file, io)) {
      if (name !== undefined && definition.name !== name) continue;
      if (isNamed) io.reach?.nameDefinition(resolve(io.cwd, file), definition);
      if (mayRun || moduleOf(definition) === undefined) files.set(definition, file);
      else notRun.push(`${file}#${definition.name}`);
    }
  }
  for (const { reference, reading } of await readSources(paths.filter(isSourceFile), searched, io)) {
    const { file, name } = splitReference(reference, io.cwd);
    for (const definition of reading.definitions) {
      if (name !== undefined && definition.name !== name) continue;
      const call = reading.found.find(each => each.name === definition.name);
      if (call) await tellUnknown(file, call, io);
      files.set(definition, file);
    }
  }
  for (const { path } of await findModelFolders(searched, io))
    for (const definition of await readModelDefinitions(path, io)) files.set(definition, path);
  await tellNotRun(notRun, io);
  const found = await findParsers(responses, [...files.keys()], io.host);
  const rows = found.map(candidate => candidateRow(candidate, files.get(candidate.definition)));
  await tell(io.stdout, args.flag('json') ? `${visible(toJsonText(fromPlain(rows)))}\n` : table(rows));
  return exitCode.fine;
}

async function definitionsOf(file: string, io: Io): Promise<readonly Definition[]> {
  return (await readDefinitionFile(file, io)).definitions;
}

function table(rows: readonly CandidateRow[]): string {
  const reads = ({ read, parts }: CandidateRow) => read > 0 && !parts.takesAnything;
  const isType = ({ file }: CandidateRow) => file === undefined;
  const isMeant = (row: CandidateRow) => !reads(row) && row.parts.hasNames && !isType(row);
  const others = rows.filter(row => !reads(row) && !isMeant(row));
  const groups = [
    ...rows.filter(row => reads(row) && !isType(row)),
    ...rows.filter(row => reads(row) && isType(row)),
    ...rows.filter(isMeant),
    ...others.filter(({ read }) => read > 0),
    ...others.filter(row => row.read === 0 && !isType(row)),
  ];
  const cells = groups.map(row => [
    isType(row) ? row.type : oneLine(`${row.file}#${row.name}`),
    isType(row) ? 'a type' : row.type,
    oneLine(row.why),
  ]);
  const widths = [0, 1].map(k => Math.max(0, ...cells.map(row => row[k]!.length)));
  return cells.map(row => `${row.map((cell, k) => (k < 2 ? cell.padEnd(widths[k]!) : cell)).join('  ')}\n`).join('');
}

async function draft(responses: readonly string[], name: string, { positionals }: Args, io: Io): Promise<number> {
  const type = typeNamed(name);
  if (!type) throw new UsageError(`There is no parser type \`${name}\`. See \`parserlens --help\`.`);
  const drafted = await draftDefinition(responses, type, io.host);
  if (!drafted) {
    await tell(io.stderr, `No ${name} can be drafted: the responses have nothing of its format.\n`);
    return exitCode.failed;
  }
  await print(io.stdout, visible(drafted.text));
  for (const { index, error } of drafted.unread)
    await tell(io.stderr, `${oneLine(`${inputName(positionals[index] ?? '-')}: ${error}`)}\n`);
  return drafted.unread.length === 0 ? exitCode.fine : exitCode.failed;
}

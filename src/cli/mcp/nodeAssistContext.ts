import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { AssistContext, AssistFile, EvaluationRequest, RowRequest } from '../../assist/assistContext.ts';
import { ToolError } from '../../assist/assistTool.ts';
import { partlyKnown } from '../../assist/namedDefinition.ts';
import {
  EngineError,
  type EvaluationFile,
  evaluatedParser,
  type Host,
  isSource,
  linkSources,
  markOddTypes,
  placeInLinked,
  placeInSource,
  readDefinitions,
  readSource,
  type SourceDefinition,
  splitReference,
} from '../../engine/index.ts';
import { evaluateLogs } from '../../node/evaluation/evaluateLogs.ts';
import { fileSource } from '../../node/evaluation/fileSource.ts';
import { inputsAt } from '../../node/evaluation/inputsAt.ts';
import { type Confines, confinedPath, leadsOutside, NamedFileError, readNamedFile } from '../../node/namedFile.ts';
import { nodeResources } from '../../node/nodeResources.ts';
import { confinedSourceHost, nodeSourceHost } from '../../node/nodeSourceHost.ts';
import { openLog } from '../../portable/logs/openLog.ts';
import { rowOnLine } from '../../portable/logs/rowsAgain.ts';
import { maxNamedFile } from '../../portable/maxNamedFile.ts';
import { checkFile } from '../check/checkFiles.ts';
import { type FoundFile, findDefinitionFiles, isDefinitionFile } from '../check/findDefinitionFiles.ts';
import { evaluatedFile } from '../evaluate/evaluatedFile.ts';
import { type Io, UsageError } from '../io.ts';
import { type Loaded, loadDefinition } from '../loadDefinition.ts';
import { Reach } from '../reach.ts';
import { reasonOf } from '../readInput.ts';
import { checkSources, isSourceReference, readSources } from '../sources/findSources.ts';
import { linkedPlaces } from '../sources/readDefinitionFile.ts';
import { shownPath, writtenPlaces } from './writtenPlaces.ts';

/** What a server lets assistants reach. */
export interface AssistReach {
  /** Absolute folders; relative paths start at the first. */
  readonly roots: readonly string[];
  /** Whether modules inside the roots run. */
  readonly runModules: boolean;
  readonly host: Host;
}

/** One call. */
export interface AssistCall {
  readonly signal: AbortSignal;
  progress(done: number, total: number | undefined): void;
}

/** The largest row that is shown, in bytes. */
const maxRow = 4 * 1024 * 1024;

/** What tools get on Node. An assistant can name any file, so that naming one vouches for nothing. */
export function nodeAssistContext(
  { roots, runModules, host }: AssistReach,
  { signal, progress }: AssistCall,
): AssistContext {
  const [cwd = process.cwd()] = roots;
  const confines: Confines = {
    folders: roots,
    name:
      roots.length > 0
        ? `the server's folders (${roots.join(', ')})`
        : "the server's folders: no root of the client lies in its --root",
  };
  const reach = new Reach({ confines, runModules });
  const guarded = reach.guard(host);
  // No `reach`: commands would tell it that the user named their files.
  const io: Io = {
    stdin: Readable.from([]),
    stdout: nowhere(),
    stderr: nowhere(),
    cwd,
    env: {},
    host: guarded,
    signal,
  };
  const nothing: Confines = { folders: [], name: 'what a definition given as text may read' };
  const { loadTable, runPattern, analyzePattern } = host;
  const textHost: Host = {
    ...(loadTable && { loadTable }),
    ...(runPattern && { runPattern }),
    ...(analyzePattern && { analyzePattern }),
    // A text has no folder of its own.
    runModule: async () => ({
      ok: false,
      error: {
        class: 'ModuleNotTrusted',
        message: 'It was not run: modules run for files alone, and with --run-modules.',
      },
    }),
  };

  /** The absolute path that a client means, inside the roots. */
  async function inside(file: string): Promise<string> {
    const path = pathOf(file, cwd);
    try {
      await confinedPath(path, confines);
      const found = await stat(path);
      // A pipe may never have anything to read.
      if (!found.isFile() && !found.isDirectory()) throw new Error('it is no regular file');
      return path;
    } catch (error) {
      if (error instanceof NamedFileError)
        throw new ToolError(`${file} is outside of ${confines.name}.`, 'Name a file in there.');
      throw new ToolError(
        `${file} cannot be read: ${reasonOf(error)}.`,
        'Call list_definitions for the files that there are.',
      );
    }
  }

  function shownUnknown<T extends Pick<SourceDefinition, 'unknown'>>(found: T): T {
    return { ...found, unknown: found.unknown.map(each => ({ ...each, file: shownPath(each.file, cwd) })) };
  }

  async function readFile(file: string): Promise<AssistFile> {
    const path = await inside(file);
    try {
      const relative = shownPath(path, cwd);
      const text = new TextDecoder().decode(await readNamedFile(path, maxNamedFile, confines));
      if (!isSource(path)) {
        const linked = await linkSources(text, path, nodeSourceHost(path, cwd));
        const { found } = linkedPlaces(linked, readDefinitions(linked.text, path));
        const placeOf = writtenPlaces(offset => placeInLinked(linked, offset), confines, cwd);
        return { path, label: relative, text: linked.text, ...(found && { found: found.map(shownUnknown) }), placeOf };
      }
      const reading = await readSource(text, path, confinedSourceHost(roots, maxNamedFile));
      const placeOf = writtenPlaces(offset => placeInSource(reading, offset), confines, cwd);
      return { path, label: relative, text: reading.text, found: reading.found.map(shownUnknown), placeOf };
    } catch (error) {
      throw new ToolError(`${file} cannot be read: ${reasonOf(error)}.`);
    }
  }

  async function load(reference: string): Promise<Loaded> {
    const { file } = splitReference(reference);
    await inside(file);
    return asToolErrors(() => loadDefinition(reference, io));
  }

  async function evaluate({ log, parser, compare, field, groupBy }: EvaluationRequest): Promise<EvaluationFile> {
    const loaded = await load(parser);
    const other = compare === undefined ? undefined : await load(compare);
    const path = await inside(log);
    const options = { groupBy, off: [], on: [], rows: undefined, out: undefined, counter: undefined };
    return asToolErrors(async () => {
      const inputs = await inputsAt(path, log, confines).catch((error: unknown) => {
        throw new ToolError(`${log} cannot be read: ${reasonOf(error)}.`);
      });
      const judged = await evaluateLogs(
        inputs.map(input => ({ ...input, ...(field !== undefined && { field }) })),
        {
          definitions: [loaded, ...(other ? [other] : [])].map(each => definitionText(each, cwd)),
          table: { keepIds: other !== undefined },
        },
        {
          host: guarded,
          modules: reach.rights,
          signal,
          onProgress: ({ bytes, total }) => progress(bytes, total),
        },
      );
      signal.throwIfAborted();
      for (const table of judged.tables) markOddTypes(table, []);
      const unknown = [loaded, ...(other ? [other] : [])].flatMap(each => shownUnknown(each).unknown);
      const file = evaluatedFile(judged, {
        parser: evaluatedParser(loaded.definition, loaded.file),
        other: other && evaluatedParser(other.definition, other.file),
        options,
      });
      return { ...file, ...partlyKnown(unknown) };
    });
  }

  async function row({ log, line, field }: RowRequest): Promise<unknown> {
    const path = await inside(log);
    return asToolErrors(async () => {
      const again = () => fileSource(path);
      const opened = await openLog(await again(), path, { again, ...(field !== undefined && { field }) });
      const found = await rowOnLine(await fileSource(path), { log: 0, ...opened }, line, maxRow);
      if (!found) throw new ToolError(`No row of ${log} begins on line ${line}.`, 'evaluate_log names lines of rows.');
      if (found.response === undefined)
        throw new ToolError(
          `The row on line ${line} of ${log} has no response at ${opened.field}.`,
          fieldsWords(opened.fields),
        );
      return found.response;
    });
  }

  return {
    host: guarded,
    textHost,
    signal,
    progress,
    readFile,
    async definitionFiles(place = '.') {
      const { file, ...rest } = splitReference(place);
      await inside(file);
      const paths = [rest.name === undefined ? file : place];
      const isWanted = (name: string) => isDefinitionFile(name) || isSource(name);
      const found = await asToolErrors(() => findDefinitionFiles(paths, io, isWanted));
      const isOfSource = ({ reference }: FoundFile) => isSourceReference(reference, io);
      const sources = await asToolErrors(() => readSources(found.filter(isOfSource), paths, io));
      const files: string[] = [];
      for (const { reference } of [
        ...found.filter(each => !isOfSource(each)),
        ...sources.filter(({ reading }) => reading.found.length > 0),
      ]) {
        const isOutside = await leadsOutside(pathOf(splitReference(reference).file, cwd), roots);
        if (!isOutside) files.push(shownPath(pathOf(reference, cwd), cwd));
      }
      return files;
    },
    async check(source, quick = false) {
      if ('text' in source)
        return asToolErrors(() =>
          checkFile(
            source.fileName,
            { ...io, host: textHost },
            { text: source.text, confines: nothing, runModules: false },
          ),
        );
      await inside(splitReference(source.path).file);
      if (isSourceReference(source.path, io)) {
        const named = [{ reference: source.path, isNamed: true }];
        const [checked] = await asToolErrors(() => checkSources(named, [source.path], io, { severities: {} }));
        return checked ?? { file: source.path, definitions: [], problems: [], samples: [], notRun: [] };
      }
      const { analyzePattern: _, ...hasty } = guarded;
      return asToolErrors(() => checkFile(source.path, quick ? { ...io, host: hasty } : io, { confines, runModules }));
    },
    evaluate,
    row,
    resources: file => nodeResources(dirname(file), [], confines),
  };
}

/** A wrong use of the command line is an error of the tool. */
async function asToolErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UsageError) throw new ToolError(error.message);
    if (error instanceof EngineError) throw new ToolError(`${error.class}: ${error.message}`);
    throw error;
  }
}

function definitionText({ definition, file, text }: Loaded, cwd: string) {
  return { text, fileName: resolve(cwd, file), name: definition.name };
}

function fieldsWords(fields: readonly string[]): string {
  return fields.length > 0 ? `Fields with a text: ${fields.slice(0, 10).join(', ')}.` : '';
}

/** Clients name files by paths and by URIs. */
function pathOf(file: string, cwd: string): string {
  if (!file.startsWith('file:')) return resolve(cwd, file);
  try {
    return fileURLToPath(file);
  } catch {
    throw new ToolError(`${file} names no file.`);
  }
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

import { readFile, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import {
  createParser,
  createSampleJudge,
  type Definition,
  type DefinitionFile,
  EngineError,
  fromPlain,
  isSource,
  type ModelMessage,
  moduleOf,
  type PyValue,
  type ResponseParser,
  readDefinitions,
  type SampleJudge,
  type SourceDefinition,
  toJsonText,
  unjudgedKey,
} from '../../engine/index.ts';
import type { Confines } from '../../node/namedFile.ts';
import { positionsIn } from '../../views/position.ts';
import { diagnosisJson, jsonObject, resultJson } from '../../views/resultJson.ts';
import { sampleText, unjudgedMessage } from '../check/checkFiles.ts';
import type { Command } from '../command.ts';
import { exitCode, type Io, print } from '../io.ts';
import { confinesOf, reachOptions } from '../sharedOptions.ts';
import { linkedText, readDefinitionFile } from '../sources/readDefinitionFile.ts';
import { samplesOfSource } from '../sources/samplesOfSource.ts';

/** `parserlens serve`: an engine that stays, for the package for Python; no command for people. */
export const serveCommand: Command = {
  name: 'serve',
  summary: 'answer questions on standard input, for the package for Python',
  isInner: true,
  help: `Usage: parserlens serve [--run-modules] [--root DIR]

Reads one JSON object a line, { id, op, file, … }, and writes one a line, { id, result } or { id, error }, in order. op is
definitions, instruction, parse, diagnose or judge. It is for the package for Python, and changes with it.
`,
  options: reachOptions,
  positionals: [0, 0],
  async run(args, io) {
    const served = new Served(io, { confines: await confinesOf(args, io), runModules: args.flag('run-modules') });
    for await (const line of createInterface({ input: io.stdin, crlfDelay: Number.POSITIVE_INFINITY }))
      await print(io.stdout, `${toJsonText(await answerOf(line, served), 0)}\n`);
    return exitCode.fine;
  },
};

async function answerOf(line: string, served: Served): Promise<PyValue> {
  let id: PyValue = null;
  try {
    const { id: rawId, op, ...question } = JSON.parse(line);
    id = fromPlain(rawId);
    return jsonObject({ id, result: await served.answer(String(op), question) });
  } catch (error) {
    return jsonObject({ id, error: error instanceof Error ? error.message : String(error) });
  }
}

/** What a question may say beside its `op`. */
interface Question {
  /** A definition file, absolute. */
  readonly file?: unknown;
  readonly name?: unknown;
  readonly text?: unknown;
  readonly message?: unknown;
  /** The number of a sample. */
  readonly sample?: unknown;
}

interface Read {
  readonly text: string;
  readonly file: DefinitionFile;
  readonly parsers: Map<string, ResponseParser>;
  readonly judges: Map<string, SampleJudge>;
  /** Of a source: its calls, and when each of the files that it was read from had changed. */
  readonly source?: { readonly found: readonly SourceDefinition[]; readonly times: ReadonlyMap<string, number> };
}

/** Answers the questions of the package for Python. A definition file is read again when it changed. */
class Served {
  readonly #io: Io;
  readonly #confines: Confines;
  readonly #runModules: boolean;
  readonly #files = new Map<string, Read>();

  constructor(io: Io, { confines, runModules }: { readonly confines: Confines; readonly runModules: boolean }) {
    this.#io = io;
    this.#confines = confines;
    this.#runModules = runModules;
  }

  /** Rejects with words for the user. */
  async answer(op: string, question: Question): Promise<PyValue> {
    const file = String(question.file);
    if (op === 'samples') return this.#samples(file, question.name);
    const read = await this.#read(file);
    if (op === 'definitions') return definitionsJson(read);
    const definition = pick(read, file, String(question.name));
    if (op === 'judge') return this.#judge(read, definition, file, Number(question.sample));
    // What a program names, it may run.
    this.#io.reach?.nameDefinition(file, definition);
    const parser = await this.#parser(read, definition);
    if (op === 'instruction') return parser.formatInstruction();
    const text = typeof question.text === 'string' ? question.text : '';
    if (op === 'diagnose') return diagnosisJson(await parser.diagnose(text), text);
    if (op !== 'parse') throw new Error(`There is no \`${op}\`.`);
    const message = question.message as ModelMessage | undefined;
    return resultJson(definition, await parser.parse(message ?? text, { suspicions: true }), text);
  }

  /** The definitions that hold the samples of a source's parser, or of all of its parsers. */
  async #samples(file: string, name: unknown): Promise<PyValue> {
    const io = { ...this.#io, cwd: this.#confines.folders[0] ?? this.#io.cwd };
    const found = await samplesOfSource(typeof name === 'string' ? `${file}#${name}` : file, io);
    return fromPlain(found.map(each => ({ ...each, file: resolve(io.cwd, each.file) })));
  }

  async #read(file: string): Promise<Read> {
    return isSource(file) ? this.#readSource(file) : this.#readDefinitions(file);
  }

  /** A source is read again when it, or a file that it imports, has changed. */
  async #readSource(file: string): Promise<Read> {
    const cached = this.#files.get(file);
    const times = cached?.source?.times;
    if (cached && times && (await hasTimes(times))) return cached;
    const { text, definitions, problems, found = [], files = [] } = await readDefinitionFile(file, this.#io);
    const read = {
      text,
      file: { definitions: [...definitions], problems: [...problems] },
      parsers: new Map(),
      judges: new Map(),
      source: {
        found,
        times: new Map(await Promise.all(files.map(async each => [each, await timeOf(each)] as const))),
      },
    };
    this.#files.set(file, read);
    return read;
  }

  async #readDefinitions(file: string): Promise<Read> {
    const text = await linkedText(await readFile(file, 'utf8'), file, this.#io);
    const cached = this.#files.get(file);
    if (cached?.text === text) return cached;
    const read = { text, file: readDefinitions(text, file), parsers: new Map(), judges: new Map() };
    this.#files.set(file, read);
    return read;
  }

  async #parser({ parsers }: Read, definition: Definition): Promise<ResponseParser> {
    const { name } = definition;
    const existing = parsers.get(name);
    // A module may have changed.
    if (existing && moduleOf(definition) === undefined) return existing;
    try {
      const parser = createParser(definition, this.#io.host);
      await parser.prepare();
      parsers.set(name, parser);
      return parser;
    } catch (error) {
      if (error instanceof EngineError) throw new Error(`${error.class}: ${error.message}`);
      throw error;
    }
  }

  async #judge({ judges, text }: Read, definition: Definition, file: string, index: number): Promise<PyValue> {
    const sample = definition.samples[index];
    if (!sample) throw new Error(`${definition.name} has no sample ${index} any more.`);
    if (moduleOf(definition) !== undefined) {
      // The plugin says how they are run there.
      if (!this.#runModules) return fromPlain({ verdict: 'skipped' });
      this.#io.reach?.nameDefinition(file, definition);
    }
    const open = unjudgedKey(definition);
    if (open !== undefined) return fromPlain({ verdict: 'skipped', message: unjudgedMessage(open) });
    const response = await sampleText(sample, resolve(this.#io.cwd, dirname(file)), this.#confines);
    if ('error' in response) return fromPlain({ verdict: 'fail', message: response.error });
    const judge = judges.get(definition.name) ?? createSampleJudge(definition, this.#io.host);
    judges.set(definition.name, judge);
    const { verdict, message, differences } = await judge.judge(sample, response.text);
    const { line } = positionsIn(text)((sample.expectSpan ?? sample.span).start);
    return fromPlain({
      verdict,
      line,
      ...(message !== undefined && { message }),
      differences,
      response: response.text,
    });
  }
}

async function hasTimes(times: ReadonlyMap<string, number>): Promise<boolean> {
  for (const [file, time] of times) if ((await timeOf(file)) !== time) return false;
  return true;
}

/** When a file changed last; 0: there is none. */
function timeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}

function pick({ file: { definitions } }: Read, file: string, name: string): Definition {
  const found = definitions.find(definition => definition.name === name);
  if (found) return found;
  const names = definitions.map(each => `\`${each.name}\``).join(', ');
  throw new Error(`${file} has no usable definition \`${name}\`.${names && ` There are: ${names}.`}`);
}

/** The definitions with their samples, and what is wrong with the file. */
function definitionsJson({ text, file: { definitions, problems }, source }: Read): PyValue {
  const placeOf = positionsIn(text);
  const calls = new Map(source?.found.map(each => [each.name, each]));
  return jsonObject({
    definitions: definitions.map(({ name, type, description, samples, span }) =>
      jsonObject({
        name,
        type,
        description,
        line: calls.get(name)?.line ?? placeOf(span.start).line,
        unknown: fromPlain(
          (calls.get(name)?.unknown ?? []).map(({ argument, reason, file, line }) => ({
            argument,
            reason,
            file,
            line,
          })),
        ),
        samples: samples.map(sample => fromPlain({ name: sample.name, line: placeOf(sample.span.start).line })),
      }),
    ),
    errors: problems
      .filter(({ severity }) => severity === 'error')
      .map(({ message, span }) => fromPlain({ message, line: placeOf(span.start).line })),
  });
}

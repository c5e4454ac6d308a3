import { spanOf } from '../code/python/read/syntax.ts';
import { UniqueNames } from '../code/uniqueNames.ts';
import type { PyValue } from '../core/pyValue.ts';
import { readDefinitions } from '../definition/index.ts';
import { toDefinitionText } from '../python/index.ts';
import { nameOfPlace } from './constructionName.ts';
import { frameworkClass, typesByPlace } from './frameworks.ts';
import { inNotebook } from './inNotebook.ts';
import { LineNumbers } from './lineNumbers.ts';
import { notebookCode } from './notebookCode.ts';
import { readProgram } from './program.ts';
import type { Recorded } from './recordConstruction.ts';
import { readScript } from './script/readScript.ts';
import { withAnswers } from './sourceAnswers.ts';
import type { Hole, Origin } from './sourceData.ts';
import { keptOf, type SourceHost } from './sourceHost.ts';
import { Interpreter } from './sourceInterpreter.ts';
import type { Models } from './sourceModels.ts';
import { isNotebook, isScript } from './sourceNames.ts';
import type { SourceDefinition, SourceOrigin, SourceReading, UnknownArgument } from './sourceReading.ts';

const empty: SourceReading = { definitions: [], problems: [], files: [], found: [], text: '{ "parsers": {} }' };

const parserCall = new RegExp(`\\b(${typesByPlace.join('|')})\\(`, 'g');

/**
 * Reads the parsers that a source file makes, as its program would make them when it runs: names that it imports are followed through
 * `host.readFile`, inside `host.roots` only. Nothing is run. What only a run can know is named as unknown, with its reason and place.
 * Never throws; steps, sizes, depth and files are bounded.
 */
export async function readSource(text: string, fileName: string, host: SourceHost = {}): Promise<SourceReading> {
  const reading = await readFile(text, fileName, host);
  const answered = host.answered?.find(each => each.path === fileName && each.text === text);
  return answered ? withAnswers(reading, answered) : reading;
}

async function readFile(text: string, fileName: string, host: SourceHost): Promise<SourceReading> {
  if (!isNotebook(fileName)) return readCode(text, fileName, isScript(fileName), host);
  const code = notebookCode(text);
  if (!code) return unread(text, fileName, 'The file is not a notebook that can be read.');
  return inNotebook(await readCode(code.text, fileName, code.isScript, host), code, text);
}

async function readCode(text: string, fileName: string, isScript: boolean, host: SourceHost): Promise<SourceReading> {
  if (text.length > maxLength) return unread(text, fileName, 'The file is too large to be read.');
  const tooDeep = 'The file is nested too deeply to be read.';
  if (isScript) return (await readScript(text, fileName, host)) ?? unread(text, fileName, tooDeep);
  const program = await readProgram(text, fileName, host);
  if (!program) return unread(text, fileName, tooDeep);
  const { functions } = keptOf(host);
  const run = new Interpreter(program, functions.get(fileName));
  run.load(program.files[0]!);
  run.readUncalled();
  functions.set(fileName, run.selfContained);
  return new SourceReader(run).read();
}

/** Characters of a source: larger ones are made by programs. */
const maxLength = 1_500_000;

/** The calls of a text that is not read: none of their arguments is known. */
function unread(text: string, file: string, reason: string): SourceReading {
  const found: SourceDefinition[] = [];
  let line = 1;
  let from = 0;
  for (const match of text.matchAll(parserCall)) {
    line += text.slice(from, match.index).split('\n').length - 1;
    from = match.index;
    const span = { start: from, end: from + match[0].length };
    const unknown = [{ argument: '*args', reason, file, line, span }];
    const type = match[1]!;
    const made = { file, start: from };
    found.push({
      name: `${type}_${found.length + 1}`,
      type,
      line,
      span,
      config: new Map([['type', type]]),
      unknown,
      origins: new Map(),
      made,
      isUncalled: false,
    });
    if (found.length >= 1000) break;
  }
  return { ...empty, files: [file], found };
}

class SourceReader {
  readonly #run: Interpreter;
  readonly #models: Models;
  readonly #names = new UniqueNames();
  readonly #lines = new LineNumbers();
  readonly #end: number;

  constructor(run: Interpreter) {
    this.#run = run;
    this.#models = run.models;
    this.#end = run.program.files[0]!.text.length;
  }

  read(): SourceReading {
    const made = [...this.#constructions(), ...this.#unreached(), ...this.#tools(), ...this.#others()].sort(
      (a, b) => a.span.start - b.span.start,
    );
    const named = made.map(each => ({ ...each, name: this.#names.take(each.name, '_') }));
    const text = `${toDefinitionText(new Map([['parsers', new Map(named.map(({ name, shown }) => [name, shown]))]]))}\n`;
    const [first] = this.#run.program.files;
    const { definitions, problems } = readDefinitions(text, first!.path);
    return {
      definitions,
      problems: named.length > 0 ? problems : [],
      files: this.#run.program.files.map(({ path }) => path),
      found: named.map(({ shown, ...rest }) => rest),
      text,
    };
  }

  #constructions() {
    const own = this.#run.constructions.filter(
      ({ place, isAgain, uncalled }) =>
        place.from < this.#end && !isAgain && !(uncalled && this.#run.entered.has(uncalled.from)),
    );
    return own.map(made => this.#definition(made));
  }

  #definition(made: Recorded) {
    const { type, shown, config, unknown, origins } = made.definition;
    return {
      name: made.name,
      type,
      shown,
      config,
      ...this.#placed(made.place),
      unknown: unknown.map(({ argument, ...hole }) => this.#argument(argument, hole)),
      origins: this.#origins(origins),
      made: this.#fileAndStart(made.node.from),
      isUncalled: made.uncalled !== undefined,
    };
  }

  /** Calls that were not reached before reading took too long. */
  #unreached() {
    if (!this.#run.isSpent) return [];
    const reached = new Set(this.#run.constructions.map(({ node }) => node.from));
    return this.#models.outline.calls.flatMap(({ node, scope }) => {
      const callee = node.firstChild;
      if (!callee || node.from >= this.#end || reached.has(node.from)) return [];
      const named = this.#models.evaluator.resolve(callee, scope);
      if (named.kind !== 'import' || !frameworkClass(named.path)) return [];
      const type = named.path.slice(named.path.lastIndexOf('.') + 1);
      const config = new Map<string, PyValue>([['type', type]]);
      const hole = { path: [], reason: 'Reading the file takes too long.', at: spanOf(node) };
      return [
        {
          name: type,
          type,
          shown: config,
          config,
          ...this.#placed(node),
          unknown: [this.#argument('*args', hole)],
          origins: new Map(),
          made: this.#fileAndStart(node.from),
          isUncalled: false,
        },
      ];
    });
  }

  #tools() {
    return this.#models.outline.classes
      .filter(({ node }) => node.from < this.#end)
      .flatMap(place => {
        const tool = this.#models.toolOf(place);
        if (!tool) return [];
        const name = this.#classNameAt(place.node);
        const config = new Map<string, PyValue>([
          ['type', tool.kind],
          ['tools', [tool.config]],
        ]);
        return [
          {
            name,
            type: tool.kind,
            shown: config,
            config: tool.holes.length > 0 ? new Map([['type', tool.kind]]) : config,
            ...this.#placed(place.node),
            unknown: tool.holes.map(hole => this.#argument('model', hole)),
            origins: new Map(),
            made: this.#fileAndStart(place.node.from),
            isUncalled: false,
          },
        ];
      });
  }

  /** What systems read of classes and calls without running the program: modules and signatures. */
  #others() {
    return this.#models.foundUpTo(this.#end).map(({ type, config: keys, node, parts = new Map(), unknown, member }) => {
      const head: readonly (readonly [string, PyValue])[] = [['type', type]];
      const isKnown = (key: string) => unknown.every(({ argument }) => argument !== key);
      const isCall = node.name === 'CallExpression';
      const origins = [...parts].map(([key, [written]]): [string, Origin] => [key, { at: spanOf(written ?? node) }]);
      return {
        name: (isCall ? nameOfPlace(node, this.#run) : this.#classNameAt(node)) + (member ? `.${member}` : ''),
        type,
        shown: new Map([...head, ...keys]),
        config: new Map([...head, ...[...keys].filter(([key]) => isKnown(key))]),
        ...this.#placed(node),
        unknown: unknown.map(({ argument, ...hole }) => this.#argument(argument, hole)),
        origins: this.#origins(new Map(origins)),
        made: this.#fileAndStart(node.from),
        isUncalled: false,
      };
    });
  }

  #classNameAt({ from }: { readonly from: number }): string {
    return this.#run.classList.find(({ node }) => node.from === from)?.name ?? 'parser';
  }

  #placed(node: { readonly from: number; readonly to: number }) {
    return { span: spanOf(node), line: this.#lineAt(node.from) };
  }

  #argument(argument: string, { path, reason, at }: Hole): UnknownArgument {
    const file = this.#run.program.fileAt(at.start);
    const span = { start: at.start - file.start, end: at.end - file.start };
    const parts = path.length > 1 && path[0] !== argument && path.join('.') === argument ? { path } : {};
    return { argument, ...parts, reason, file: file.path, line: this.#lineAt(at.start), span };
  }

  #origins<K extends string | number>(origins: ReadonlyMap<K, Origin>): ReadonlyMap<K, SourceOrigin> {
    const placed = ({ at, items }: Origin): SourceOrigin => {
      const file = this.#run.program.fileAt(at.start);
      const span = { start: at.start - file.start, end: at.end - file.start };
      return { file: file.path, span, ...(items && { items: this.#origins(items) }) };
    };
    return new Map([...origins].map(([key, origin]) => [key, placed(origin)]));
  }

  #fileAndStart(offset: number) {
    const file = this.#run.program.fileAt(offset);
    return { file: file.path, start: offset - file.start };
  }

  #lineAt(offset: number): number {
    const file = this.#run.program.fileAt(offset);
    return this.#lines.lineAt(file.text, offset - file.start);
  }
}

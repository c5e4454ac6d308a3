import { type PyNode, spanOf } from '../../code/python/read/syntax.ts';
import type { PyValue } from '../../core/pyValue.ts';
import { keptOf, type SourceHost } from '../reading/sourceHost.ts';
import { LineNumbers } from '../reading/sourcePlaces.ts';
import {
  type FoundParser,
  readingOf,
  type SourceOrigin,
  type SourceReading,
  type UnknownArgument,
} from '../reading/sourceReading.ts';
import { nameOfPlace } from './calls/constructionName.ts';
import type { Hole, Origin } from './definitions/sourceData.ts';
import type { Models } from './definitions/sourceModels.ts';
import { readProgram } from './run/program.ts';
import { Interpreter } from './sourceInterpreter.ts';
import { lastOf } from './values/classLines.ts';
import { frameworkClass } from './values/frameworks.ts';

/** Reads the parsers that a Python file makes; `undefined`: it cannot be read. Nothing is run. */
export async function readPythonSource(
  text: string,
  path: string,
  host: SourceHost,
): Promise<SourceReading | undefined> {
  const program = await readProgram(text, path, host);
  if (!program) return undefined;
  const { functions } = keptOf(host);
  const run = new Interpreter(program, functions.get(path));
  run.load(program.files[0]!);
  run.readUncalled();
  functions.set(path, run.selfContained);
  return new SourceReader(run).read();
}

/** A parser as far as it is known, with places in the joined text of the program's files. */
type Found = Pick<FoundParser, 'name' | 'type' | 'visible' | 'config'> & {
  readonly unknown: readonly (Hole & { readonly argument: string })[];
  readonly origins?: ReadonlyMap<string, Origin>;
};

class SourceReader {
  readonly #run: Interpreter;
  readonly #models: Models;
  readonly #lines = new LineNumbers();
  readonly #end: number;

  constructor(run: Interpreter) {
    this.#run = run;
    this.#models = run.models;
    this.#end = run.program.files[0]!.text.length;
  }

  read(): SourceReading {
    const found = [...this.#constructions(), ...this.#unreached(), ...this.#tools(), ...this.#others()];
    return readingOf(
      found.sort((a, b) => a.span.start - b.span.start),
      this.#run.program.files.map(({ path }) => path),
    );
  }

  /** A parser that stands at a node; `made`: the call of the framework's own class. */
  #found(node: PyNode, { name, type, visible, config, unknown, origins }: Found, made = node): FoundParser {
    return {
      name,
      type,
      visible,
      config,
      span: spanOf(node),
      line: this.#lineAt(node.from),
      unknown: unknown.map(({ argument, ...hole }) => this.#argument(argument, hole)),
      origins: this.#origins(origins ?? new Map()),
      made: this.#fileAndStart(made.from),
      isUncalled: false,
    };
  }

  #constructions() {
    const own = this.#run.constructions.filter(
      ({ place, isAgain, uncalled }) =>
        place.from < this.#end && !isAgain && !(uncalled && this.#run.entered.has(uncalled.from)),
    );
    return own.map(({ name, place, node, definition, uncalled }) => ({
      ...this.#found(place, { name, ...definition }, node),
      isUncalled: uncalled !== undefined,
    }));
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
      const type = lastOf(named.path);
      const config = new Map<string, PyValue>([['type', type]]);
      const hole = { argument: '*args', path: [], reason: 'Reading the file takes too long.', at: spanOf(node) };
      return [this.#found(node, { name: type, type, visible: config, config, unknown: [hole] })];
    });
  }

  #tools() {
    return this.#models.outline.classes
      .filter(({ node }) => node.from < this.#end)
      .flatMap(place => {
        const tool = this.#models.toolOf(place);
        if (!tool) return [];
        const type = tool.kind;
        const visible = new Map<string, PyValue>([
          ['type', type],
          ['tools', [tool.config]],
        ]);
        const config = tool.holes.length > 0 ? new Map([['type', type]]) : visible;
        const unknown = tool.holes.map(hole => ({ ...hole, argument: 'model' }));
        return [this.#found(place.node, { name: this.#classNameAt(place.node), type, visible, config, unknown })];
      });
  }

  /** What systems read of classes and calls without running the program: modules and signatures. */
  #others() {
    return this.#models.foundUpTo(this.#end).map(({ type, config: keys, node, parts = new Map(), unknown, member }) => {
      const head: readonly (readonly [string, PyValue])[] = [['type', type]];
      const isKnown = (key: string) => unknown.every(({ argument }) => argument !== key);
      const isCall = node.name === 'CallExpression';
      const origins = [...parts].map(([key, [written]]): [string, Origin] => [key, { at: spanOf(written ?? node) }]);
      return this.#found(node, {
        name: (isCall ? nameOfPlace(node, this.#run) : this.#classNameAt(node)) + (member ? `.${member}` : ''),
        type,
        visible: new Map([...head, ...keys]),
        config: new Map([...head, ...[...keys].filter(([key]) => isKnown(key))]),
        unknown,
        origins: new Map(origins),
      });
    });
  }

  #classNameAt({ from }: { readonly from: number }): string {
    return this.#run.classList.find(({ node }) => node.from === from)?.name ?? 'parser';
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

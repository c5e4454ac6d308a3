import { createEngine as createInner, type Engine as InnerEngine, lazyMembers } from '../../engine/createEngine.ts';
import {
  type Evaluation,
  type Host,
  type Judge,
  type RowVerdict,
  type TableRow,
  VerdictTable,
  withoutModules,
} from '../../engine/index.ts';
import { nodeHost, withTables } from '../nodeHost.ts';
import { nodeResources } from '../nodeResources.ts';
import { type ArgumentKind, anObject, anything, checkArguments, clearError } from './argumentKinds.ts';
import {
  counterArguments,
  judgeArguments,
  type PublicName,
  parserArguments,
  publicFace,
  readerArguments,
  tableArguments,
} from './publicFace.ts';

/** The library with a host in place: where a function takes a host, that one serves unless another is given. */
export type Engine = Pick<InnerEngine, PublicName>;

/** A host, and the settings that only Node's has. */
export interface EngineOptions extends Host {
  /** The folder with the tables of token counters; those of this package, or of `parserlens-tables` beside it, unless it is given. */
  readonly tables?: string;
}

/**
 * The library bound to one host: where a function takes a host, that one serves unless another is given. What the host
 * leaves out is Node's, and with `tables` only the folder of the vocabularies differs from the plain exports. Media's paths
 * start from the working directory unless `resources` says otherwise. Throws a `TypeError` for what is not a host.
 */
export function createEngine(options: EngineOptions = {}): Engine {
  const { tables } = checked(options);
  const node = tables === undefined ? nodeHost : withTables(nodeHost, tables);
  // Whoever runs modules in another way, or none, runs many of them in that way, too.
  const own = options.runModule ? withoutModules(node, 'unavailable') : node;
  const inner = createInner({ ...own, ...membersOf(options) });
  const guarded: Partial<Engine> = {
    createParser: (definition, host) => checkedMembers(inner.createParser(definition, host), parserArguments),
    createReader: (definition, host) => checkedMembers(inner.createReader(definition, host), readerArguments),
    createTokenCounter: (spec, host, folder) =>
      checkedMembers(inner.createTokenCounter(spec, host, folder), counterArguments),
    createJudge: (definition, judging, host) => checkedJudge(inner.createJudge(definition, judging, host)),
    createRowReader: reading =>
      checkArguments('toRow', inner.createRowReader(reading), { record: anything, place: anObject }),
    evaluate: (definition, rows, evaluating, host) =>
      checkedEvaluation(inner.evaluate(definition, rows, evaluating, host)),
    formatConversation: (conversation, options, host) =>
      inner.formatConversation(conversation, { resources: nodeResources(process.cwd()), ...options }, host),
  };
  const memberOf = (name: PublicName): unknown =>
    name === 'VerdictTable' ? checkedTable() : (guarded[name] ?? inner[name]);
  return lazyMembers(Object.keys(publicFace), name => {
    const kinds = publicFace[name as PublicName];
    const member = memberOf(name as PublicName);
    return Object.keys(kinds).length > 0 ? checkArguments(name, member as () => unknown, kinds) : member;
  }) as Engine;
}

const members = [
  'analyzePattern',
  'countTokens',
  'loadTable',
  'now',
  'postJson',
  'readFile',
  'runModule',
  'runModules',
  'runPattern',
] as const satisfies readonly (keyof Host)[];

function checked(options: EngineOptions): EngineOptions {
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`createEngine(options): \`options\` must be a host or { tables }, not ${String(options)}.`);
  if (options.tables !== undefined && typeof options.tables !== 'string')
    throw new TypeError('createEngine(options): `tables` must be the path of a folder.');
  for (const name of members)
    if (options[name] && typeof options[name] !== 'function')
      throw new TypeError(`createEngine(options): \`${name}\` of a host must be a function.`);
  return options;
}

/** What a host has, which may be an object of a class: its methods are not its own, and need it. */
function membersOf(host: Host): Host {
  return Object.fromEntries(members.flatMap(name => (host[name] ? [[name, host[name].bind(host)]] : [])));
}

type Kinds = Readonly<Record<string, ArgumentKind>>;
type Call = (...args: never[]) => unknown;

/** What a function of the door gave, whose own functions look at their arguments as well: those that have kinds, and raise clear errors. */
function checkedMembers<T extends object>(target: T, kinds: Readonly<Record<string, Kinds>>): T {
  const own = Object.entries(target).map(([name, member]) => [
    name,
    typeof member === 'function' ? checkArguments(name, (member as Call).bind(target), kinds[name] ?? {}) : member,
  ]);
  return Object.freeze(
    Object.assign(Object.create(Object.getPrototypeOf(target) as object | null), Object.fromEntries(own)),
  );
}

/** A judge that looks at the rows. */
function checkedJudge(judge: Judge): Judge {
  const { all, atOnce } = judge;
  return Object.freeze(
    Object.assign(
      checkArguments('judge', (row: Parameters<Judge>[0]) => judge(row), judgeArguments.judge),
      {
        all: checkArguments('all', all, judgeArguments.all),
        atOnce,
      },
    ),
  );
}

/** An evaluation whose rows may be anything. */
function checkedEvaluation(evaluation: Evaluation): Evaluation {
  return {
    summary: checkArguments('summary', evaluation.summary, {}),
    async *[Symbol.asyncIterator]() {
      try {
        yield* evaluation;
      } catch (error) {
        throw clearError('evaluate(definition, rows, options, host)', [{}, {}], error);
      }
    },
  };
}

/** A table whose rows a program may have made by hand: one class, made when it is first asked for. */
function checkedTable(): typeof VerdictTable {
  table ??= class extends VerdictTable {
    /** The name that the door has for it. */
    static override readonly name = 'VerdictTable';
    // Of millions of rows none makes a function of its own.
    readonly #add = checkArguments('add', (row: RowVerdict) => super.add(row), tableArguments.add);
    readonly #append = checkArguments(
      'append',
      (...args: Parameters<VerdictTable['append']>) => super.append(...args),
      tableArguments.append,
    );
    readonly #row = checkArguments('row', (index: number) => super.row(index), tableArguments.row);
    readonly #mark = checkArguments(
      'mark',
      (...args: Parameters<VerdictTable['mark']>) => super.mark(...args),
      tableArguments.mark,
    );

    override add(row: RowVerdict): void {
      this.#add(row);
    }

    override append(...args: Parameters<VerdictTable['append']>): void {
      this.#append(...args);
    }

    override row(index: number): TableRow {
      return this.#row(index);
    }

    override mark(...args: Parameters<VerdictTable['mark']>): void {
      this.#mark(...args);
    }
  };
  return table;
}

let table: typeof VerdictTable | undefined;

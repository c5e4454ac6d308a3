import { createEngine as createInner, type Engine as InnerEngine, lazyMembers } from '../../engine/createEngine.ts';
import { type Host, withoutModules } from '../../engine/index.ts';
import { nodeHost, withTables } from '../nodeHost.ts';
import { nodeResources } from '../nodeResources.ts';
import { anObject, anything } from './argumentKinds.ts';
import { checkArguments } from './checkArguments.ts';
import { checkedEvaluation, checkedJudge, checkedMembers, checkedTable } from './checkedResults.ts';
import { counterArguments, type PublicName, parserArguments, publicFace, readerArguments } from './publicFace.ts';

/** The library with a host in place: where a function takes a host, that one serves unless another is given. */
export type Engine = Pick<InnerEngine, PublicName>;

/** A host, and what only Node's needs to be told. */
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

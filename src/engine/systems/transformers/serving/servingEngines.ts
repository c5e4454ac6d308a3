import { namedEngine } from '../../../core/engineNames.ts';

/** What reads answers by response templates, as a user names it: a library's release, or a server. */
const servingEngines = [
  'transformers',
  'transformers@5.18',
  'transformers@5.17',
  'transformers-serve',
  'vllm',
  'sglang',
] as const;

/** One of {@link servingEngines}. */
export type ServingEngine = (typeof servingEngines)[number];

/** Those among a user's engines that read by response templates, each once. Of a release with no rules of its own the engine's rules are meant. */
export function servingEnginesOf(names: readonly string[]): readonly ServingEngine[] {
  const engines = names.flatMap(name => servingEngineOf(name) ?? servingEngineOf(namedEngine(name).engine) ?? []);
  return [...new Set(engines)];
}

function servingEngineOf(name: string): ServingEngine | undefined {
  return servingEngines.find(each => each === name);
}

/** What reads the answers of a derived template: `transformers` itself, or a server, which takes certain keys and fields alone; `all`: any of them. */
export const servers = ['transformers', 'transformers-serve', 'vllm', 'sglang', 'all'] as const;

/** One of {@link servers}. */
export type ServedBy = (typeof servers)[number];

/** The one of {@link servers} with this name. */
export function serverNamed(name: string | undefined): ServedBy | undefined {
  return servers.find(each => each === name);
}

/** What a template is derived for where a user names these engines: transformers, unless only servers are named. */
export function servedBy(engines: readonly ServingEngine[]): ServedBy {
  const names = new Set(engines.map(engine => (engine.startsWith('transformers@') ? 'transformers' : engine)));
  const [first = 'transformers'] = names as ReadonlySet<ServedBy>;
  return names.has('transformers') ? 'transformers' : names.size > 1 ? 'all' : first;
}

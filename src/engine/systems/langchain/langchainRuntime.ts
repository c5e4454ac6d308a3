import type * as z from 'zod';
import { type Problem, problem } from '../../core/problem.ts';
import type { PyDict, PyValue } from '../../core/pyValue.ts';
import type { DefinitionSource } from '../../parsers/parser.ts';
import type {
  AuthoringFeatures,
  ResponseFeatures,
  SchemaFeatures,
  StreamFeatures,
} from '../../parsers/parserFeatures.ts';

/** LangChain's two runtimes, whose classes of the same name differ. */
export type LangchainRuntime = 'python' | 'js';

/** The runtime that a definition names; LangChain's own name of JavaScript is one too. */
export function runtimeOf(config: PyDict): LangchainRuntime | undefined {
  const runtime = config.get('runtime');
  if (runtime === 'javascript') return 'js';
  return runtime === 'python' || runtime === 'js' ? runtime : undefined;
}

/** What users call them. */
export const runtimeTitles: Readonly<Record<LangchainRuntime, string>> = { python: 'Python', js: 'JavaScript' };

/** The keys that only one runtime's class has. */
export type RuntimeKeys = Readonly<Partial<Record<LangchainRuntime, z.ZodRawShape>>>;

/** A class of both runtimes whose constructors differ, so that a definition's keys tell which one it means. */
export interface TwoClasses {
  readonly type: string;
  readonly keys: RuntimeKeys;
  tellsRuntime?(config: PyDict): LangchainRuntime | undefined;
  /** The keys of the other runtime that are keys of this one under another name, by theirs. Absent: none. */
  readonly counterparts?: Readonly<Record<string, Counterpart>>;
  /** The runtime that is meant where nothing tells one. Absent: JavaScript, and that is a problem. */
  readonly usual?: LangchainRuntime;
}

/** A key of the other runtime that says the same. */
export interface Counterpart {
  readonly key: string;
  /** What differs, in a sentence. */
  readonly differs: string;
  /** Whether it takes a value of this key as it is. */
  takes(value: PyValue): boolean;
}

const runtimes = ['python', 'js'] as const;
const otherOf = (runtime: LangchainRuntime) => (runtime === 'python' ? 'js' : 'python');

/** The runtime that a definition's keys tell; `undefined` where both would fit, or neither. */
export function toldRuntime({ keys, tellsRuntime }: TwoClasses, config: PyDict): LangchainRuntime | undefined {
  // `@langchain/core` has classes of these names; Python's stand in `langchain_classic` alone.
  const candidates = new Set<LangchainRuntime>(config.get('package') === 'core' ? ['js'] : []);
  for (const runtime of runtimes)
    if (Object.keys(keys[runtime] ?? {}).some(key => config.has(key))) candidates.add(runtime);
  const otherwise = tellsRuntime?.(config);
  if (otherwise) candidates.add(otherwise);
  const [only] = candidates;
  return candidates.size === 1 ? only : undefined;
}

/** What a definition leaves open about its runtime, and the keys that its runtime's class does not have. */
export function runtimeProblems(classes: TwoClasses, source: DefinitionSource, runtime: LangchainRuntime): Problem[] {
  const { type, keys } = classes;
  const { config } = source;
  const own = keys[runtime] ?? {};
  const foreign = Object.keys(keys[otherOf(runtime)] ?? {}).filter(key => config.has(key) && !Object.hasOwn(own, key));
  const problems = foreign.flatMap(key => {
    const span = source.keySpanOf([key]);
    const renamed = span && counterpartOf(classes, source, key);
    const message = `\`${key}\` is a key of ${possessive(otherOf(runtime))} \`${type}\`. This definition is read as ${possessive(runtime)}, which does not have it.${renamed ? ` It has \`${renamed.key}\`: ${renamed.differs}` : ''}`;
    const fixes = runtimeFix(source, otherOf(runtime));
    if (!span) return [];
    if (!renamed?.isTaken) return [problem('unread-key', message, span, fixes)];
    const rename = { title: `Rename to "${renamed.key}"`, edits: [{ span, text: JSON.stringify(renamed.key) }] };
    const choices = [rename, ...fixes].map(fix => ({ ...fix, isChoice: true as const }));
    return [problem('unread-key', message, span, choices)];
  });
  const span = source.spanOf(['type']);
  if (runtimeOf(config) || !span) return problems;
  const told = toldRuntime(classes, config);
  if (classes.usual && (told ?? classes.usual) === classes.usual) return problems;
  if (told) {
    const message = `Its keys are those of ${possessive(told)} \`${type}\`, so it is read as that class. Say so with \`"runtime": "${told}"\`.`;
    return [problem('told-runtime', message, span, runtimeFix(source, told)), ...problems];
  }
  const message = `Python and JavaScript have two different classes \`${type}\`, and nothing here tells which one is meant: it is read as JavaScript’s.`;
  const fixes = runtimes.flatMap(each => runtimeFix(source, each)).map(fix => ({ ...fix, isChoice: true as const }));
  return [problem('missing-runtime', message, span, fixes), ...problems];
}

/** What the runtime has in the place of a key; `undefined`: nothing, or the definition has that as well. */
function counterpartOf({ counterparts }: TwoClasses, { config }: DefinitionSource, key: string) {
  const found = counterparts?.[key];
  if (!found || config.has(found.key)) return undefined;
  return { ...found, isTaken: found.takes(config.get(key) ?? null) };
}

function possessive(runtime: LangchainRuntime): string {
  return `${runtimeTitles[runtime]}’s`;
}

/** The fix that names the runtime, behind the type. */
function runtimeFix(source: DefinitionSource, runtime: LangchainRuntime) {
  const named = source.spanOf(['runtime']);
  const type = source.spanOf(['type']);
  const title = `Set "runtime" to "${runtime}"`;
  if (named) return [{ title, edits: [{ span: named, text: JSON.stringify(runtime) }] }];
  if (!type) return [];
  return [{ title, edits: [{ span: { start: type.end, end: type.end }, text: `, "runtime": "${runtime}"` }] }];
}

/** What a class offers beside reading; its functions take a definition first. */
export interface ClassFeatures {
  readonly responses?: Omit<ResponseFeatures, 'draft' | 'messageParts'>;
  readonly authoring?: AuthoringFeatures;
  readonly schemas?: SchemaFeatures;
  readonly streams?: StreamFeatures;
}

type SourceFunction = (source: DefinitionSource, ...rest: readonly unknown[]) => unknown;

/** What the two runtimes have of their own. */
type OwnFeatures = Readonly<Partial<Record<LangchainRuntime, ClassFeatures>>>;

/** The features of a class whose functions are, for each definition, those of its runtime, else those that both share. */
export function runtimeFeatures<Shared extends ClassFeatures>(
  shared: Shared,
  own: OwnFeatures,
  runtimeOf: (config: PyDict) => LangchainRuntime,
): Pick<Shared, keyof ClassFeatures> {
  const groups = ['responses', 'authoring', 'schemas', 'streams'] as const;
  const made = groups.flatMap(group => {
    const features = groupFeatures(shared[group], { python: own.python?.[group], js: own.js?.[group] }, runtimeOf);
    return features ? [[group, features] as const] : [];
  });
  return Object.fromEntries(made) as Pick<Shared, keyof ClassFeatures>;
}

function groupFeatures(
  shared: object | undefined,
  own: Readonly<Record<LangchainRuntime, object | undefined>>,
  runtimeOf: (config: PyDict) => LangchainRuntime,
): object | undefined {
  const all = [shared, own.python, own.js].filter(features => features !== undefined);
  if (all.length === 0) return undefined;
  const of = (features: object | undefined, name: string) =>
    (features as Readonly<Record<string, unknown>> | undefined)?.[name];
  const names = new Set(all.flatMap(features => Object.keys(features)));
  return Object.fromEntries(
    [...names].map(name => {
      const isOwn = [own.python, own.js].some(features => typeof of(features, name) === 'function');
      if (!isOwn) return [name, of(shared, name)];
      const chosen: SourceFunction = (source, ...rest) => {
        const made = of(own[runtimeOf(source.config)], name) ?? of(shared, name);
        return (made as SourceFunction | undefined)?.(source, ...rest);
      };
      return [name, chosen];
    }),
  );
}

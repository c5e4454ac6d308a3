import type * as z from 'zod';
import { type Problem, problem } from '../../core/problem.ts';
import type { PyDict, PyValue } from '../../core/pyValue.ts';
import type { DefinitionSource } from '../../parsers/parser.ts';
import { type LangchainRuntime, runtimeOf, runtimeTitles } from './langchainRuntime.ts';

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

import type * as z from 'zod';
import { type Problem, problem } from '../../core/problem.ts';
import type { PyDict } from '../../core/pyValue.ts';
import type { DefinitionSource } from '../parser.ts';
import { type LangchainRuntime, runtimeOf, runtimeTitles } from './langchainRuntime.ts';

/** The keys that only one runtime's class has. */
export type RuntimeKeys = Readonly<Partial<Record<LangchainRuntime, z.ZodRawShape>>>;

/** A class of both runtimes whose constructors differ, so that a definition's keys tell which one it means. */
export interface TwoClasses {
  readonly type: string;
  readonly keys: RuntimeKeys;
  tellsRuntime?(config: PyDict): LangchainRuntime | undefined;
  /** The runtime that is meant where nothing tells one. Absent: JavaScript, and that is a problem. */
  readonly usual?: LangchainRuntime;
}

const runtimes = ['python', 'js'] as const;
const otherOf = (runtime: LangchainRuntime) => (runtime === 'python' ? 'js' : 'python');

/** The runtime that a definition's keys tell; `undefined` where both would fit, or neither. */
export function toldRuntime({ keys, tellsRuntime }: TwoClasses, config: PyDict): LangchainRuntime | undefined {
  // `@langchain/core` has classes of these names; Python's stand in `langchain_classic` alone.
  const told = new Set<LangchainRuntime>(config.get('package') === 'core' ? ['js'] : []);
  for (const runtime of runtimes) if (Object.keys(keys[runtime] ?? {}).some(key => config.has(key))) told.add(runtime);
  const otherwise = tellsRuntime?.(config);
  if (otherwise) told.add(otherwise);
  const [only] = told;
  return told.size === 1 ? only : undefined;
}

/** What a definition leaves open about its runtime, and the keys that its runtime's class does not have. */
export function runtimeProblems(classes: TwoClasses, source: DefinitionSource, runtime: LangchainRuntime): Problem[] {
  const { type, keys } = classes;
  const { config } = source;
  const own = keys[runtime] ?? {};
  const foreign = Object.keys(keys[otherOf(runtime)] ?? {}).filter(key => config.has(key) && !Object.hasOwn(own, key));
  const problems = foreign.flatMap(key => {
    const span = source.keySpanOf([key]);
    const message = `\`${key}\` is a key of ${possessive(otherOf(runtime))} \`${type}\`. This definition is read as ${possessive(runtime)}, which does not have it.`;
    return span ? [problem('unread-key', message, span, [runtimeFix(source, otherOf(runtime))].flat())] : [];
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

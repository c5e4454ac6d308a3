import type { Host } from '../../../core/host.ts';
import type { Problem } from '../../../core/problem.ts';
import type { Span } from '../../../core/span.ts';
import type { Definition } from '../../../parsers/definition.ts';
import type { ServingVerdict } from '../../../parsers/modelTemplates.ts';
import { templateServingProblems, templateServingVerdicts } from './modelServingProblems.ts';
import type { ServingEngine } from './servingEngines.ts';

/** Whether a definition's answers may be read by servers, too, each with rules of its own. */
export function isServed(definition: Definition): boolean {
  return definition.parserType.type === 'response_template' && definition.invalid === undefined;
}

/** Where a definition says what servers read its answers by: the key; `undefined`: they do not, or it is not in the definition's own text. */
export function servedSpan(definition: Definition): Span | undefined {
  return isServed(definition) ? definition.source.keySpanOf(['response_template']) : undefined;
}

/** What each engine makes of the response templates of definitions, by the definitions' names. The host reads the files that they name. */
export async function servingOf(
  definitions: readonly Definition[],
  engines: readonly ServingEngine[],
  host: Host = {},
): Promise<ReadonlyMap<string, readonly ServingVerdict[]>> {
  const found = new Map<string, readonly ServingVerdict[]>();
  for (const { name, source } of definitions.filter(isServed))
    found.set(name, await templateServingVerdicts(source, engines, host));
  return found;
}

/** What engines do otherwise with the response templates of definitions, each rule at its place. The host reads the files that they name. */
export async function servingProblems(
  definitions: readonly Definition[],
  engines: readonly ServingEngine[],
  host: Host = {},
): Promise<readonly Problem[]> {
  const found: Problem[] = [];
  for (const each of definitions.filter(isServed))
    found.push(...(await templateServingProblems(each.source, engines, host)));
  return found;
}

import type { Host } from '../../../core/host.ts';
import type { Problem } from '../../../core/problem.ts';
import type { Definition } from '../../../parsers/definition.ts';
import { templateServingProblems } from './modelServingProblems.ts';
import type { ServingEngine } from './servingEngines.ts';

/** Whether a definition's answers may be read by servers, too, each with rules of its own. */
export function isServed(definition: Definition): boolean {
  return definition.parserType.type === 'response_template' && definition.invalid === undefined;
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

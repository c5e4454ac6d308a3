import type { Problem } from '../../core/problem.ts';
import type { DefinitionSource } from '../../parsers/parser.ts';
import { problemAt } from '../../parsers/problems/problemAt.ts';
import type { AdapterName } from './signature.ts';

/** The problem of an adapter whose messages ask for the answer in two forms, of which it reads one. */
export function askedTwice(adapter: AdapterName, source: DefinitionSource): readonly Problem[] {
  if (adapter !== 'BAMLAdapter') return [];
  const message =
    'The system message shows sections, `[[ ## field ## ]]` up to `[[ ## completed ## ]]`, and the request asks for JSON; BAMLAdapter reads JSON alone. JSONAdapter asks once.';
  return problemAt(source, 'asked-twice', ['type'], message);
}

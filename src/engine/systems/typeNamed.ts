import type { RegistryEntry } from '../core/registryEntry.ts';
import type { ParserType } from '../parsers/parserType.ts';
import { agentscope } from './agentscope/system.ts';
import { listedTypes } from './listedTypes.ts';
import { parserTypes } from './registry.ts';

/** The parser type of a name: one of AgentScope's, which is the house's own, or else of the other systems', which are loaded then. */
export function typeNamed(name: unknown): (ParserType & RegistryEntry) | undefined {
  const isIt = ({ type }: ParserType) => type === name;
  return listedTypes(agentscope).find(isIt) ?? parserTypes.find(isIt);
}

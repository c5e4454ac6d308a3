import { agentscope } from './agentscope/system.ts';
import { type ListedType, listedTypes } from './listedTypes.ts';
import { parserTypes } from './registry.ts';

/** The parser type of a name: one of AgentScope's, which is the house's own, or else of the other systems', which are loaded then. */
export function typeNamed(name: unknown): ListedType | undefined {
  const isIt = ({ type }: ListedType) => type === name;
  return listedTypes(agentscope).find(isIt) ?? parserTypes.find(isIt);
}

// systems/: everything about one system behind one face, `system.ts`, and the list of them.

import { listed, type RegistryEntry } from '../core/registryEntry.ts';
import type { ParserType } from '../parsers/parserType.ts';
import type { System } from '../parsers/system.ts';
import { agentscope } from './agentscope/system.ts';
import { agentscope2 } from './agentscope2/system.ts';
import { custom } from './custom/system.ts';
import { dspy } from './dspy/system.ts';
import { langchain } from './langchain/system.ts';
import { langroid } from './langroid/system.ts';
import { miniSweAgent } from './miniSweAgent/system.ts';
import { structured } from './structured/system.ts';
import { sweagent } from './sweagent/system.ts';
import { transformers } from './transformers/system.ts';

/** Every system that ParserLens knows, in the order in which pickers show their types. */
const systems: readonly System[] = [
  agentscope,
  agentscope2,
  sweagent,
  miniSweAgent,
  langroid,
  langchain,
  dspy,
  structured,
  transformers,
  custom,
];

/** Every parser type that ParserLens knows, in the order in which pickers show them. */
export const parserTypes: readonly (ParserType & RegistryEntry)[] = listed<ParserType>(
  systems.flatMap(({ types }) => types),
  ({ type, system }) => ({ id: type, title: type === system.toLowerCase() ? system : `${type} (${system})` }),
);

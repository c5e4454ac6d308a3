import type { System } from '../../parsers/system.ts';
import { runtimeRules } from './convert/betweenRuntimes.ts';
import { strategyRules } from './convert/toStrategy.ts';
import { langchainTypes } from './langchainTypes.ts';

/** LangChain and LangChain.js. */
export const langchain: System = {
  name: 'LangChain',
  isInPython: true,
  types: langchainTypes,
  conversions: [...strategyRules, ...runtimeRules],
};

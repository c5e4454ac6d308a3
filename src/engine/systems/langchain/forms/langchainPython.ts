import type { PythonReading } from '../../../code/python/read/readPython.ts';
import { readLangchain } from './readLangchain.ts';

/** Calls of LangChain's output parsers, of `with_structured_output` and of agents with a strategy. */
export const langchainPython: PythonReading = {
  traces:
    /\w(?:Output|Tools|Functions)Parser|Regex(?:Dict)?Parser|with_structured_output|(?:Tool|Provider|Auto)Strategy|create_agent/,
  readCall(place, models) {
    const read = readLangchain(place, models);
    return read && { ...read, isWhole: read.config.has('parsers') || read.isAgent === true };
  },
};

import { readPython as readPythonOf } from '../../../code/python/read/readPython.ts';
import type { Span } from '../../../core/span.ts';
import type { ImportFormat, ImportResult } from '../../../parsers/interchange.ts';
import { pythonReadings } from '../../../systems/registry.ts';

/** AgentScope’s parsers and classes that derive from its bases, LangChain’s parsers, DSPy’s modules and signatures, Langroid’s tools and Pydantic’s classes in Python. */
export const pythonImport: ImportFormat = {
  id: 'python',
  title: 'Python (AgentScope, LangChain, Langroid, DSPy, Pydantic)',
  summary:
    'Constructor calls of AgentScope’s and LangChain’s parsers, tool classes of Langroid, modules and signatures of DSPy, or Pydantic classes alone; nothing is run',
  extensions: ['.py', '.pyi'],
  languages: ['python'],
  read: readPython,
};

/** Reads what any system's definitions are in Python, see the reading of a text by given systems. Never throws; linear. */
export function readPython(text: string, fileName: string, span?: Span): ImportResult {
  return readPythonOf(pythonReadings(), text, fileName, span);
}

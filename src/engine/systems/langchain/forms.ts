import type { SystemForms } from '../systemForms.ts';
import { installedLangchain } from './forms/installedLangchain.ts';
import { langchainClasses } from './forms/langchainClasses.ts';
import { langchainExport } from './forms/langchainExport.ts';
import { LangchainScript } from './forms/langchainScript.ts';
import { langchainScripts } from './forms/langchainScripts.ts';
import { langchainTypeScript } from './forms/langchainTypeScript.ts';
import { langchainPython } from './forms/readLangchain.ts';

/** LangChain’s parsers in Python and TypeScript. */
export const langchainForms: SystemForms = {
  system: 'LangChain',
  exports: [
    { place: 30, entry: langchainExport },
    { place: 60, entry: langchainTypeScript },
  ],
  python: [{ place: 20, entry: langchainPython }],
  pythonClasses: langchainClasses,
  scriptClasses: langchainScripts,
  scriptParsers: (module, schemaOf) => new LangchainScript(module, schemaOf),
  installed: installedLangchain,
};

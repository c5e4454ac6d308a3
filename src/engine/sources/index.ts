// sources/: definitions where they are written: Python and TypeScript that are read without being run.

export { acrossFiles } from './acrossFiles.ts';
export { LineNumbers } from './lineNumbers.ts';
export { type LinkedText, linkSources, placeInLinked } from './linkSources.ts';
export { type NotebookCode, notebookCode } from './notebookCode.ts';
export { readSource } from './readSource.ts';
export type { AnsweredArgument, AnsweredSource } from './sourceAnswers.ts';
export type { SourceHost } from './sourceHost.ts';
export { isNotebook, isSource, namesParsers } from './sourceNames.ts';
export { placeInSource } from './sourceOrigins.ts';
export { sourceProblems } from './sourceProblems.ts';
export type { SourceDefinition, SourceReading, UnknownArgument } from './sourceReading.ts';
export { sourcesWithParsers } from './sourcesWithParsers.ts';

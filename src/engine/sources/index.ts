// sources/: definitions where they are written: Python and TypeScript that are read without being run.

export { type LinkedText, linkSources, placeInLinked } from './linkSources.ts';
export { type NotebookCode, notebookCode } from './reading/notebookCode.ts';
export type { AnsweredArgument, AnsweredSource } from './reading/sourceAnswers.ts';
export type { SourceHost } from './reading/sourceHost.ts';
export { isNotebook, isSource, namesParsers, sourcesWithParsers } from './reading/sourceNames.ts';
export { LineNumbers, placeInSource, sourceProblems } from './reading/sourcePlaces.ts';
export type { SourceDefinition, SourceReading, UnknownArgument } from './reading/sourceReading.ts';
export { acrossFiles } from './reading/sourceReading.ts';
export { readSource } from './readSource.ts';

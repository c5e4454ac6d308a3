import * as vscode from 'vscode';
import type { UnknownArgument } from '../../engine/index.ts';
import type { DefinitionSummary } from '../../views/definitions.ts';
import type { EngineThreads } from '../engineThreads.ts';
import type { WrittenSource } from '../sources/sourceReader.ts';
import { nearestFirst } from './nearestFirst.ts';

/** A definition somewhere in the workspace or among the open documents. */
export interface KnownDefinition extends DefinitionSummary {
  readonly uri: vscode.Uri;
  /** Of a parser of a source what only a run can know; absent: nothing. */
  readonly unknown?: readonly UnknownArgument[];
}

/** A definition file as far as a list of definitions needs it: what it defines is not checked. */
export interface OutlinedFile {
  readonly uri: vscode.Uri;
  /** The file's whole address. */
  readonly fileName: string;
  readonly text: string;
  readonly definitions: readonly KnownDefinition[];
}

/** What knows the definition files and their texts. */
export interface DefinitionSources {
  uris(token?: vscode.CancellationToken): Promise<readonly vscode.Uri[]>;
  source(
    uri: vscode.Uri,
  ): Promise<
    | { readonly text: string; readonly tooLarge?: number; readonly source?: Pick<WrittenSource, 'definitions'> }
    | undefined
  >;
}

/** How many files are read at once: at first few, so that the nearest come soon. */
const firstCount = 32;
const nextCount = 128;

/**
 * All definition files, some at a time, nearest to a file first: its own folder, then the folders above it, then everything
 * else by path. Keeps none of them: a workspace may have thousands. Throws `CancellationError` when cancelled.
 */
export async function* outlinedFiles(
  store: DefinitionSources,
  { instruction }: Pick<EngineThreads, 'instruction'>,
  near: vscode.Uri | undefined,
  token?: vscode.CancellationToken,
): AsyncGenerator<readonly OutlinedFile[]> {
  const uris = nearestFirst(
    (await store.uris(token)).map(uri => ({ uri })),
    near,
  ).map(({ uri }) => uri);
  for (let start = 0, count = firstCount; start < uris.length; start += count, count = nextCount) {
    const sources = await Promise.all(
      uris.slice(start, start + count).map(async uri => ({ uri, source: await store.source(uri) })),
    );
    if (token?.isCancellationRequested) throw new vscode.CancellationError();
    const files = sources.flatMap(({ uri, source }) =>
      source && source.tooLarge === undefined
        ? { uri, fileName: uri.toString(), text: source.text, fromSource: source.source?.definitions }
        : [],
    );
    const unread = files.filter(({ fromSource }) => !fromSource);
    const outlines = [
      ...(await instruction.outlineDefinitions(unread.map(({ text, fileName }) => ({ text, fileName })))),
    ];
    if (token?.isCancellationRequested) throw new vscode.CancellationError();
    yield files.map(({ fromSource, ...file }) => ({
      ...file,
      definitions: (fromSource ?? outlines.shift()!).map(definition => ({ ...definition, uri: file.uri })),
    }));
  }
}

import type * as vscode from 'vscode';
import { isSource, namesParsers } from '../../engine/index.ts';
import { isDefinitionDocument, isEditable } from '../definitions/definitionUris.ts';
import { type NotebookSource, notebookOfCell, notebookSource } from './notebookSource.ts';

/** How the files of sources end. */
export const sourceEndings: readonly string[] = ['py', 'ipynb', 'ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs'];

/** The files that may be sources with parsers, as a glob. */
export const sourcePattern = `**/*.{${sourceEndings}}`;

/** The documents that may be sources with parsers, for providers. */
export const sourceDocuments: vscode.DocumentSelector = [{ pattern: sourcePattern }];

/** True for a file that is read as a source by its name, whatever is in it. */
export function isSourceUri(uri: vscode.Uri): boolean {
  // A cell has the path of its notebook, and is not one.
  return isSource(uri.path) && uri.scheme !== 'vscode-notebook-cell' && isEditable(uri);
}

const lastRead = new WeakMap<vscode.TextDocument, { readonly version: number; readonly names: boolean }>();

/** True for an open source that names a class of a parser: of any other one nothing but this search is done, once for each of its versions. */
export function isSourceDocument(document: vscode.TextDocument): boolean {
  if (!isSourceUri(document.uri)) return false;
  const { version } = document;
  const before = lastRead.get(document);
  if (before?.version === version) return before.names;
  const names = namesParsers(document.getText());
  lastRead.set(document, { version, names });
  return names;
}

/** The open notebook that a document is a cell of, where it names a class of a parser. */
export function parsersOfCell(document: vscode.TextDocument): NotebookSource | undefined {
  return withParsers(notebookOfCell(document));
}

/** The open notebook of an address, where it names a class of a parser. */
export function parsersOfNotebook(uri: vscode.Uri): NotebookSource | undefined {
  return withParsers(notebookSource(uri));
}

const naming = new WeakMap<NotebookSource, boolean>();

function withParsers(source: NotebookSource | undefined): NotebookSource | undefined {
  if (!source) return undefined;
  const names = naming.get(source) ?? namesParsers(source.text);
  naming.set(source, names);
  return names ? source : undefined;
}

/** True for an open document that may hold definitions: of its own, or a source's. */
export function holdsDefinitions(document: vscode.TextDocument): boolean {
  return isDefinitionDocument(document) || isSourceDocument(document);
}

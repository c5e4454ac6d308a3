import type * as vscode from 'vscode';
import { notebookSource } from '../sources/notebookSource.ts';
import type { DefinitionSource } from './definitionFile.ts';
import type { DefinitionFiles } from './definitionFiles.ts';
import { documentNumber, openDocument } from './openDocument.ts';

/**
 * What a definition file holds: its open document's text, else the file's; `undefined` when it cannot be read.
 * `revision`: how often a file changed that it stands on, for whoever keeps what was made of a text.
 */
export async function writtenText(
  uri: vscode.Uri,
  files: DefinitionFiles,
  revision: number,
): Promise<DefinitionSource | undefined> {
  const sourceOf = (text: string, version: string) => ({ text, written: text, version: `${version}:${revision}` });
  const notebook = notebookSource(uri);
  if (notebook) return sourceOf(notebook.text, `notebook:${notebook.version}`);
  const document = openDocument(uri);
  if (document) return sourceOf(document.getText(), `document:${documentNumber(document)}:${document.version}`);
  const file = await files.read(uri);
  if (!file) return undefined;
  if (!('tooLarge' in file)) return sourceOf(file.text, file.version);
  return { text: '', written: '', version: `too-large:${file.tooLarge}`, tooLarge: file.tooLarge };
}

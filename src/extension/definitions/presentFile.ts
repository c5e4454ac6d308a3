import type * as vscode from 'vscode';
import { parsersOfCell } from '../sources/sourceDocuments.ts';
import type { DefinitionFile } from './definitionFile.ts';
import type { DefinitionStore } from './definitionStore.ts';

/**
 * A definition file with the text that its document has when this returns: lenses of an older one would stand in wrong places.
 * Of a notebook's cell the notebook. `undefined`: it cannot be read, or nobody waits for it any more.
 */
export async function presentFile(
  definitions: DefinitionStore,
  document: vscode.TextDocument,
  token: vscode.CancellationToken,
): Promise<DefinitionFile | undefined> {
  for (;;) {
    const notebook = parsersOfCell(document)?.notebook;
    const file = await definitions.file(notebook?.uri ?? document.uri);
    if (!file || token.isCancellationRequested || document.isClosed) return undefined;
    if (file.written === (notebook ? parsersOfCell(document)?.text : document.getText())) return file;
  }
}

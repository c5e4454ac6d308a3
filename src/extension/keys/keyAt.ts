import type * as vscode from 'vscode';
import type { KeyRequest, KeyView } from '../../service/keysService.ts';
import { isDefinitionDocument } from '../definitions/definitionUris.ts';
import type { Services } from '../services.ts';

/** The longest document whose keys are followed, in UTF-16 units: its text goes to the engine's thread with every question. */
const maxLength = 5_000_000;

/** The place of a position, as a question to the engine's thread; `undefined` in a document that holds no definitions. */
export function keyRequest(document: vscode.TextDocument, position: vscode.Position): KeyRequest | undefined {
  if (!isDefinitionDocument(document)) return undefined;
  const text = document.getText();
  if (text.length > maxLength) return undefined;
  return { text, fileName: document.uri.toString(), offset: document.offsetAt(position) };
}

/** The key at a position. `undefined` where there is none, and where the document has changed since. */
export async function keyAt(
  { engine }: Services,
  document: vscode.TextDocument,
  position: vscode.Position,
  token: vscode.CancellationToken,
): Promise<KeyView | undefined> {
  const request = keyRequest(document, position);
  const { version } = document;
  const key = request && (await engine.keys.keyAt(request));
  return token.isCancellationRequested || document.version !== version ? undefined : key;
}

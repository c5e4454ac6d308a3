import * as vscode from 'vscode';
import { openDocument } from '../definitions/openDocument.ts';
import { readNamedFile, tooLargeMessage } from './namedFile.ts';

/** A file's text, or in words why there is none. */
export type CurrentText = { readonly text: string } | { readonly error: string };

/**
 * A file as it is now: as an editor has it, saved or not, else as it is on disk, in UTF-8 and up to the limit of all files.
 * `name`: what a message calls it. Never rejects.
 */
export async function currentText(uri: vscode.Uri, name: string): Promise<CurrentText> {
  const open = openDocument(uri);
  if (open) return { text: open.getText() };
  const file = await readNamedFile(uri);
  if ('bytes' in file) return { text: new TextDecoder().decode(file.bytes) };
  return { error: file.unread === 'too-large' ? tooLargeMessage(name) : vscode.l10n.t('{0} cannot be read.', name) };
}

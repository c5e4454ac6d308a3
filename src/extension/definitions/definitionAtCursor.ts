import * as vscode from 'vscode';
import { pickDefinition } from '../../views/definitions.ts';
import type { DefinitionId } from '../responses/responseSession.ts';
import { holdsDefinitions } from '../sources/sourceDocuments.ts';
import type { DefinitionStore } from './definitionStore.ts';
import { clickedUri } from './definitionUris.ts';

/** The definition that a command was called on: by a lens or a page with its address and name, or on a row of the *Parsers* view. */
export function clickedDefinition(place: unknown, name: unknown): DefinitionId | undefined {
  if (typeof place === 'object' && place !== null && 'uri' in place && place.uri instanceof vscode.Uri)
    return 'name' in place && typeof place.name === 'string' ? { uri: place.uri, name: place.name } : undefined;
  const uri = clickedUri(place);
  return uri && typeof name === 'string' ? { uri, name } : undefined;
}

/** The definition that the cursor is in; `undefined` where the active editor shows no definitions. */
export async function definitionAtCursor(definitions: DefinitionStore): Promise<DefinitionId | undefined> {
  const editor = vscode.window.activeTextEditor;
  if (!editor || !holdsDefinitions(editor.document)) return undefined;
  const { uri } = editor.document;
  const file = await definitions.file(uri);
  const offset = editor.document.offsetAt(editor.selection.active);
  const found = file && pickDefinition(file.definitions, file.written, undefined, offset);
  return found && { uri, name: found.name };
}

import * as vscode from 'vscode';
import { registerCommand } from '../commands.ts';
import { definitionAtCursor } from '../definitions/definitionAtCursor.ts';
import { chooseDefinition } from '../instruction/chooseDefinition.ts';
import { type DefinitionId, type ResponseSession, sameDefinition } from '../responses/responseSession.ts';
import type { ResponseSessions } from '../responses/responseSessions.ts';
import type { Services } from '../services.ts';
import { RuntimeDocuments } from './runtimeDocuments.ts';

/** *Compare Runtimes*: a definition as each of its runtimes has it, instruction and reading of one answer side by side. */
export function registerRuntimes(services: Services, sessions: ResponseSessions): vscode.Disposable {
  const { definitions, log, parsers } = services;
  const documents = new RuntimeDocuments(services, sessions);

  /** The session that is meant where the cursor is in a response. */
  const sessionAt = (): ResponseSession | undefined => {
    const editor = vscode.window.activeTextEditor;
    // A page, such as that of a replay, shows the result that was looked at last.
    return editor ? sessions.at(editor.document, editor.selection.active) : sessions.current;
  };

  return vscode.Disposable.from(
    documents,
    registerCommand(log, 'compareRuntimes', async (place?: unknown, name?: unknown) => {
      const session = typeof place === 'string' && name === undefined ? sessions.get(place) : undefined;
      if (session) return documents.compare(session.definition, session.id);
      const here = place === undefined ? sessionAt() : undefined;
      if (here) return documents.compare(here.definition, here.id);
      const given = definitionOf(place, name);
      const definition =
        given ??
        (await definitionAtCursor(definitions)) ??
        (await parsers.previewed()) ??
        (await chooseDefinition(services));
      if (!definition) return undefined;
      // The answer that was looked at last, where this definition reads it.
      const { current } = sessions;
      const last = current && sameDefinition(current.definition, definition) ? current.id : undefined;
      return documents.compare(definition, last);
    }),
  );
}

/** What a lens, the preview or a row of the Parsers view calls the command on. */
function definitionOf(place: unknown, name: unknown): DefinitionId | undefined {
  if (typeof place === 'object' && place !== null && 'uri' in place && place.uri instanceof vscode.Uri)
    return 'name' in place && typeof place.name === 'string' ? { uri: place.uri, name: place.name } : undefined;
  const uri = typeof place === 'string' ? vscode.Uri.parse(place) : place;
  return uri instanceof vscode.Uri && typeof name === 'string' ? { uri, name } : undefined;
}

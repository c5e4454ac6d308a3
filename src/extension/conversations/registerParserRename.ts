import * as vscode from 'vscode';
import { definitionDocuments } from '../definitions/definitionDocuments.ts';
import { loadPanels } from '../later/loadPanels.ts';
import { loadedOnce } from '../loadedOnce.ts';
import type { Services } from '../services.ts';

const conversations: vscode.DocumentSelector = { pattern: '**/*.messages.json' };

/** Rename Symbol in definitions and in conversations that name one, loaded when it is first asked for. */
export function registerParserRename(services: Services): vscode.Disposable {
  const rename = loadedOnce(async () => (await loadPanels()).parserRename(services));
  const provider: vscode.RenameProvider = {
    prepareRename: async (...place) => (await rename()).prepareRename?.(...place),
    provideRenameEdits: async (...renaming) => (await rename()).provideRenameEdits(...renaming),
  };
  return vscode.Disposable.from(
    vscode.languages.registerRenameProvider(definitionDocuments, provider),
    vscode.languages.registerRenameProvider(conversations, provider),
  );
}

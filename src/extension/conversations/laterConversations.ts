import * as vscode from 'vscode';
import { definitionDocuments } from '../definitions/definitionUris.ts';
import { documentSchemes, viewTypes } from '../later/documentSchemes.ts';
import { LaterFeature, loadPanels } from '../later/laterFeature.ts';
import { loadedOnce } from '../loadedOnce.ts';
import type { Services } from '../services.ts';
import { isConversationUri } from './isConversationUri.ts';

/** Conversations, from the first that is opened; and Rename Symbol in definitions, which reaches into them. */
export function laterConversations(services: Services): vscode.Disposable {
  const commands = [
    'previewConversation',
    'showMessages',
    'appendAnswer',
    'parseAnswer',
    'formatMessages',
    'chooseFormatter',
    'migrateConversation',
    'countWithApi',
    'forgetApiKey',
  ];
  const concerns = (uri: vscode.Uri) => isConversationUri(uri) || uri.scheme === documentSchemes.payload;
  return vscode.Disposable.from(
    registerParserRename(services),
    new LaterFeature(services.log, { commands, viewType: viewTypes.conversation, concerns }, panels =>
      panels.registerConversations(services),
    ),
  );
}

const conversations: vscode.DocumentSelector = { pattern: '**/*.messages.json' };

/** Rename Symbol in definitions and in conversations that name one, loaded by its first use. */
function registerParserRename(services: Services): vscode.Disposable {
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

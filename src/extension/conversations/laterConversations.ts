import * as vscode from 'vscode';
import { documentSchemes } from '../later/documentSchemes.ts';
import { LaterFeature } from '../later/laterFeature.ts';
import { viewTypes } from '../later/viewTypes.ts';
import type { Services } from '../services.ts';
import { isConversationUri } from './isConversationUri.ts';
import { registerParserRename } from './registerParserRename.ts';

/** Conversations, from the first that is opened or asked for; and Rename Symbol in definitions, which reaches into them. */
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

import * as vscode from 'vscode';
import { isConversationMemory } from '../../protocol/conversationGuards.ts';
import { registerCommand } from '../commands.ts';
import type { LoadedFeature } from '../later/loadedFeature.ts';
import { viewTypes } from '../later/viewTypes.ts';
import { previewColumn } from '../previewColumn.ts';
import type { Services } from '../services.ts';
import { ConversationChoices } from './conversationChoices.ts';
import { ConversationPanel, type PanelServices } from './conversationPanel.ts';
import { ConversationStore } from './conversationStore.ts';
import { isConversationUri } from './isConversationUri.ts';
import { PayloadDocuments } from './payloadDocuments.ts';
import { registerAppendAnswer } from './registerAppendAnswer.ts';
import { registerChooseFormatter } from './registerChooseFormatter.ts';
import { registerConversationDiagnostics } from './registerConversationDiagnostics.ts';
import { registerConversationLenses } from './registerConversationLenses.ts';
import { registerCountWithApi } from './registerCountWithApi.ts';
import { registerFormatCommand } from './registerFormatCommand.ts';
import { registerMigrateCommand } from './registerMigrateCommand.ts';
import { registerParserReferences } from './registerParserReferences.ts';

/** Conversations: their preview, lenses, diagnostics, payloads and commands. */
export function registerConversations(services: Services): LoadedFeature {
  const { log, context } = services;
  const remembered = new ConversationChoices(context.workspaceState);
  const store = new ConversationStore(services, remembered);
  const payloads = new PayloadDocuments(services, store);
  const all: PanelServices = { ...services, store, remembered, payloads };
  const panels = new Map<string, ConversationPanel>();

  const adopt = (panel: vscode.WebviewPanel, uri: vscode.Uri) => {
    const key = uri.toString();
    const made = new ConversationPanel(panel, all, uri);
    panels.set(key, made);
    made.onDidDispose(() => {
      made.dispose();
      if (panels.get(key) === made) panels.delete(key);
    });
  };
  /** The conversation that a command means: what it was called on, the panel's, the editor's. */
  const target = (uri: unknown): vscode.Uri | undefined => {
    if (uri instanceof vscode.Uri) return uri;
    const active = [...panels.values()].find(panel => panel.active)?.uri;
    const editor = vscode.window.activeTextEditor?.document.uri;
    return active ?? (editor && isConversationUri(editor) ? editor : undefined);
  };

  const registered = vscode.Disposable.from(
    remembered,
    store,
    payloads,
    new vscode.Disposable(() => {
      for (const panel of panels.values()) panel.dispose();
    }),
    registerConversationDiagnostics(services, store),
    registerConversationLenses(services, store),
    registerParserReferences(services, store),
    registerAppendAnswer(all, target),
    registerChooseFormatter(all),
    registerFormatCommand(all),
    registerMigrateCommand(all, target),
    registerCountWithApi(all, target),
    registerCommand(log, 'previewConversation', (clicked?: unknown) => {
      const uri = target(clicked);
      if (!uri) throw new Error(vscode.l10n.t('Open a .messages.json or .messages.jsonl file to preview it.'));
      const shown = panels.get(uri.toString());
      if (shown) return shown.reveal();
      const column = { viewColumn: previewColumn(), preserveFocus: true };
      adopt(vscode.window.createWebviewPanel(viewTypes.conversation, vscode.l10n.t('Conversation'), column), uri);
    }),
    registerCommand(log, 'showMessages', async () => {
      const uri = target(undefined);
      if (uri) await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.One });
    }),
  );
  return {
    restore(panel, memory) {
      if (isConversationMemory(memory)) adopt(panel, vscode.Uri.parse(memory.uri));
      else panel.dispose();
    },
    dispose: () => registered.dispose(),
  };
}

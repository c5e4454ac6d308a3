import * as vscode from 'vscode';
import { isConversationMemory } from '../../protocol/conversationProtocol.ts';
import { ownProblems, withSeverities } from '../../views/problems.ts';
import { registerCommand } from '../commands.ts';
import { toDiagnostic } from '../convert.ts';
import { logError } from '../errorTexts.ts';
import { viewTypes } from '../later/documentSchemes.ts';
import type { LoadedFeature } from '../later/loadedFeature.ts';
import { previewColumn } from '../previewColumn.ts';
import type { Services } from '../services.ts';
import { getSetting, onSettingChange } from '../settings.ts';
import { ConversationChoices } from './conversationChoices.ts';
import { ConversationPanel, type PanelServices } from './conversationPanel.ts';
import { ConversationStore, type OpenConversation } from './conversationStore.ts';
import { isConversationUri } from './isConversationUri.ts';
import { PayloadDocuments } from './payloadDocuments.ts';
import { registerAppendAnswer } from './registerAppendAnswer.ts';
import { registerChooseFormatter } from './registerChooseFormatter.ts';
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
      const openPanel = panels.get(uri.toString());
      if (openPanel) return openPanel.reveal();
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

/** Underlines what is wrong in open conversations, and what their provider would refuse. */
function registerConversationDiagnostics({ log }: Services, store: ConversationStore): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('parserlens-conversations');

  const check = (uri: vscode.Uri) => {
    const state = store.get(uri);
    if (!state) return collection.delete(uri);
    const { document, version } = state;
    // Ranges are of the text that they were found in.
    if (document.isClosed || document.version !== version || (state.busy && state.answer)) return;
    collection.set(uri, diagnosticsOf(state));
  };
  const checkAll = () => {
    for (const { uri } of vscode.workspace.textDocuments) check(uri);
  };
  return vscode.Disposable.from(
    collection,
    store.onDidChange(uri => {
      try {
        check(uri);
      } catch (error) {
        logError(log, error);
      }
    }),
    onSettingChange(['conversations.severity'], checkAll),
  );
}

function diagnosticsOf({ document, outline, answer, answered, version }: OpenConversation): vscode.Diagnostic[] {
  // Lines have no language server that would underline what is not JSON.
  const own = document.fileName.endsWith('l') ? outline.problems : ownProblems(outline.problems, true);
  const refused = answered === version ? (answer?.problems ?? []) : [];
  const problems = withSeverities([...own, ...refused], getSetting('conversations.severity', document));
  return problems.map(problem => toDiagnostic(document, problem));
}

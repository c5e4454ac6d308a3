import * as vscode from 'vscode';
import { ownProblems, withSeverities } from '../../views/problems.ts';
import { toDiagnostic } from '../convert.ts';
import { logError } from '../errorTexts.ts';
import type { Services } from '../services.ts';
import { getSetting, onSettingChange } from '../settings.ts';
import type { ConversationStore, OpenConversation } from './conversationStore.ts';

/** Underlines what is wrong in open conversations, and what their provider would refuse. */
export function registerConversationDiagnostics({ log }: Services, store: ConversationStore): vscode.Disposable {
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

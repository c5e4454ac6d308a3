import * as vscode from 'vscode';
import { prefix } from '../commands.ts';
import type { ResponseSessions } from '../responses/responseSessions.ts';
import { currentState } from './currentState.ts';
import { openPlace, type PlaceInput } from './openPlace.ts';

/** The two tools that need the editor, with texts of their own that ask the user; the others are the server's. */
export function registerEditorTools(sessions: ResponseSessions): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.lm.registerTool<object>(`${prefix}_get_current`, {
      prepareInvocation: () => ({
        invocationMessage: vscode.l10n.t('Reading what is open in ParserLens'),
        confirmationMessages: {
          title: vscode.l10n.t('Show the assistant what is open?'),
          message: vscode.l10n.t(
            'It gets the open definition with what is not saved, and the response that was parsed last with its result. The response is what a model wrote.',
          ),
        },
      }),
      invoke: async () => answer(await currentState(sessions)),
    }),
    vscode.lm.registerTool<PlaceInput>(`${prefix}_open`, {
      prepareInvocation: ({ input }) => ({
        invocationMessage: vscode.l10n.t('Opening {0}', String(input.file)),
        confirmationMessages: {
          title: vscode.l10n.t('Open {0}?', String(input.file)),
          message: vscode.l10n.t('The assistant wants to show it in the editor. Nothing is changed.'),
        },
      }),
      invoke: async ({ input }) => answer(await openPlace(input)),
    }),
  );
}

function answer(value: object): vscode.LanguageModelToolResult {
  return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(JSON.stringify(value))]);
}

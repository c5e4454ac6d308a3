import * as vscode from 'vscode';
import { untrusted } from '../../assist/modelText.ts';
import type { ResponseModel, SplitModel } from '../../views/responseModel.ts';
import { toRange } from '../convert.ts';
import type { ResponseSession } from '../responses/responseSession.ts';
import type { ResponseSessions } from '../responses/responseSessions.ts';

/** What of a text is given to an assistant, in UTF-16 units. */
const longest = 8000;

/** The definition that is open, with what is not saved, and the response that was looked at last. */
export async function currentState(sessions: ResponseSessions): Promise<object> {
  const editor = vscode.window.activeTextEditor;
  const session = sessions.current;
  return {
    ...(editor && isDefinition(editor.document) && { definition: definitionState(editor) }),
    ...(session?.document && { response: responseState(session, session.document), untrusted }),
    ...(!editor && !session && { nothing: vscode.l10n.t('No definition is open, and no response was parsed.') }),
  };
}

function isDefinition({ uri }: vscode.TextDocument): boolean {
  return uri.path.endsWith('.parser.json');
}

function definitionState({ document, selection }: vscode.TextEditor) {
  return {
    file: vscode.workspace.asRelativePath(document.uri, false),
    unsaved: document.isDirty,
    line: selection.active.line + 1,
    ...cut(document.getText()),
  };
}

function responseState({ uri, span, definition, state }: ResponseSession, document: vscode.TextDocument) {
  const range = toRange(document, span);
  return {
    file: vscode.workspace.asRelativePath(uri, false),
    line: range.start.line + 1,
    parser: `${vscode.workspace.asRelativePath(definition.uri, false)}#${definition.name}`,
    ...cut(document.getText(range)),
    result: state.kind === 'parsed' ? resultState(state.model) : { state: state.kind },
  };
}

function resultState({ error, value, splits, warnings }: ResponseModel) {
  if (error) return { ok: false, error: { class: error.class, message: error.message, cause: error.cause } };
  const shown = (split: SplitModel) => ('error' in split ? { error: split.error } : split.long);
  return {
    ok: true,
    value: value?.long,
    ...(splits && Object.fromEntries(Object.entries(splits).map(([name, split]) => [name, shown(split)]))),
    ...(warnings.length > 0 && { warnings }),
  };
}

function cut(text: string) {
  if (text.length <= longest) return { text };
  return { text: text.slice(0, longest), left_out: `${text.length - longest} of ${text.length} characters` };
}

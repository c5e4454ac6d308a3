import * as vscode from 'vscode';
import { registerCommand } from '../commands.ts';
import { toTextEdit } from '../convert.ts';
import { baseName } from '../definitions/definitionStore.ts';
import type { Services } from '../services.ts';
import type { ResponseSession } from './responseSession.ts';
import { lengthOf, type ResponseSessions } from './responseSessions.ts';

/** The longest response that is written into a definition, in UTF-16 units. */
const maxInline = 1_000_000;

/** *Save as Sample*: the response and its present result become a sample of the definition, as one edit that can be undone. */
export function registerSaveAsSample(services: Services, sessions: ResponseSessions): vscode.Disposable {
  const { engine, definitions, log } = services;
  return registerCommand(log, 'saveAsSample', async (id?: string) => {
    const session = typeof id === 'string' ? sessions.get(id) : sessions.current;
    if (session?.state.kind !== 'parsed' || session.state.stale) return;
    const { uri, name } = session.definition;
    const before = await definitions.get(uri, name);
    if (!before) throw new Error(vscode.l10n.t('The definition {0} cannot be read.', name));
    const file = fileOf(session);
    if (file === undefined && session.span.end - session.span.start > maxInline)
      throw new Error(
        vscode.l10n.t(
          'This response is too long to be written into a definition. Save it as a file below the definition and parse that.',
        ),
      );
    const sampleName = await askForName(name, await engine.responses.sampleNames(before));
    if (sampleName === undefined) return;
    const document = await vscode.workspace.openTextDocument(uri);
    const definition = { name, fileName: before.fileName, text: document.getText() };
    const edits = await engine.responses.sampleEdits(session.id, definition, {
      name: sampleName,
      ...(file !== undefined && { file }),
    });
    if (!edits || edits.length === 0)
      throw new Error(vscode.l10n.t('The samples of {0} are no list: nothing was saved.', name));
    if (document.getText() !== definition.text)
      throw new Error(vscode.l10n.t('{0} was edited meanwhile: nothing was saved.', baseName(uri)));
    const edit = new vscode.WorkspaceEdit();
    edit.set(
      uri,
      edits.map(one => toTextEdit(document, one)),
    );
    if (!(await vscode.workspace.applyEdit(edit)))
      throw new Error(vscode.l10n.t('{0} cannot be edited.', baseName(uri)));
    void offerToShow(document, edits[0]?.span.start ?? 0, sampleName);
  });
}

/** The response's file relative to the definition's folder, where the response is the whole of a saved file below it. */
function fileOf({ document, uri, span, definition }: ResponseSession): string | undefined {
  const folder = definition.uri.path.slice(0, definition.uri.path.lastIndexOf('/') + 1);
  if (uri.scheme !== definition.uri.scheme || uri.authority !== definition.uri.authority) return undefined;
  if (uri.scheme === 'untitled' || !uri.path.startsWith(folder) || document?.isDirty) return undefined;
  if (document && (span.start !== 0 || span.end !== lengthOf(document))) return undefined;
  return uri.path.slice(folder.length);
}

function askForName(definition: string, taken: readonly string[]): Thenable<string | undefined> {
  let number = taken.length + 1;
  while (taken.includes(`sample ${number}`)) number++;
  return vscode.window.showInputBox({
    title: vscode.l10n.t('Save as Sample of {0}', definition),
    prompt: vscode.l10n.t('The response and its present result become a test of the definition.'),
    value: `sample ${number}`,
    validateInput: value =>
      value.trim() === ''
        ? vscode.l10n.t('A sample needs a name.')
        : taken.includes(value)
          ? vscode.l10n.t('There is a sample of this name.')
          : undefined,
  });
}

async function offerToShow(document: vscode.TextDocument, offset: number, name: string): Promise<void> {
  const show = vscode.l10n.t('Show');
  const message = vscode.l10n.t('{0} was added to the samples. Undo in the definition takes it back.', name);
  if ((await vscode.window.showInformationMessage(message, show)) !== show) return;
  const position = document.positionAt(offset);
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(position, position) });
}

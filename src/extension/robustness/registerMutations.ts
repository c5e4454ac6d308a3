import * as vscode from 'vscode';
import type { MutationRequest } from '../../service/robustnessService.ts';
import { prefix, registerCommand } from '../commands.ts';
import { toTextEdit } from '../convert.ts';
import { baseName } from '../definitions/definitionUris.ts';
import { openText } from '../definitions/newDocument.ts';
import { refuseSamples } from '../samples/sampleHome.ts';
import type { Services } from '../services.ts';

/** What the preview does with a mutated response. */
export function registerMutations(services: Services): vscode.Disposable {
  return vscode.Disposable.from(
    registerCommand(services.log, 'openMutation', (definition: string, request: MutationRequest) =>
      openMutation(services, vscode.Uri.parse(definition), request),
    ),
    registerCommand(services.log, 'saveMutation', (definition: string, request: MutationRequest) =>
      saveMutation(services, vscode.Uri.parse(definition), request),
    ),
  );
}

/** Opens a mutated response as an untitled document, parsed with its definition. */
async function openMutation({ engine }: Services, definition: vscode.Uri, request: MutationRequest): Promise<void> {
  const content = await engine.robustness.mutatedResponse(request);
  if (content === undefined) throw isGone(request);
  const visible = vscode.window.visibleTextEditors.find(
    ({ document: { uri } }) => uri.toString() === definition.toString(),
  );
  // Without a name its tab would show the first line, which often is a tag.
  const name = `${request.name}-${request.operator}`;
  const document = await openText(definition, name, '.md', content, 'markdown', {
    viewColumn: visible?.viewColumn ?? vscode.ViewColumn.One,
    preview: false,
  });
  // An empty answer has nothing that lenses could stand above.
  if (content !== '')
    await vscode.commands.executeCommand(
      `${prefix}.parseAs`,
      document.uri.toString(),
      definition.toString(),
      request.name,
    );
}

/** Adds a mutated response to the samples, with what the good one gives as its expectation: as one edit that can be undone. */
async function saveMutation({ engine }: Services, definition: vscode.Uri, request: MutationRequest): Promise<void> {
  refuseSamples(definition);
  const document = await vscode.workspace.openTextDocument(definition);
  const answer = document.getText() === request.text ? await engine.robustness.mutationEdits(request) : undefined;
  if (!answer || document.getText() !== request.text) throw isGone(request);
  const edit = new vscode.WorkspaceEdit();
  edit.set(
    definition,
    answer.edits.map(one => toTextEdit(document, one)),
  );
  if (!(await vscode.workspace.applyEdit(edit)))
    throw new Error(vscode.l10n.t('{0} cannot be edited.', baseName(definition)));
  void offerToShow(document, answer.edits.at(-1)?.span.start ?? 0, answer.name);
}

function isGone({ name }: MutationRequest): Error {
  return new Error(vscode.l10n.t('{0} was edited in the meantime. Try again.', name));
}

async function offerToShow(document: vscode.TextDocument, offset: number, name: string): Promise<void> {
  const show = vscode.l10n.t('Show');
  const message = vscode.l10n.t(
    '"{0}" was added to the samples. It fails until the definition can read it. Undo in the definition removes it.',
    name,
  );
  if ((await vscode.window.showInformationMessage(message, show)) !== show) return;
  const position = document.positionAt(offset);
  await vscode.window.showTextDocument(document, { selection: new vscode.Range(position, position) });
}

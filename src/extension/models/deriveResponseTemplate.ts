import * as vscode from 'vscode';
import type { DeriveAnswer } from '../../service/modelsService.ts';
import { prefix } from '../commands.ts';
import { toTextEdit } from '../convert.ts';
import { clickedUri, isDefinitionDocument } from '../definitions/definitionUris.ts';
import type { Services } from '../services.ts';
import { getSetting } from '../settings.ts';
import { exists } from '../structure/files.ts';
import { namedFileUri } from '../structure/namedFile.ts';
import { withProgress } from '../withProgress.ts';
import { modelFileOf } from './modelFiles.ts';
import type { ModelStore } from './modelStore.ts';

/** A definition whose chat template is meant: by its name, else by what stands at the cursor. */
export interface DefinitionPlace {
  readonly document: vscode.TextDocument;
  readonly name?: string;
}

/** The definition that *Derive Response Template* means: of the file that it was called on, or of the editor's. */
export async function definitionPlaceOf(place: unknown, name: unknown): Promise<DefinitionPlace | undefined> {
  const uri = clickedUri(place) ?? vscode.window.activeTextEditor?.document.uri;
  if (!uri?.path.endsWith('.json') || modelFileOf(uri)) return undefined;
  const document = await vscode.workspace.openTextDocument(uri);
  return isDefinitionDocument(document) ? { document, ...(typeof name === 'string' && { name }) } : undefined;
}

/** Makes a response template from a definition's chat template, and writes it there, or into the configuration of the model that it names. */
export async function deriveInDefinition(services: Services, store: ModelStore, place: DefinitionPlace): Promise<void> {
  const { document, name } = place;
  const text = document.getText();
  const editor = vscode.window.activeTextEditor;
  const offset = editor?.document === document ? document.offsetAt(editor.selection.active) : undefined;
  const answer = await withWord(
    services,
    services.engine.models.deriveInDefinition({
      text,
      fileName: document.uri.toString(),
      engines: getSetting('engines', document),
      ...(name !== undefined && { name }),
      ...(offset !== undefined && { offset }),
    }),
  );
  if (!('model' in answer)) return write(answer, { document, text });
  const config = namedFileUri(vscode.Uri.joinPath(document.uri, '..'), answer.model);
  return deriveForFolder(services, store, vscode.Uri.joinPath(config, '..'));
}

/** Makes a response template from a model's chat template, and writes it into its configuration; where there is none, into a new document. `name`: the chat template's, of several. */
export async function deriveForFolder(
  services: Services,
  store: ModelStore,
  folder: vscode.Uri,
  name?: string,
): Promise<void> {
  const uri = vscode.Uri.joinPath(folder, 'tokenizer_config.json');
  const document = (await exists(uri)) ? await vscode.workspace.openTextDocument(uri) : undefined;
  const text = document?.getText();
  const texts = await store.texts(folder);
  const engines = getSetting('engines', folder);
  const request = { texts, engines, ...(name !== undefined && { name }) };
  const answer = await withWord(services, services.engine.models.deriveTemplate(request));
  await write(answer, document && text !== undefined ? { document, text } : undefined, folder);
}

function withWord<T>({ engine }: Services, running: Promise<T>): Promise<T> {
  return withProgress(vscode.l10n.t('Deriving a response template…'), running, () => engine.stop('models'));
}

/** Writes a derived template as an edit that can be undone, if it is proved or the user wants it nevertheless. */
async function write(
  answer: DeriveAnswer,
  into: { readonly document: vscode.TextDocument; readonly text: string } | undefined,
  folder?: vscode.Uri,
): Promise<void> {
  if ('failure' in answer) throw new Error(answer.failure);
  if (!answer.proved && !(await isWantedUnproved(answer))) return;
  if (into) {
    const { document, text } = into;
    const name = vscode.workspace.asRelativePath(document.uri);
    if (!answer.edits || document.getText() !== text) throw new Error(vscode.l10n.t('{0} cannot be edited.', name));
    const edit = new vscode.WorkspaceEdit();
    edit.set(
      document.uri,
      answer.edits.map(each => toTextEdit(document, each)),
    );
    const start = document.positionAt(answer.edits[0]?.span.start ?? 0);
    if (!(await vscode.workspace.applyEdit(edit))) throw new Error(vscode.l10n.t('{0} cannot be edited.', name));
    await vscode.window.showTextDocument(document, { selection: new vscode.Range(start, start) });
  } else {
    const made = await vscode.workspace.openTextDocument({ language: 'json', content: answer.text });
    await vscode.window.showTextDocument(made);
  }
  if (answer.proved) void tellProved(answer, folder);
}

type Derived = Exclude<DeriveAnswer, { readonly failure: string }>;

async function isWantedUnproved({ kinds }: Derived): Promise<boolean> {
  const anyway = vscode.l10n.t('Write It Anyway');
  const failed = kinds.filter(({ cameBack }) => !cameBack);
  const picked = await vscode.window.showWarningMessage(
    vscode.l10n.t('The response template is not proved: not every kind of message comes back.'),
    { modal: true, detail: failed.map(toldKind).join('\n') },
    anyway,
  );
  return picked === anyway;
}

/** Says that all came back, and what an answer does not hold at all. */
async function tellProved({ kinds }: Derived, folder: vscode.Uri | undefined): Promise<void> {
  const absent = kinds.filter(({ cameBack }) => !cameBack).map(toldKind);
  const proved = vscode.l10n.t('The response template is proved: every kind of message comes back.');
  const message =
    absent.length === 0
      ? proved
      : vscode.l10n.t(
          'The response template is proved: every kind of message comes back, as far as the answer holds it. {0}',
          absent.join(' '),
        );
  const roundTrip = vscode.l10n.t('Round Trip');
  const picked = await vscode.window.showInformationMessage(message, ...(folder ? [roundTrip] : []));
  if (picked === roundTrip && folder) await vscode.commands.executeCommand(`${prefix}.roundTrip`, folder.toString());
}

function toldKind({ kind, reason }: Derived['kinds'][number]): string {
  return `✗ ${kind}${reason === undefined ? '' : `: ${reason.replace(/\s*\n\s*/g, ' ')}`}`;
}

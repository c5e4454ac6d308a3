import * as vscode from 'vscode';
import { applyEdits, type Edit } from '../../engine/index.ts';
import type { DefinitionRef } from '../../service/definitionCache.ts';
import { toTextEdit } from '../convert.ts';
import type { DefinitionText } from '../definitions/definitionFile.ts';
import { baseName, isModelUri } from '../definitions/definitionUris.ts';
import { openDocument } from '../definitions/openDocument.ts';
import type { Services } from '../services.ts';
import { isSourceUri } from '../sources/sourceDocuments.ts';
import { exists } from '../structure/files.ts';

/** Where the samples of a definition stand. */
export interface SampleHome {
  readonly uri: vscode.Uri;
  /** What is edited there. */
  readonly definition: DefinitionRef;
  /** The file's own text, of which `definition.text` is read. */
  readonly written: string;
  /** The text of the file that it was made of; absent: there is no file yet. */
  readonly base?: string;
  /** It is yet to be written: as a file of its own (`file`), or into the one that is there. */
  readonly isNew?: 'file' | 'definition';
}

/** Where the samples of a definition stand: in its own file; of a model or a source in one beside it, which is made where there is none. */
export async function sampleHome(services: Services, before: DefinitionText): Promise<SampleHome> {
  const { uri, name, written } = before;
  if (isModelUri(uri)) {
    const { isNew, ...home } = await modelHome(services, before);
    const { text } = home.definition;
    return { ...home, written: text, ...(isNew ? { isNew: 'file' } : { base: text }) };
  }
  if (!isSourceUri(uri)) return { uri, definition: before, written, base: written };
  const place = (await services.sourceHomes.of(uri)).get(name);
  const there = place && (await services.definitions.get(place.uri, place.definition));
  if (!there) return newHome(services, uri, name);
  return { uri: there.uri, definition: there, written: there.written, base: there.written };
}

/** A definition that names the source, in the file of the source's name or, where that holds something else, in another. */
async function newHome({ definitions, engine }: Services, source: vscode.Uri, name: string): Promise<SampleHome> {
  const stem = baseName(source).replace(/\.\w+$/, '');
  for (const file of [`${stem}.parser.json`, `${stem}.samples.parser.json`]) {
    const uri = vscode.Uri.joinPath(source, '..', file);
    const before = (await definitions.source(uri))?.written;
    const written = await engine.responses.sourceSamplesText(before, name, `${baseName(source)}#${name}`);
    if (written === undefined) continue;
    const text = await definitions.textAs(uri, written);
    const home = { uri, definition: { name, fileName: uri.toString(), text }, written };
    return before === undefined ? { ...home, isNew: 'file' } : { ...home, base: before, isNew: 'definition' };
  }
  throw new Error(vscode.l10n.t('{0} already exists. Nothing is overwritten.', `${stem}.samples.parser.json`));
}

/**
 * Adds edits of a home's text to an edit of the workspace, as one that Undo takes back.
 *
 * @throws where the file is another meanwhile
 */
export async function addHomeEdits(
  edit: vscode.WorkspaceEdit,
  home: SampleHome,
  edits: readonly Edit[],
): Promise<void> {
  if (home.isNew === 'file') {
    edit.createFile(home.uri, { contents: new TextEncoder().encode(applyEdits(home.written, edits)) });
    return;
  }
  const document = openDocument(home.uri) ?? (await vscode.workspace.openTextDocument(home.uri));
  if (document.getText() !== home.base)
    throw new Error(vscode.l10n.t('{0} was edited in the meantime, so nothing was saved.', baseName(home.uri)));
  if (home.isNew === undefined) {
    edit.set(
      home.uri,
      edits.map(one => toTextEdit(document, one)),
    );
    return;
  }
  const whole = new vscode.Range(document.positionAt(0), document.positionAt(document.getText().length));
  edit.replace(home.uri, whole, applyEdits(home.written, edits));
}

/** Where the samples of a model stand: in a definition beside its files, which is made where there is none. */
async function modelHome(
  { definitions, engine }: Services,
  model: DefinitionText,
): Promise<{ readonly uri: vscode.Uri; readonly definition: DefinitionRef; readonly isNew?: boolean }> {
  const { name } = model;
  const uri = vscode.Uri.joinPath(model.uri, '..', `${name}.parser.json`);
  const existing = await definitions.get(uri, name);
  if (existing) return { uri, definition: existing };
  if (await exists(uri)) throw new Error(vscode.l10n.t('{0} already exists. Nothing is overwritten.', baseName(uri)));
  const hasChatFile = await exists(vscode.Uri.joinPath(uri, '..', 'chat_template.jinja'));
  const text = await engine.responses.modelSamplesText(model, hasChatFile);
  return { uri, definition: { name, fileName: uri.toString(), text }, isNew: true };
}

/**
 * Throws where a file has no room for samples: a source, and a model's configuration, in which transformers would read them as
 * arguments of the tokenizer.
 */
export function refuseSamples(uri: vscode.Uri): void {
  if (isSourceUri(uri)) throw new Error(vscode.l10n.t('{0} is a source: it has no room for samples.', baseName(uri)));
  if (isModelUri(uri))
    throw new Error(
      vscode.l10n.t(
        'Samples of a model stand in a definition beside its files. Save as Sample makes one of a parsed answer.',
      ),
    );
}

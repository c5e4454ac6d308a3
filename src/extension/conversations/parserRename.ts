import * as vscode from 'vscode';
import { type Edit, isSource, type Span } from '../../engine/index.ts';
import { toRange, toTextEdit } from '../convert.ts';
import { isDefinitionDocument } from '../definitions/definitionUris.ts';
import { keyAt, keyRequest } from '../keys/keyAt.ts';
import { sampleFileUri } from '../samples/sampleFiles.ts';
import type { Services } from '../services.ts';
import { sourceRename } from '../sources/sourceRename.ts';
import { currentText } from '../structure/currentText.ts';
import { isConversationUri } from './isConversationUri.ts';

/** The most conversations that are looked through. */
const maxFiles = 2000;

/** A definition's name, and where it is named. */
interface Named {
  readonly definitions: vscode.Uri;
  readonly name: string;
  /** The name at the cursor. */
  readonly range: vscode.Range;
}

/**
 * Renames a definition wherever it is named: the key under `parsers`, and `FILE#NAME` in the conversations that are open
 * or in the workspace; in one step that one Undo takes back. A parser that `source` names is renamed in its source. Every other key of a definition file is left to `keyRename`.
 */
export function parserRename(services: Services): vscode.RenameProvider {
  const { engine } = services;
  const keys = keyRename(services);
  const sources = sourceRename(services);

  /** The parser of a source that a definition file names at a place. */
  const sourceAt = async (document: vscode.TextDocument, position: vscode.Position) => {
    if (!isDefinitionDocument(document) || !document.getText().includes('"source"')) return undefined;
    return sources.parserAt(document, position);
  };

  /** What a conversation names its definition by; `undefined` where it names none. */
  const referenceOf = (uri: vscode.Uri, text: string, newName: string) =>
    text.includes('"parser"') && text.includes('#')
      ? engine.conversations.parserNamed(text, uri.toString(), newName)
      : undefined;

  const namedAt = async (document: vscode.TextDocument, position: vscode.Position): Promise<Named | undefined> => {
    const text = document.getText();
    const isAt = (span: Span) => toRange(document, span).contains(position);
    if (isDefinitionDocument(document)) {
      const found = (await engine.conversations.definitionNames(text)).find(({ span }) => isAt(span));
      return found && { definitions: document.uri, name: found.name, range: toRange(document, found.span) };
    }
    const reference = await referenceOf(document.uri, text, '');
    if (!reference || !isAt(reference.span)) return undefined;
    const { file, name, span } = reference;
    if (isSource(file)) return undefined;
    return { definitions: sampleFileUri(document.uri, file), name, range: toRange(document, span) };
  };

  /** Adds the edits of every conversation that names a definition. */
  const renameReferences = async (
    edit: vscode.WorkspaceEdit,
    { definitions, name }: Named,
    newName: string,
    token: vscode.CancellationToken,
  ) => {
    const found = await vscode.workspace.findFiles('**/*.messages.json', undefined, maxFiles, token);
    const open = vscode.workspace.textDocuments.map(({ uri }) => uri).filter(isConversationUri);
    const uris = new Map([...found, ...open].map(uri => [uri.toString(), uri]));
    for (const uri of uris.values()) {
      if (token.isCancellationRequested) return;
      if (uri.scheme === 'untitled' || !uri.path.endsWith('.json')) continue;
      const file = await currentText(uri, uri.path);
      if ('error' in file) continue;
      const reference = await referenceOf(uri, file.text, newName);
      if (reference?.name !== name || sampleFileUri(uri, reference.file).toString() !== definitions.toString())
        continue;
      const document = await vscode.workspace.openTextDocument(uri);
      if (document.getText() === file.text) add(edit, document, [reference.edit]);
    }
  };

  return {
    async prepareRename(document, position, token) {
      const named = await namedAt(document, position);
      if (named) return { range: named.range, placeholder: named.name };
      const parser = await sourceAt(document, position);
      if (parser) return { range: parser.range, placeholder: parser.last };
      if (isDefinitionDocument(document)) return keys.prepareRename?.(document, position, token);
      throw new Error(vscode.l10n.t('Only the name of the parser, behind its #, can be renamed.'));
    },
    async provideRenameEdits(document, position, newName, token) {
      const { version } = document;
      const named = await namedAt(document, position);
      const parser = named ? undefined : await sourceAt(document, position);
      if (parser) return sources.edits(parser, newName, token);
      if (!named)
        return isDefinitionDocument(document) ? keys.provideRenameEdits(document, position, newName, token) : undefined;
      if (newName === named.name) return new vscode.WorkspaceEdit();
      if (newName.trim() === '') throw new Error(vscode.l10n.t('A definition needs a name.'));
      const owner = await vscode.workspace.openTextDocument(named.definitions).then(
        opened => opened,
        () => undefined,
      );
      const names = owner ? await engine.conversations.definitionNames(owner.getText()) : [];
      if (names.some(({ name }) => name === newName))
        throw new Error(vscode.l10n.t('The file already has a definition {0}.', newName));
      const edit = new vscode.WorkspaceEdit();
      const written = JSON.stringify(newName).slice(1, -1);
      if (owner)
        add(
          edit,
          owner,
          names.filter(({ name }) => name === named.name).map(({ span }) => ({ span, text: written })),
        );
      await renameReferences(edit, named, newName, token);
      return token.isCancellationRequested || document.version !== version ? undefined : edit;
    },
  };
}

function add(edit: vscode.WorkspaceEdit, document: vscode.TextDocument, edits: readonly Edit[]): void {
  if (edits.length > 0)
    edit.set(
      document.uri,
      edits.map(each => toTextEdit(document, each)),
    );
}

/**
 * Renames a key wherever the definition names it, and in the texts of samples where it certainly is one, a group of its own in
 * the preview of the changes; in one step that one Undo takes back. A refusal says why.
 */
function keyRename(services: Services): vscode.RenameProvider {
  return {
    async prepareRename(document, position, token) {
      const key = await keyAt(services, document, position, token);
      const request = keyRequest(document, position);
      if (!key || !request) throw new Error(vscode.l10n.t('Only the keys of a parser’s value can be renamed.'));
      // What no new name would change is said before one is typed.
      const unchanged = await services.engine.keys.renameKey({ ...request, newName: key.name });
      if (unchanged && 'refusal' in unchanged) throw new Error(unchanged.refusal);
      // The name as it is, not as it is escaped here.
      return { range: toRange(document, key.span), placeholder: key.name };
    },
    async provideRenameEdits(document, position, newName, token) {
      const { version, uri } = document;
      const request = keyRequest(document, position);
      const rename = request && (await services.engine.keys.renameKey({ ...request, newName }));
      if (!rename || token.isCancellationRequested || document.version !== version) return undefined;
      if ('refusal' in rename) throw new Error(rename.refusal);
      const edit = new vscode.WorkspaceEdit();
      const inSamples: vscode.WorkspaceEditEntryMetadata = {
        label: vscode.l10n.t('In the texts of samples'),
        description: vscode.l10n.t('where the definition reads it as this key'),
        needsConfirmation: false,
      };
      for (const { range, newText } of rename.edits.map(each => toTextEdit(document, each)))
        edit.replace(uri, range, newText);
      for (const { range, newText } of rename.inSamples.map(each => toTextEdit(document, each)))
        edit.replace(uri, range, newText, inSamples);
      return edit;
    },
  };
}

import * as vscode from 'vscode';
import type { SelectedResponse } from '../../service/findService.ts';
import { prefix } from '../commands.ts';
import { baseName } from '../definitions/definitionUris.ts';
import { definitionFile, freeName, openNew } from '../definitions/newDocument.ts';
import type { ParserChoice } from '../find/choiceItems.ts';
import { parserList } from '../find/parserList.ts';
import { previewColumn } from '../previewColumn.ts';
import type { Services } from '../services.ts';
import type { DefinitionId } from './responseSession.ts';

/** Decides which parser reads a document's responses, by asking where nothing says it, and remembers the answer. */
export class DefinitionPicker {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  /** The parser of *Parse Selection Again*: the one last picked for a document; in a new one the one in the preview, else the one last used in the workspace. `undefined`: there is none, or it is gone. */
  async usable(document: vscode.Uri): Promise<DefinitionId | undefined> {
    const { parsers, definitions } = this.#services;
    for (const candidate of [parsers.of(document), await parsers.previewed(), ...parsers.recent()])
      if (candidate && (await definitions.get(candidate.uri, candidate.name))) {
        await this.remember(document, candidate);
        return candidate;
      }
    return undefined;
  }

  /** Lets the user pick, a definition or a type to draft one of; `undefined` when they do not. */
  async pick(
    document: vscode.Uri,
    responses: readonly SelectedResponse[],
  ): Promise<DefinitionId | { readonly type: string } | undefined> {
    const picked = await pickParser(this.#services, document, responses);
    if (picked && 'uri' in picked) await this.remember(document, picked);
    return picked;
  }

  /** The nearest parser of a name, or the one of a file by its address. */
  async named(document: vscode.Uri, name: string, file?: string): Promise<DefinitionId> {
    const { definitions } = this.#services;
    // By its address it is read where it is: the search may not know yet of a file that came a moment ago.
    const uri = file === undefined ? undefined : vscode.Uri.parse(file);
    const definition = uri
      ? await definitions.get(uri, name)
      : (await definitions.definitionsFor(document)).find(one => one.name === name);
    if (!definition) throw new Error(vscode.l10n.t('There is no parser named {0}.', name));
    const found = { uri: definition.uri, name };
    await this.remember(document, found);
    return found;
  }

  /** Keeps a choice for *Parse Selection Again*. */
  remember(document: vscode.Uri, definition: DefinitionId): Promise<void> {
    return this.#services.parsers.remember(document, definition);
  }
}

/**
 * The list of *Parse Selection with Parser…*: what reads the responses, with what it gives; what would after one edit; what
 * has their keys; the definition last used for the file, the one in the preview, those last used in the workspace; what reads them as it would anything; types to draft a definition of; the others.
 */
async function pickParser(
  services: Services,
  document: vscode.Uri,
  responses: readonly SelectedResponse[],
): Promise<ParserChoice | undefined> {
  const isNothing = responses.every(({ text }) => text === '');
  const picked = await parserList(services, {
    title:
      responses.length > 1
        ? vscode.l10n.t('Parse {0} Selections with Parser', responses.length)
        : vscode.l10n.t('Parse with Parser'),
    placeholder: vscode.l10n.t('Pick the parser that reads this response'),
    near: document,
    search: async (files, options) =>
      isNothing ? { rows: [], total: 0 } : services.engine.find.findParsers(responses, files, options),
  });
  if (picked !== 'none') return picked;
  void nothingToPick();
  return undefined;
}

async function nothingToPick(): Promise<void> {
  const create = vscode.l10n.t('New Parser Definition');
  const message = vscode.l10n.t(
    'No parser definitions were found. A file whose name ends in .parser.json says how responses are read.',
  );
  if ((await vscode.window.showInformationMessage(message, create)) === create)
    await vscode.commands.executeCommand(`${prefix}.newDefinition`);
}

/**
 * Opens a new definition of a type, drafted for responses, beside their document: not saved, its text one edit that can be
 * undone. It is named after the document and, where that is a file, stands in its folder.
 */
export async function openDraft(
  { engine, definitions }: Services,
  document: vscode.TextDocument,
  responses: readonly SelectedResponse[],
  type: string,
): Promise<DefinitionId | undefined> {
  const draft = await engine.find.draft(responses, type);
  if (!draft) throw new Error(vscode.l10n.t('No {0} can be drafted: nothing in the response has its format.', type));
  const beside = { viewColumn: previewColumn(), preserveFocus: true };
  const opened = await openNew(await freeFile(document.uri), draft.text, beside);
  if (draft.unread !== undefined)
    void vscode.window.showWarningMessage(vscode.l10n.t('This draft does not read everything: {0}', draft.unread));
  const name = (await definitions.file(opened.uri))?.definitions[0]?.name;
  return name === undefined ? undefined : { uri: opened.uri, name };
}

/** A file of the response's folder under a free name. */
async function freeFile(response: vscode.Uri): Promise<vscode.Uri | undefined> {
  if (response.scheme !== 'file') return undefined;
  const folder = vscode.Uri.joinPath(response, '..');
  const name = await freeName(folder, baseName(response).replace(/(?<=.)\..*$/, ''));
  return name === undefined ? undefined : definitionFile(folder, name);
}

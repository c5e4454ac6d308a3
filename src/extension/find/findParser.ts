import * as vscode from 'vscode';
import type { Span } from '../../engine/index.ts';
import type { FitModel, FitRow, SelectedResponse } from '../../service/findService.ts';
import { registerCommand } from '../commands.ts';
import { baseName, type DefinitionFile } from '../definitions/definitionStore.ts';
import { selectedResponse } from '../responses/responseReader.ts';
import type { DefinitionId } from '../responses/responseSession.ts';
import type { Services } from '../services.ts';
import { openDraft } from './openDraft.ts';

/** The selections that *Find Parser for Selection* is for, and how they are parsed with what was picked. */
export interface FindTarget {
  selections(): { readonly document: vscode.TextDocument; readonly spans: readonly Span[] };
  parse(document: vscode.TextDocument, spans: readonly Span[], definition: DefinitionId): Promise<void>;
}

/** What a keybinding may pick without asking: `"args": { "parser": "discussion" }`, or `{ "type": "MultiTaggedContentParser" }`. */
interface Options {
  readonly parser?: string;
  readonly type?: string;
}

interface Search {
  readonly model: FitModel;
  readonly files: readonly DefinitionFile[];
}

/**
 * *Find Parser for Selection*: all definitions and all types, ranked by how well they read the selected responses. A
 * definition that is picked parses them; of a type a definition is drafted that does.
 */
export function registerFindParser(services: Services, target: FindTarget): vscode.Disposable {
  return registerCommand(services.log, 'findParser', async (options?: unknown) => {
    const { document, spans } = target.selections();
    const responses = spans.map(span => selectedResponse(document, span));
    if (responses.every(({ text }) => text === ''))
      throw new Error(vscode.l10n.t('There is nothing to parse: {0} is empty.', baseName(document.uri)));
    const choice = await choose(services, document.uri, responses, optionsOf(options));
    if (!choice) return;
    const definition = 'uri' in choice ? choice : await openDraft(services, document, responses, choice.type);
    if (definition) await target.parse(document, spans, definition);
  });
}

/** A definition, or a type to draft one of. */
type Choice = DefinitionId | { readonly type: string };

async function choose(
  services: Services,
  uri: vscode.Uri,
  responses: readonly SelectedResponse[],
  { parser, type }: Options,
): Promise<Choice | undefined> {
  if (type !== undefined) return { type };
  const cancel = new vscode.CancellationTokenSource();
  try {
    const search = find(services, uri, responses, cancel.token);
    if (parser === undefined)
      return await pick(search, responses.length, () => {
        cancel.cancel();
        services.engine.stopFit();
      });
    const { model, files } = await search;
    const row = model.rows.find(({ name, file }) => file !== undefined && name === parser);
    if (row) return choiceOf(row, files);
    throw new Error(vscode.l10n.t('There is no parser named {0}.', parser));
  } finally {
    cancel.dispose();
  }
}

async function find(
  { definitions, engine }: Services,
  uri: vscode.Uri,
  responses: readonly SelectedResponse[],
  token: vscode.CancellationToken,
): Promise<Search> {
  const uris = new Map<string, vscode.Uri>();
  for (const known of await definitions.definitionsFor(uri, token)) uris.set(known.uri.toString(), known.uri);
  const read = await Promise.all([...uris.values()].map(each => definitions.file(each)));
  if (token.isCancellationRequested) throw new vscode.CancellationError();
  const files = read.filter(file => file !== undefined);
  const model = await engine.fit.findParsers(
    responses,
    files.map(({ fileName, text }) => ({ fileName, text })),
    vscode.workspace.isTrusted,
  );
  return { model, files };
}

function optionsOf(options: unknown): Options {
  if (typeof options !== 'object' || options === null) return {};
  const { parser, type } = options as Record<string, unknown>;
  return { ...(typeof parser === 'string' && { parser }), ...(typeof type === 'string' && { type }) };
}

function choiceOf({ name, type, file }: FitRow, files: readonly DefinitionFile[]): Choice {
  const found = file === undefined ? undefined : files[file];
  return found ? { uri: found.uri, name } : { type };
}

interface FitItem extends vscode.QuickPickItem {
  readonly choice?: Choice;
}

/** The list appears at once and fills when the search ends; closing it before ends the search. */
function pick(search: Promise<Search>, count: number, cancel: () => void): Promise<Choice | undefined> {
  return new Promise((resolve, reject) => {
    const list = vscode.window.createQuickPick<FitItem>();
    list.title =
      count === 1 ? vscode.l10n.t('Find Parser for Selection') : vscode.l10n.t('Find Parser for {0} Selections', count);
    list.placeholder = vscode.l10n.t('Pick a parser, or a type to draft a definition of');
    list.matchOnDescription = true;
    list.matchOnDetail = true;
    list.busy = true;
    list.onDidAccept(() => {
      const choice = list.selectedItems[0]?.choice;
      if (!choice) return;
      resolve(choice);
      list.hide();
    });
    let isOpen = true;
    list.onDidHide(() => {
      isOpen = false;
      if (list.busy) cancel();
      resolve(undefined);
      list.dispose();
    });
    list.show();
    search.then(
      result => {
        if (!isOpen) return;
        list.busy = false;
        list.items = itemsOf(result);
      },
      error => {
        if (!isOpen) return;
        list.busy = false;
        reject(error);
        list.hide();
      },
    );
  });
}

/** What reads the responses, definitions before types; what reads anything; what does not read them; each in the order of the ranking. */
function itemsOf({ model: { rows }, files }: Search): FitItem[] {
  const group = (label: string, of: readonly FitRow[]): FitItem[] =>
    of.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...of.map(row => toItem(row, files))];
  const reading = rows.filter(({ read, asksForForm }) => read > 0 && asksForForm);
  return [
    ...group(
      vscode.l10n.t('parsers'),
      reading.filter(({ file }) => file !== undefined),
    ),
    ...group(
      vscode.l10n.t('draft a definition'),
      reading.filter(({ file }) => file === undefined),
    ),
    ...group(
      vscode.l10n.t('read any text'),
      rows.filter(({ read, asksForForm }) => read > 0 && !asksForForm),
    ),
    ...group(
      vscode.l10n.t('do not read it'),
      rows.filter(({ read, file }) => read === 0 && file !== undefined),
    ),
  ];
}

function toItem(row: FitRow, files: readonly DefinitionFile[]): FitItem {
  const file = row.file === undefined ? undefined : files[row.file];
  return {
    label: `$(${file ? 'symbol-structure' : 'new-file'}) ${row.name}`,
    description: file ? `${row.type}  ${vscode.workspace.asRelativePath(file.uri)}` : (row.description ?? ''),
    detail: row.why,
    choice: choiceOf(row, files),
  };
}

import * as vscode from 'vscode';
import type { FitRow, SelectedResponse } from '../../service/findService.ts';
import { causeName } from '../../views/diagnosisModel.ts';
import { type ParserGroup, parserChoices, parserGroups } from '../../views/parserChoices.ts';
import { prefix } from '../commands.ts';
import type { KnownDefinition } from '../definitions/definitionStore.ts';
import { type DefinitionId, sameDefinition } from '../responses/responseSession.ts';
import type { Services } from '../services.ts';

/** How long the list waits for what reads the responses before it shows the rest, in milliseconds: rows that move are hard to pick. */
const patience = 1000;

/** A definition, or a type to draft one of. */
export type ParserChoice = DefinitionId | { readonly type: string };

/** What is known for the list; `rows` come when the responses were read. */
interface Known {
  readonly definitions: readonly KnownDefinition[];
  readonly previewed: DefinitionId | undefined;
  readonly rows?: readonly FoundRow[];
}

/** A row of the search with its file's address. */
type FoundRow = Omit<FitRow, 'file'> & { readonly file: string | undefined };

interface ParserItem extends vscode.QuickPickItem {
  readonly choice?: ParserChoice;
}

/**
 * The one list of *Parse Selection with Parser…* and *Find Parser for Selection*: what reads the responses, with what it
 * gives; the definition in the preview; those last used here; the others; types to draft a definition of. It appears at
 * once; closing it ends the search.
 */
export async function pickParser(
  services: Services,
  document: vscode.Uri,
  responses: readonly SelectedResponse[],
): Promise<ParserChoice | undefined> {
  const cancel = new vscode.CancellationTokenSource();
  const list = vscode.window.createQuickPick<ParserItem>();
  list.title =
    responses.length > 1
      ? vscode.l10n.t('Parse {0} Selections with Parser', responses.length)
      : vscode.l10n.t('Parse with Parser');
  list.placeholder = vscode.l10n.t('Pick the parser that reads this response');
  list.matchOnDescription = true;
  list.matchOnDetail = true;
  list.busy = true;
  let isOpen = true;
  const answer = new Promise<ParserChoice | undefined>(resolve => {
    list.onDidAccept(() => {
      const choice = list.selectedItems[0]?.choice;
      if (!choice) return;
      resolve(choice);
      list.hide();
    });
    list.onDidHide(() => {
      isOpen = false;
      resolve(undefined);
    });
  });
  list.show();
  const fill = async () => {
    const definitions = await services.definitions.definitionsFor(document, cancel.token);
    const previewed = await services.parsers.previewed();
    const known: Known = { definitions, previewed };
    const search = find(services, definitions, responses).catch(error => {
      services.log.warn(String(error));
      return [];
    });
    const show = (rows?: readonly FoundRow[]) => {
      if (!isOpen) return;
      showItems(list, itemsOf(services, rows ? { ...known, rows } : known), services.parsers.of(document));
    };
    const timer = setTimeout(show, patience);
    const rows = await search;
    clearTimeout(timer);
    list.busy = false;
    show(rows);
    if (isOpen && list.items.length === 0) {
      list.hide();
      void nothingToPick();
    }
  };
  try {
    const failed = new Promise<never>((_, reject) => fill().catch(reject));
    return await Promise.race([answer, failed]);
  } finally {
    cancel.cancel();
    cancel.dispose();
    if (list.busy) services.engine.stopFit();
    list.dispose();
  }
}

async function find(
  { definitions: store, engine }: Services,
  definitions: readonly KnownDefinition[],
  responses: readonly SelectedResponse[],
): Promise<readonly FoundRow[]> {
  if (responses.every(({ text }) => text === '')) return [];
  const uris = new Map(definitions.map(({ uri }) => [uri.toString(), uri]));
  const read = await Promise.all([...uris.values()].map(uri => store.file(uri)));
  const files = read.filter(file => file !== undefined);
  const { rows } = await engine.find.findParsers(
    responses,
    files.map(({ fileName, text }) => ({ fileName, text })),
    vscode.workspace.isTrusted,
  );
  return rows.map(row => ({ ...row, file: row.file === undefined ? undefined : files[row.file]?.uri.toString() }));
}

/** Puts items into the list; what the user moved to, else what was picked for the document, stays the active one. */
function showItems(
  list: vscode.QuickPick<ParserItem>,
  items: readonly ParserItem[],
  remembered: DefinitionId | undefined,
): void {
  const isFirst = list.items.length === 0;
  const [active] = list.activeItems;
  const wanted = isFirst ? remembered : active?.choice;
  list.items = items;
  const same = items.find(({ choice }) => wanted && choice && isSame(choice, wanted));
  // Before it is known what reads the response, Enter must not take whatever stands first.
  if (same || list.busy) list.activeItems = same ? [same] : [];
}

function isSame(one: ParserChoice, other: ParserChoice): boolean {
  if ('type' in one) return 'type' in other && one.type === other.type;
  return 'uri' in other && sameDefinition(one, other);
}

function itemsOf({ parsers }: Services, { definitions, previewed, rows = [] }: Known): ParserItem[] {
  const known = definitions.map(definition => ({ ...definition, file: definition.uri.toString() }));
  const keyOf = ({ uri, name }: DefinitionId) => ({ file: uri.toString(), name });
  const fits = rows.flatMap(row => (row.file === undefined ? [] : { ...row, file: row.file }));
  const choices = parserChoices(known, fits, previewed && keyOf(previewed), parsers.recent().map(keyOf));
  const items: ParserItem[] = [];
  const add = (label: string, of: readonly ParserItem[]) => {
    if (of.length > 0) items.push({ label, kind: vscode.QuickPickItemKind.Separator }, ...of);
  };
  const types = rows.filter(({ file }) => file === undefined);
  const drafts = [
    ...types.filter(({ read, asksForForm }) => read > 0 && asksForForm),
    ...types.filter(({ afterEdit }) => afterEdit !== undefined),
  ].map(({ name, type, description = '', why, afterEdit }) => ({
    label: `$(new-file) ${name}`,
    description,
    detail: afterEdit === undefined ? why : afterEditWords(afterEdit),
    choice: { type },
  }));
  for (const group of parserGroups) {
    // What reads the response goes before definitions of which nobody knows that they would.
    if (group === 'others') add(vscode.l10n.t('draft a definition'), drafts);
    add(
      groupWord(group),
      choices.filter(one => one.group === group).map(({ parser, fit }) => toItem(parser, fit)),
    );
  }
  return items;
}

function groupWord(group: ParserGroup): string {
  switch (group) {
    case 'reads':
      return vscode.l10n.t('reads it');
    case 'afterEdit':
      return vscode.l10n.t('reads it after one edit');
    case 'hasNames':
      return vscode.l10n.t('has its keys');
    case 'previewed':
      return vscode.l10n.t('previewed');
    case 'recent':
      return vscode.l10n.t('recent in this workspace');
    case 'others':
      return vscode.l10n.t('others');
  }
}

function afterEditWords(cause: string): string {
  return vscode.l10n.t('Reads it after one edit: {0}', causeName(cause));
}

function toItem(
  definition: KnownDefinition,
  fit: Pick<FitRow, 'gives' | 'why' | 'read' | 'afterEdit'> | undefined,
): ParserItem {
  const { uri, name, type, description, module } = definition;
  const waits = module !== undefined && !vscode.workspace.isTrusted;
  const detail = waits
    ? vscode.l10n.t('not run: this workspace is not trusted')
    : fit?.read
      ? [fit.gives, fit.why].filter(Boolean).join('  ·  ')
      : fit?.afterEdit !== undefined
        ? afterEditWords(fit.afterEdit)
        : (fit?.why ?? description);
  return {
    label: `$(symbol-structure) ${name}`,
    description: `${type}  ${vscode.workspace.asRelativePath(uri)}`,
    ...(detail && { detail }),
    choice: { uri, name },
  };
}

async function nothingToPick(): Promise<void> {
  const create = vscode.l10n.t('New Parser Definition');
  const message = vscode.l10n.t(
    'No parser definitions were found. A file whose name ends in .parser.json says how responses are read.',
  );
  if ((await vscode.window.showInformationMessage(message, create)) === create)
    await vscode.commands.executeCommand(`${prefix}.newDefinition`);
}

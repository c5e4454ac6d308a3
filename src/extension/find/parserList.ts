import * as vscode from 'vscode';
import { compareRanks } from '../../engine/index.ts';
import type { FitFile, FitModel, SearchOptions } from '../../service/findService.ts';
import type { KnownDefinition } from '../definitions/outlinedFiles.ts';
import { outlinedFiles } from '../definitions/outlinedFiles.ts';
import { PacedUpdates } from '../pacing.ts';
import { type DefinitionId, sameDefinition } from '../responses/responseSession.ts';
import type { Services } from '../services.ts';
import { choiceItems, type FoundRow, type ParserChoice, type ParserItem } from './choiceItems.ts';
import { ShownRows } from './shownRows.ts';

/** How long the list waits for what reads the responses before it shows the rest, in milliseconds: rows that move are hard to pick. */
const patience = 1000;
/** How long a list that is still growing stays as it is, in milliseconds. */
const restTime = 500;

/** What a list of parsers is for. `E`: what else can be chosen in it. */
export interface ParserListOptions<E> {
  readonly title: string;
  readonly placeholder: string;
  /** The file that the responses are in: the definitions near it come first, and what was picked for it is the active one. */
  readonly near: vscode.Uri;
  /** Whether the responses are rows of a log. */
  readonly ofLog?: boolean;
  /** Items above all others. */
  readonly above?: () => Promise<readonly ParserItem<E>[]>;
  /** The definition that is not offered. */
  readonly without?: DefinitionId;
  /** Ranks the definitions of some files in the engine's thread that finds parsers, which is ended when the list is closed. Called for the nearest files, then for others. */
  search(files: readonly FitFile[], options: SearchOptions): Promise<FitModel>;
}

/**
 * A list of definitions that ranks them by how well they read some responses: see `parserChoices`. It appears at once, the
 * names of few files with what they read, those of many as they are read, the nearest first, and what each reads as it turns out;
 * closing it ends the search. Once the user has typed or moved in it, its rows stay where they are. Gives `none` where there is nothing to pick, `undefined` where nothing was picked.
 */
export async function parserList<E extends object = never>(
  services: Services,
  options: ParserListOptions<E>,
): Promise<ParserChoice | E | 'none' | undefined> {
  const { near, ofLog = false, without, above } = options;
  const cancel = new vscode.CancellationTokenSource();
  const list = vscode.window.createQuickPick<ParserItem<ParserChoice | E>>();
  list.title = options.title;
  list.placeholder = options.placeholder;
  list.matchOnDescription = true;
  list.matchOnDetail = true;
  list.busy = true;
  let isOpen = true;
  let isEmpty = false;
  const shownRows = new ShownRows(list, ({ choice }) => choice && keyOfChoice(choice));
  const answer = new Promise<ParserChoice | E | 'none' | undefined>(resolve => {
    list.onDidAccept(() => {
      // VS Code may tell of a choice among rows that were replaced meanwhile, which is none of these.
      const choice = shownRows.chosen(list.selectedItems[0] ?? list.activeItems[0])?.choice;
      if (!choice) return;
      resolve(choice);
      list.hide();
    });
    list.onDidHide(() => {
      isOpen = false;
      resolve(isEmpty ? 'none' : undefined);
    });
  });
  list.show();
  const fill = async () => {
    const [first, previewed] = await Promise.all([above?.() ?? [], services.parsers.previewed()]);
    const definitions: KnownDefinition[] = [];
    let rows: readonly FoundRow[] = [];
    const show = () => {
      if (!isOpen) return;
      const used = services.parsers.of(near);
      const items = choiceItems(services, { definitions, previewed, used, ofLog, rows });
      shownRows.show([...first, ...items], used && keyOfChoice(used));
    };
    const showing = new PacedUpdates(show, patience, restTime);
    let searching: Promise<unknown> = Promise.resolve();
    let isMore = false;
    const searchNext = (files: readonly FitFile[]) => {
      const searched = { isTrusted: vscode.workspace.isTrusted, isMore };
      isMore = true;
      searching = searching.then(async () => {
        if (!isOpen) return;
        const found = await options.search(files, searched);
        rows = [...rows, ...foundRows(found, files)].sort((a, b) => compareRanks(a.rank, b.rank));
        showing.changed();
      });
      // Closing the list ends the search.
      searching = searching.catch(error => isOpen && services.log.warn(String(error)));
    };
    try {
      for await (const files of outlinedFiles(services.definitions, services.engine, near, cancel.token)) {
        const more = files.flatMap(file => file.definitions);
        definitions.push(...(without ? more.filter(each => !sameDefinition(each, without)) : more));
        // There are more than can be searched in a moment.
        if (isMore) showing.begin();
        showing.changed();
        searchNext(files.map(({ fileName, text }) => ({ fileName, text })));
      }
      if (!isMore) searchNext([]);
      await searching;
    } finally {
      showing.stop();
    }
    list.busy = false;
    show();
    isEmpty = isOpen && list.items.length === 0;
    if (isEmpty) list.hide();
  };
  try {
    const failed = new Promise<never>((_, reject) => fill().catch(reject));
    return await Promise.race([answer, failed]);
  } finally {
    // The list may be gone before VS Code says that it is hidden: nothing goes into it any more.
    isOpen = false;
    cancel.cancel();
    cancel.dispose();
    if (list.busy) services.engine.stop('find');
    list.dispose();
  }
}

/** The rows of a search with the addresses of their files. */
function foundRows({ rows }: FitModel, files: readonly FitFile[]): readonly FoundRow[] {
  return rows.map(row => ({ ...row, file: row.file === undefined ? undefined : files[row.file]?.fileName }));
}

function keyOfChoice(choice: object): string {
  const { uri, name } = choice as Partial<DefinitionId>;
  return JSON.stringify(uri instanceof vscode.Uri ? [uri.toString(), name] : choice);
}

import * as vscode from 'vscode';
import type { FitRow } from '../../service/findService.ts';
import { causeName } from '../../views/diagnosisModel.ts';
import { type ParserGroup, parserChoices, parserGroups } from '../../views/parserChoices.ts';
import { shownName } from '../../views/valuePreview.ts';
import type { KnownDefinition } from '../definitions/outlinedFiles.ts';
import type { DefinitionId } from '../responses/responseSession.ts';
import type { Services } from '../services.ts';

/** The longest name in a list, in UTF-16 units. */
const maxName = 100;

/** A definition, or a type to draft one of. */
export type ParserChoice = DefinitionId | { readonly type: string };

/** A row of the search with its file's address. */
export type FoundRow = Omit<FitRow, 'file'> & { readonly file: string | undefined };

/** What the list is made of; `rows` come when the responses were read. `ofLog`: they are rows of a log. */
export interface KnownForList {
  readonly definitions: readonly KnownDefinition[];
  readonly previewed: DefinitionId | undefined;
  /** What was last used for the responses' file. */
  readonly used?: DefinitionId | undefined;
  readonly rows?: readonly FoundRow[];
  readonly ofLog?: boolean;
}

/** An item of the list; without a choice it is a separator. */
export interface ParserItem<C = ParserChoice> extends vscode.QuickPickItem {
  readonly choice?: C;
}

/** The items of the list in its groups: the definitions, and the types among the rows to draft one of. */
export function choiceItems(
  { parsers }: Pick<Services, 'parsers'>,
  { definitions, previewed, used, rows = [], ofLog = false }: KnownForList,
): readonly ParserItem[] {
  const located = definitions.map(definition => ({ ...definition, file: definition.uri.toString() }));
  const keyOf = ({ uri, name }: DefinitionId) => ({ file: uri.toString(), name });
  const fits = rows.flatMap(row => (row.file === undefined ? [] : { ...row, file: row.file }));
  const choices = parserChoices(located, fits, {
    used: used && keyOf(used),
    previewed: previewed && keyOf(previewed),
    recent: parsers.recent().map(keyOf),
  });
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
  const twice = namedTwice(definitions);
  for (const group of parserGroups) {
    // What reads the response goes before definitions of which nobody knows that they would.
    if (group === 'others') add(vscode.l10n.t('draft a definition'), drafts);
    add(
      groupWord(group, ofLog),
      choices.filter(one => one.group === group).map(({ parser, fit }) => toItem(parser, fit, twice.has(parser.name))),
    );
  }
  return items;
}

function groupWord(group: ParserGroup, ofLog: boolean): string {
  switch (group) {
    case 'reads':
      return ofLog ? vscode.l10n.t('reads the first rows') : vscode.l10n.t('reads it');
    case 'afterEdit':
    case 'anyAfterEdit':
      return ofLog
        ? vscode.l10n.t('reads the first rows after one edit of each')
        : vscode.l10n.t('reads it after one edit');
    case 'hasNames':
      return ofLog ? vscode.l10n.t('has the keys of the first rows') : vscode.l10n.t('has its keys');
    case 'used':
      return vscode.l10n.t('used for this file');
    case 'previewed':
      return vscode.l10n.t('previewed');
    case 'recent':
      return vscode.l10n.t('recent in this workspace');
    case 'takesAnything':
      return ofLog
        ? vscode.l10n.t('reads the first rows, as it would others')
        : vscode.l10n.t('reads it, as it would other text');
    case 'asText':
      return ofLog
        ? vscode.l10n.t('reads the first rows with their keys as text')
        : vscode.l10n.t('reads it with its keys as text');
    case 'others':
      return vscode.l10n.t('others');
  }
}

function afterEditWords(cause: string): string {
  return vscode.l10n.t('Reads it after one edit: {0}', causeName(cause));
}

/** What an evaluation says of the first rows of a log, in its words. */
function verdictWords({ ok, suspicious, error }: NonNullable<FitRow['verdicts']>): string {
  return [
    vscode.l10n.t('{0} of {1} ok', ok, ok + suspicious + error),
    ...(suspicious > 0 ? [vscode.l10n.t('{0} suspicious', suspicious)] : []),
    ...(error > 0 ? [error === 1 ? vscode.l10n.t('1 error') : vscode.l10n.t('{0} errors', error)] : []),
  ].join(' · ');
}

/** The names that several definitions have. */
function namedTwice(definitions: readonly KnownDefinition[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { name } of definitions) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Set([...counts.keys()].filter(name => counts.get(name)! > 1));
}

/** `isTwice`: another definition has its name, so that its file comes first. */
function toItem(
  definition: KnownDefinition,
  fit: Pick<FitRow, 'gives' | 'why' | 'read' | 'afterEdit' | 'verdicts'> | undefined,
  isTwice: boolean,
): ParserItem {
  const { uri, name, type, description, module, unknown } = definition;
  const path = vscode.workspace.asRelativePath(uri);
  const waits = module !== undefined && !vscode.workspace.isTrusted;
  const detail = waits
    ? vscode.l10n.t('not run: this workspace is not trusted')
    : fit?.read
      ? [fit.gives, fit.verdicts ? verdictWords(fit.verdicts) : fit.why].filter(Boolean).join('  ·  ')
      : fit?.afterEdit !== undefined
        ? afterEditWords(fit.afterEdit)
        : (fit?.why ?? description);
  return {
    label: `$(symbol-structure) ${shownName(name, maxName)}`,
    description: [...(isTwice ? [path, type] : [type, path]), ...(unknown ? [vscode.l10n.t('partly known')] : [])].join(
      '  ',
    ),
    ...(detail && { detail }),
    choice: { uri, name },
  };
}

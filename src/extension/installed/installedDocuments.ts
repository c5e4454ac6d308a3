import * as vscode from 'vscode';
import type { DifferenceGroup, InstalledDifference, InstalledReport } from '../../engine/index.ts';
import { comparedWith, groupedDifferences } from '../../views/installedLines.ts';
import { prefix } from '../commands.ts';
import { documentSchemes } from '../later/documentSchemes.ts';
import type { DefinitionId } from '../responses/responseSession.ts';

/** The scheme of the read-only documents: results, and the two sides of one difference. */
const scheme = documentSchemes.installed;

/** A result that is shown. */
export interface ShownReport extends DefinitionId {
  readonly report: InstalledReport;
}

/** A side of a difference. */
export type Side = 'ours' | 'theirs';

/** The results of comparisons with what is installed, as read-only documents with a lens above each difference. Nothing is stored. */
export class InstalledDocuments
  implements vscode.TextDocumentContentProvider, vscode.CodeLensProvider, vscode.Disposable
{
  readonly #shown = new Map<string, ShownReport>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #disposable: vscode.Disposable;

  constructor() {
    this.#disposable = vscode.Disposable.from(
      this.#changed,
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      vscode.languages.registerCodeLensProvider({ scheme }, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => uri.query === '' && this.#shown.delete(uri.fragment)),
    );
  }

  /** Opens a result, in place of an older one of the same definition. */
  async show(shown: ShownReport): Promise<void> {
    const key = `${shown.uri}#${shown.name}`;
    this.#shown.set(key, shown);
    const path = `/${vscode.l10n.t('{0}: installed framework', shown.name).replaceAll('/', '∕')}.md`;
    const uri = vscode.Uri.from({ scheme, path, fragment: key });
    this.#changed.fire(uri);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: false });
  }

  /** The difference of a lens; `undefined`: its result is closed. */
  difference(
    key: string,
    index: number,
  ): { readonly shown: ShownReport; readonly difference: InstalledDifference } | undefined {
    const shown = this.#shown.get(key);
    const difference = shown?.report.ok ? shown.report.differences[index] : undefined;
    return shown && difference && { shown, difference };
  }

  /** The address of a side of a difference. */
  sideOf(key: string, index: number, side: Side): vscode.Uri {
    const { difference, shown } = this.difference(key, index) ?? {};
    const name = side === 'ours' ? vscode.l10n.t('here') : vscode.l10n.t('installed');
    const isJson = difference?.group === 'value' || difference?.group === 'split';
    const path = `/${`${shown?.name ?? ''}, ${difference?.from ?? ''} (${name})`.replaceAll('/', '∕')}${isJson ? '.json' : '.txt'}`;
    return vscode.Uri.from({ scheme, path, query: JSON.stringify([index, side]), fragment: key });
  }

  provideTextDocumentContent({ query, fragment }: vscode.Uri): string {
    if (query === '') {
      const shown = this.#shown.get(fragment);
      return shown ? pageOf(shown).text : '';
    }
    const [index, side] = JSON.parse(query) as [number, Side];
    return this.difference(fragment, index)?.difference[side] ?? '';
  }

  provideCodeLenses({ uri: { query, fragment } }: vscode.TextDocument): vscode.CodeLens[] {
    const shown = query === '' ? this.#shown.get(fragment) : undefined;
    if (!shown) return [];
    const lens = (line: number, title: string, command: string, ...args: unknown[]) =>
      new vscode.CodeLens(new vscode.Range(line, 0, line, 0), {
        title,
        command: `${prefix}.${command}`,
        arguments: args,
      });
    const { uri, name, report } = shown;
    return [
      lens(0, vscode.l10n.t('Compare Again'), 'compareInstalled', uri.toString(), name),
      ...(report.ok ? [lens(0, vscode.l10n.t('Try It in Python'), 'tryInPython', uri.toString(), name)] : []),
      ...pageOf(shown).places.flatMap(({ line, index, isText }) => [
        ...(isText ? [lens(line, vscode.l10n.t('Open Parsed'), 'openInstalledText', fragment, index)] : []),
        lens(line, vscode.l10n.t('Show Difference'), 'showInstalledDifference', fragment, index),
      ]),
    ];
  }

  dispose(): void {
    this.#disposable.dispose();
  }
}

/** So much of a side is on the page; the whole is behind *Show Difference*. */
const shownLines = 12;

/** The text of a page, and the line of each difference. */
function pageOf({ name, report }: ShownReport) {
  const lines: string[] = [`# ${name}`, ''];
  const places: { readonly line: number; readonly index: number; readonly isText: boolean }[] = [];
  if (!report.ok) return { text: [...lines, report.reason, ''].join('\n'), places };
  lines.push(comparedWith(report), '');
  for (const note of report.notes) lines.push(`- ${note}`);
  if (report.notes.length > 0) lines.push('');
  for (const { group, differences } of groupedDifferences(report.differences)) {
    lines.push(`## ${groupTitle(group)} (${differences.length})`, '');
    for (const each of differences) {
      places.push({ line: lines.length, index: report.differences.indexOf(each), isText: each.text !== undefined });
      lines.push(`### ${each.from}${each.part === undefined ? '' : `, ${each.part}`}`, '');
      lines.push(
        vscode.l10n.t('Here:'),
        ...fenced(each.ours),
        '',
        vscode.l10n.t('Installed:'),
        ...fenced(each.theirs),
        '',
      );
    }
  }
  return { text: lines.join('\n'), places };
}

function groupTitle(group: DifferenceGroup): string {
  switch (group) {
    case 'instruction':
      return vscode.l10n.t('Format Instruction');
    case 'value':
      return vscode.l10n.t('Values');
    case 'split':
      return vscode.l10n.t('Content, Memory, Metadata');
    case 'error':
      return vscode.l10n.t('Errors');
    case 'message':
      return vscode.l10n.t('The Words of an Error Alone');
    case 'feedback':
      return vscode.l10n.t('What the Model Is Told of an Error');
  }
}

function fenced(text: string): readonly string[] {
  const lines = text.split('\n');
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([marks]) => marks.length + 1)));
  const more = lines.length > shownLines ? ['…'] : [];
  return [fence, ...lines.slice(0, shownLines), ...more, fence];
}

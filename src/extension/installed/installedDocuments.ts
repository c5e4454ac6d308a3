import * as vscode from 'vscode';
import type { DifferenceGroup, InstalledDifference, InstalledReport } from '../../engine/index.ts';
import { comparedWith, groupedDifferences } from '../../views/installedLines.ts';
import { prefix } from '../commands.ts';
import { baseName } from '../definitions/definitionUris.ts';
import { documentSchemes } from '../later/documentSchemes.ts';
import { VirtualDocuments } from '../virtualDocuments.ts';

/** The scheme of the read-only documents: results, and the two sides of one difference. */
const scheme = documentSchemes.installed;

/** The result of a comparison: of a definition, or of a conversation. */
export interface ShownReport {
  readonly uri: vscode.Uri;
  /** The definition's; absent: it is of a conversation. */
  readonly name?: string;
  /** The logs whose responses were compared as well. */
  readonly logs?: readonly vscode.Uri[];
  readonly report: InstalledReport;
}

/** What a result is of, as its title says it. */
export function subjectOf({ uri, name }: Pick<ShownReport, 'uri' | 'name'>): string {
  return name ?? baseName(uri);
}

/** A side of a difference. */
export type Side = 'ours' | 'theirs';

/** The results of comparisons with what is installed, as read-only documents with a lens above each difference. Nothing is stored. */
export class InstalledDocuments implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #results = new Map<string, ShownReport>();
  readonly #documents = new VirtualDocuments(scheme, uri => this.#read(uri));
  readonly #disposable: vscode.Disposable;

  constructor() {
    this.#disposable = vscode.Disposable.from(
      this.#documents,
      vscode.languages.registerCodeLensProvider({ scheme }, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => uri.query === '' && this.#results.delete(uri.fragment)),
    );
  }

  /** Opens a result, in place of an older one of the same definition or conversation. */
  async show(result: ShownReport): Promise<void> {
    const key = `${result.uri}#${result.name ?? ''}`;
    this.#results.set(key, result);
    const path = `/${vscode.l10n.t('{0}: installed framework', subjectOf(result)).replaceAll('/', '∕')}.md`;
    const uri = vscode.Uri.from({ scheme, path, fragment: key });
    this.#documents.refresh(uri);
    await this.#documents.show(uri, { preview: false });
  }

  /** The difference of a lens; `undefined`: its result is closed. */
  difference(
    key: string,
    index: number,
  ): { readonly result: ShownReport; readonly difference: InstalledDifference } | undefined {
    const result = this.#results.get(key);
    const difference = result?.report.ok ? result.report.differences[index] : undefined;
    return result && difference && { result, difference };
  }

  /** The address of a side of a difference. */
  sideOf(key: string, index: number, side: Side): vscode.Uri {
    const { difference, result } = this.difference(key, index) ?? {};
    const name = side === 'ours' ? vscode.l10n.t('here') : vscode.l10n.t('installed');
    const isJson = difference !== undefined && ['value', 'split', 'payload'].includes(difference.group);
    const path = `/${`${result ? subjectOf(result) : ''}, ${difference?.from ?? ''} (${name})`.replaceAll('/', '∕')}${isJson ? '.json' : '.txt'}`;
    return vscode.Uri.from({ scheme, path, query: JSON.stringify([index, side]), fragment: key });
  }

  provideCodeLenses({ uri: { query, fragment } }: vscode.TextDocument): vscode.CodeLens[] {
    const result = query === '' ? this.#results.get(fragment) : undefined;
    if (!result) return [];
    const lens = (line: number, title: string, command: string, ...args: unknown[]) =>
      new vscode.CodeLens(new vscode.Range(line, 0, line, 0), {
        title,
        command: `${prefix}.${command}`,
        arguments: args,
      });
    const { uri, name, report, logs = [] } = result;
    const addresses = logs.map(each => each.toString());
    return [
      lens(0, vscode.l10n.t('Compare Again'), 'compareInstalled', uri.toString(), name, addresses),
      ...(report.ok && name !== undefined
        ? [
            lens(0, vscode.l10n.t('Compare Log…'), 'compareInstalledLog', uri.toString(), name),
            lens(0, vscode.l10n.t('Try It in Python'), 'tryInPython', uri.toString(), name),
          ]
        : []),
      ...pageOf(result).places.flatMap(({ line, index, isText }) => [
        ...(isText ? [lens(line, vscode.l10n.t('Open Parsed'), 'openInstalledText', fragment, index)] : []),
        lens(line, vscode.l10n.t('Show Difference'), 'showInstalledDifference', fragment, index),
      ]),
    ];
  }

  dispose(): void {
    this.#disposable.dispose();
  }

  #read({ query, fragment }: vscode.Uri): string {
    if (query === '') {
      const result = this.#results.get(fragment);
      return result ? pageOf(result).text : '';
    }
    const [index, side] = JSON.parse(query) as [number, Side];
    return this.difference(fragment, index)?.difference[side] ?? '';
  }
}

/** How much of a side is on the page; the whole is behind *Show Difference*. */
const shownLines = 12;

/** The text of a page, and the line of each difference. */
function pageOf(result: ShownReport) {
  const { report, logs = [] } = result;
  const lines: string[] = [`# ${subjectOf(result)}`, ''];
  const places: { readonly line: number; readonly index: number; readonly isText: boolean }[] = [];
  if (!report.ok) return { text: [...lines, report.reason, ''].join('\n'), places };
  lines.push(comparedWith(report), '');
  const notes = [
    ...logs.map(log => vscode.l10n.t('With the responses of {0}', vscode.workspace.asRelativePath(log))),
    ...report.notes,
  ];
  if (notes.length > 0) lines.push(...notes.map(note => `- ${note}`), '');
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
    case 'payload':
      return vscode.l10n.t('Payload');
    case 'count':
      return vscode.l10n.t('Count of Tokens');
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

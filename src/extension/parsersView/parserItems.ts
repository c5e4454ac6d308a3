import * as vscode from 'vscode';
import type { LineRange, SampledDefinition } from '../../views/sampleListing.ts';
import { shownName } from '../../views/valuePreview.ts';
import { prefix } from '../commands.ts';
import { baseName } from '../definitions/definitionUris.ts';
import type { SampleStore } from '../samples/sampleStore.ts';
import type { SampleCounts } from '../samples/sampleVerdicts.ts';
import { type DefinitionNode, type FileNode, idOf, type ParserNode, type SampleNode } from './parserNodes.ts';

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

/** The longest name in a row, in UTF-16 units. */
const maxName = 200;

/** How a row says what its samples came to. */
type State = 'passed' | 'failed' | 'unknown' | 'none';

/** The row of a node as VS Code shows it. */
export function toTreeItem(node: ParserNode, samples: SampleStore): vscode.TreeItem {
  const item = toItem(node, samples);
  item.id = idOf(node);
  return item;
}

function toItem(node: ParserNode, samples: SampleStore): vscode.TreeItem {
  switch (node.kind) {
    case 'folder': {
      const item = new vscode.TreeItem(node.label, Expanded);
      item.iconPath = vscode.ThemeIcon.Folder;
      item.contextValue = 'folder';
      item.tooltip = node.folder.fsPath;
      item.accessibilityInformation = { label: vscode.l10n.t('Folder {0}', node.label) };
      return item;
    }
    case 'file':
      return fileItem(node, samples);
    case 'definition':
      return definitionItem(node, samples);
    case 'sample':
      return sampleItem(node, samples);
  }
}

/** Whether a file's row opens: rows may be below it. */
export function fileOpens({ uri, listed, name }: FileNode, samples: SampleStore): boolean {
  if (!listed) return true;
  return name === undefined ? listed.definitions.length > 0 : (samples.counts(uri, name)?.total ?? 0) > 0;
}

function fileItem(node: FileNode, samples: SampleStore): vscode.TreeItem {
  const { uri, listed, name } = node;
  const label = name === undefined ? baseName(uri) : shownName(name, maxName);
  const [first] = listed?.definitions ?? [];
  const counts = listed && sum(listed.definitions.map(definition => samples.counts(uri, definition.name)));
  const item = new vscode.TreeItem(
    name === undefined ? withoutEnd(label) : label,
    fileOpens(node, samples) ? Collapsed : None,
  );
  // The colours and letters of problems and of source control, as in the Explorer.
  item.resourceUri = uri;
  item.contextValue = name === undefined ? contextOf('file', counts) : contextOf(kindOf(first), counts);
  const kind =
    listed?.broken?.message ??
    (listed && !first
      ? vscode.l10n.t('no definition')
      : name !== undefined
        ? first?.type
        : listed &&
          (listed.definitions.length === 1
            ? vscode.l10n.t('1 definition')
            : vscode.l10n.t('{0} definitions', listed.definitions.length)));
  decorate(item, label, listed?.broken ? 'failed' : stateOf(counts), listed?.broken ? undefined : counts, kind);
  item.command = openCommand(uri, listed?.broken?.place ?? (name === undefined ? undefined : first?.place));
  item.tooltip = [vscode.workspace.asRelativePath(uri), kind, counts && countWords(counts)].filter(Boolean).join('\n');
  return item;
}

/** A file's name without what all of them end in, which says nothing here and takes the room of the counts. */
function withoutEnd(name: string): string {
  return name.replace(/(?<=.)\.parser\.json$/, '');
}

function definitionItem({ uri, name, definition }: DefinitionNode, samples: SampleStore): vscode.TreeItem {
  const counts = samples.counts(uri, name);
  const label = shownName(name, maxName);
  const item = new vscode.TreeItem(label, counts && counts.total > 0 ? Collapsed : None);
  item.contextValue = contextOf(kindOf(definition), counts);
  decorate(item, label, stateOf(counts), counts, definition.type);
  item.command = openCommand(uri, definition.place);
  item.tooltip = [name, definition.type, counts && countWords(counts)].filter(Boolean).join('\n');
  return item;
}

function sampleItem({ uri, row, listed }: SampleNode, samples: SampleStore): vscode.TreeItem {
  const judged = samples.verdictOf(listed, row);
  const state: State = judged ? (judged.verdict === 'pass' ? 'passed' : 'failed') : 'unknown';
  const name = shownName(row.name, maxName);
  const item = new vscode.TreeItem(name, None);
  item.contextValue = judged?.verdict === 'fail' ? 'sample.failed' : 'sample';
  if (judged && judged.verdict !== 'pass') item.description = judged.message;
  setIcon(item, state);
  item.command = openCommand(uri, row.place);
  item.tooltip = [row.name, row.file, stateWord(state), judged?.message].filter(Boolean).join('\n');
  const label = [vscode.l10n.t('Sample {0}', name), stateWord(state), judged?.message];
  item.accessibilityInformation = { label: label.filter(Boolean).join(', ') };
  return item;
}

function decorate(
  item: vscode.TreeItem,
  label: string,
  state: State,
  counts: SampleCounts | undefined,
  kind: string | undefined,
): void {
  const numbers = counts && counts.total > 0 ? `${counts.passed}/${counts.total}` : undefined;
  const notRun = counts && counts.waiting > 0 ? vscode.l10n.t('{0} not run', counts.waiting) : undefined;
  item.description = [numbers, notRun, kind].filter(Boolean).join(' · ');
  setIcon(item, state);
  item.accessibilityInformation = {
    label: [label, kind, counts && countWords(counts)].filter(Boolean).join(', '),
  };
}

/** What the menus ask for: `definition`, `definition.samples`, `definition.samples.failed`; the same for files. */
/** What menus know a definition by: `installed` where a Python package has its class. */
function kindOf(definition: Pick<SampledDefinition, 'hasFramework'> | undefined): string {
  return definition?.hasFramework ? 'definition.installed' : 'definition';
}

function contextOf(kind: string, counts: SampleCounts | undefined): string {
  const parts = [kind];
  if (counts && counts.total > 0) parts.push('samples');
  if (counts && counts.failed > 0) parts.push('failed');
  return parts.join('.');
}

function setIcon(item: vscode.TreeItem, state: State): void {
  switch (state) {
    case 'passed':
      item.iconPath = new vscode.ThemeIcon('testing-passed-icon', new vscode.ThemeColor('testing.iconPassed'));
      break;
    case 'failed':
      item.iconPath = new vscode.ThemeIcon('testing-failed-icon', new vscode.ThemeColor('testing.iconFailed'));
      break;
    case 'unknown':
      item.iconPath = new vscode.ThemeIcon('testing-unset-icon', new vscode.ThemeColor('testing.iconUnset'));
      break;
    case 'none':
      item.iconPath = new vscode.ThemeIcon('symbol-structure');
  }
}

/** The samples of several definitions together; `undefined` where there is nothing. */
export function sum(all: readonly (SampleCounts | undefined)[]): SampleCounts | undefined {
  const counted = all.filter(counts => counts !== undefined);
  if (counted.length === 0) return undefined;
  const add = (key: 'total' | 'passed' | 'failed' | 'unknown' | 'waiting') =>
    counted.reduce((total, counts) => total + counts[key], 0);
  const [total, passed, failed] = [add('total'), add('passed'), add('failed')];
  return { total, passed, failed, unknown: add('unknown'), waiting: add('waiting') };
}

function stateOf(counts: SampleCounts | undefined): State {
  if (!counts || counts.total === 0) return 'none';
  if (counts.failed > 0) return 'failed';
  return counts.unknown > 0 ? 'unknown' : 'passed';
}

function stateWord(state: State): string {
  if (state === 'passed') return vscode.l10n.t('passed');
  return state === 'failed' ? vscode.l10n.t('failed') : vscode.l10n.t('not run');
}

function countWords({ total, passed, failed, unknown }: SampleCounts): string {
  if (total === 0) return vscode.l10n.t('no samples');
  const parts = [vscode.l10n.t('{0} of {1} samples pass', passed, total)];
  if (failed > 0) parts.push(vscode.l10n.t('{0} fail', failed));
  if (unknown > 0) parts.push(vscode.l10n.t('{0} not run', unknown));
  return parts.join(', ');
}

function openCommand(uri: vscode.Uri, place: LineRange | undefined): vscode.Command {
  return { command: `${prefix}.openParser`, title: vscode.l10n.t('Open'), arguments: [uri.toString(), place] };
}

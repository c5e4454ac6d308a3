import * as vscode from 'vscode';
import type { ResultCounts } from '../../service/responsesService.ts';
import type { ValueModel } from '../../views/valueModel.ts';
import { prefix } from '../commands.ts';
import { countText } from '../tokens/tokenizers.ts';
import { destinationWords } from './destinationWords.ts';
import type { ResultNode, Verdict } from './resultNode.ts';

const verdictIcons: Readonly<Record<Verdict, readonly [icon: string, color?: string]>> = {
  parsing: ['loading~spin'],
  parsed: ['pass', 'testing.iconPassed'],
  warned: ['warning', 'list.warningForeground'],
  strayed: ['warning', 'list.warningForeground'],
  failed: ['error', 'testing.iconFailed'],
  notRun: ['shield'],
};

type ValueNode = Extract<ResultNode, { kind: 'value' }>;

/** The row of a node as VS Code shows it. */
export function resultItem(node: ResultNode, counts: ResultCounts | undefined): vscode.TreeItem {
  const item = toItem(node, counts);
  // The same row stays open when the result changes.
  item.id = JSON.stringify([node.session, idOf(node)]);
  return item;
}

function toItem(node: ResultNode, counts: ResultCounts | undefined): vscode.TreeItem {
  switch (node.kind) {
    case 'status': {
      const [icon, color] = verdictIcons[node.verdict];
      const item = row(node.label, node.description, icon, color);
      item.accessibilityInformation = { label: `${verdictWord(node.verdict)}: ${node.label}, ${node.description}` };
      item.command =
        node.verdict === 'notRun'
          ? { command: 'workbench.trust.manage', title: '' }
          : command('showResponse', node.session);
      return item;
    }
    case 'error': {
      const item = row(
        node.label,
        node.destination ? `${node.error.class}: ${node.error.message}` : node.error.message,
        'error',
        'testing.iconFailed',
      );
      item.tooltip = `${node.error.class}: ${node.error.message}`;
      item.command = command('showResponse', node.session, node.span);
      return item;
    }
    case 'cause': {
      const item = row(node.label, node.description, 'search');
      item.tooltip = `${node.label}: ${node.description}`;
      item.contextValue = 'cause';
      item.command = command('showResponse', node.session, node.span);
      return item;
    }
    case 'repair': {
      const item = row(node.label, node.description, 'wand');
      item.tooltip = vscode.l10n.t('Reads as {0}', node.description);
      item.contextValue = 'repair';
      item.command = command('showRepair', node.session, node.index);
      return item;
    }
    case 'feedback': {
      const label = node.hasFeedback
        ? vscode.l10n.t('What the Model Is Told')
        : vscode.l10n.t('The model is told nothing');
      const tokens = counts?.feedback === undefined ? undefined : countText(counts.feedback, counts.exact);
      const item = row(label, tokens, 'comment');
      if (counts && tokens !== undefined) item.tooltip = `${label}: ${tokens} (${counts.basis})`;
      if (node.hasFeedback) item.command = command('showFeedback', node.session);
      return item;
    }
    case 'note': {
      const item = row(node.label, node.description, node.icon);
      item.tooltip = node.description ? `${node.label}: ${node.description}` : node.label;
      if (node.span) item.command = command('showResponse', node.session, node.span);
      else if (node.place) item.command = command('showModule', node.session, node.place);
      return item;
    }
    case 'group': {
      const item = row(node.label, String(node.count), node.icon);
      item.collapsibleState = node.open
        ? vscode.TreeItemCollapsibleState.Expanded
        : vscode.TreeItemCollapsibleState.Collapsed;
      return item;
    }
    case 'chunk': {
      const item = row(`[${node.from} … ${node.to - 1}]`, undefined, 'ellipsis');
      item.collapsibleState = vscode.TreeItemCollapsibleState.Collapsed;
      return item;
    }
    case 'value':
      return valueItem(node, counts);
  }
}

function valueItem(node: ValueNode, counts: ResultCounts | undefined): vscode.TreeItem {
  const { label, value, destination, destinations, part, path, session, description } = node;
  const count = countOf(node, counts);
  const tokens = count === undefined || !counts ? [] : [countText(count, counts.exact)];
  const goesTo = destinations ? [destinationWords(destinations)] : [];
  const item = row(
    label,
    [...goesTo, ...tokens, value.long].join('  '),
    iconOf(value),
    destination ?? destinations?.[0],
  );
  if (value.size > 0) item.collapsibleState = vscode.TreeItemCollapsibleState.Collapsed;
  item.contextValue = 'value';
  item.tooltip = [
    `${label}: ${value.long}`,
    ...(description === undefined ? [] : [description]),
    ...goesTo,
    ...(counts && tokens.length > 0 ? [`${tokens[0]} (${counts.basis})`] : []),
  ].join('\n');
  item.accessibilityInformation = {
    label: [label, ...(description === undefined ? [] : [description]), ...goesTo, ...tokens, value.long].join(', '),
  };
  if (destination) item.command = command('focusDestination', session, destination);
  else if (part !== undefined) item.command = command('showPart', session, part);
  else item.command = command('openValue', session, path, label);
  return item;
}

function countOf({ path, destination }: ValueNode, counts: ResultCounts | undefined): number | undefined {
  if (destination) return counts?.splits[destination];
  if (path.length === 2 && path[0] === 'parts') return counts?.parts[path[1] ?? -1];
  return path.length === 1 ? counts?.value : undefined;
}

function row(label: string, description: string | undefined, icon: string, color?: string): vscode.TreeItem {
  const item = new vscode.TreeItem(label);
  if (description !== undefined) item.description = description;
  const id = color && !color.includes('.') ? `${prefix}.${color}` : color;
  item.iconPath = new vscode.ThemeIcon(icon, id === undefined ? undefined : new vscode.ThemeColor(id));
  return item;
}

function command(name: string, ...args: unknown[]): vscode.Command {
  return { command: `${prefix}.${name}`, title: '', arguments: args };
}

function idOf(node: ResultNode): unknown {
  switch (node.kind) {
    case 'value':
      return node.path;
    case 'chunk':
      return [node.path, node.from, node.to];
    case 'note':
      return [node.label, node.description, node.span];
    case 'group':
      return node.icon;
    case 'cause':
      return [node.kind, node.code];
    case 'repair':
      return [node.kind, node.index];
    default:
      return [node.kind, 'label' in node ? node.label : ''];
  }
}

function iconOf({ kind }: ValueModel): string {
  switch (kind) {
    case 'string':
      return 'symbol-string';
    case 'dict':
      return 'symbol-object';
    case 'list':
      return 'symbol-array';
    case 'null':
      return 'symbol-null';
    default:
      return 'symbol-number';
  }
}

function verdictWord(verdict: Verdict): string {
  switch (verdict) {
    case 'parsing':
      return vscode.l10n.t('Parsing');
    case 'parsed':
      return vscode.l10n.t('Parsed');
    case 'warned':
      return vscode.l10n.t('Parsed, with errors');
    case 'strayed':
      return vscode.l10n.t('Parsed, with text lost or left over');
    case 'failed':
      return vscode.l10n.t('Failed');
    case 'notRun':
      return vscode.l10n.t('Not run');
  }
}

import * as vscode from 'vscode';
import type { LineRange } from '../../views/sampleListing.ts';
import { prefix, registerCommand } from '../commands.ts';
import type { Services } from '../services.ts';
import { sum } from './parserItems.ts';
import type { ParserNode } from './parserNodes.ts';
import { ParsersTree } from './parsersTree.ts';

/** The *Parsers* view: all definitions of the workspace by folder, with what their samples come to, and its commands. */
export function registerParsersView(services: Services): vscode.Disposable {
  const { log, samples } = services;
  const tree = new ParsersTree(services);
  const view = vscode.window.createTreeView(`${prefix}.parsers`, { treeDataProvider: tree, showCollapseAll: true });

  const count = () => {
    const counts = sum(
      tree.files.flatMap(({ uri, listed }) => (listed?.definitions ?? []).map(({ name }) => samples.counts(uri, name))),
    );
    const failed = counts?.failed ?? 0;
    const words = counts && counts.total > 0 ? [vscode.l10n.t('{0}/{1} samples', counts.passed, counts.total)] : [];
    if (counts && counts.waiting > 0) words.push(vscode.l10n.t('{0} not run', counts.waiting));
    view.description = words.join(' · ');
    view.badge =
      failed === 0
        ? undefined
        : {
            value: failed,
            tooltip: failed === 1 ? vscode.l10n.t('1 sample fails') : vscode.l10n.t('{0} samples fail', failed),
          };
  };
  /** The row that a menu was opened on, else the selected one. */
  const chosen = (node?: ParserNode) => {
    const row = node ?? view.selection[0];
    return row === undefined || row.kind === 'folder' ? undefined : row;
  };

  return vscode.Disposable.from(
    tree,
    view,
    view.onDidChangeVisibility(({ visible }) => tree.setShown(visible)),
    tree.onDidRead(count),
    registerCommand(log, 'openParser', async (address: string, place?: LineRange) => {
      const [line, character] = place ?? [0, 0];
      const selection = new vscode.Range(line, character, line, character);
      await vscode.window.showTextDocument(vscode.Uri.parse(address), place ? { selection } : {});
    }),
    registerCommand(log, 'parseFileWith', async (node?: ParserNode) => {
      const row = chosen(node);
      if (row?.name === undefined) return;
      await vscode.commands.executeCommand(`${prefix}.parseFile`, undefined, {
        parser: row.name,
        definition: row.uri.toString(),
      });
    }),
    registerCommand(log, 'revealParser', async (node?: ParserNode) => {
      const row = chosen(node);
      if (row) await vscode.commands.executeCommand('revealInExplorer', row.uri);
    }),
  );
}

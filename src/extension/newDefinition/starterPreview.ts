import * as vscode from 'vscode';
import type { TypeModel } from '../../service/newDefinitionService.ts';
import { prefix } from '../commands.ts';
import { previewColumn } from '../previewColumn.ts';
import type { Services } from '../services.ts';
import { webviewRoot } from '../webviewHtml.ts';
import { starterHtml } from './starterHtml.ts';

/** A page below the list of types that shows what the highlighted one would write, before anything is written. */
export class StarterPreview implements vscode.Disposable {
  readonly #services: Services;
  #shown: TypeModel | undefined;
  #panel: vscode.WebviewPanel | undefined;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Shows a type; the focus stays where it is. */
  async show(type: TypeModel): Promise<void> {
    if (this.#shown?.type === type.type) return;
    this.#shown = type;
    const { engine, context } = this.#services;
    const starter = await engine.newDefinition.starter(type.type);
    // Another type may be highlighted by now, or the list be left.
    if (!starter || this.#shown !== type) return;
    const viewColumn = this.#panel ? undefined : await freeColumn();
    if (this.#shown !== type) return;
    this.#panel ??= this.#open(viewColumn ?? vscode.ViewColumn.Beside);
    const { webview } = this.#panel;
    const html = await starterHtml(webview, context.extensionUri, type, starter);
    if (this.#shown === type) webview.html = html;
  }

  /** Closes the page. */
  async hide(): Promise<void> {
    this.#shown = undefined;
    this.#panel?.dispose();
  }

  dispose(): void {
    this.#panel?.dispose();
  }

  #open(viewColumn: vscode.ViewColumn): vscode.WebviewPanel {
    const panel = vscode.window.createWebviewPanel(
      `${prefix}.starter`,
      vscode.l10n.t('New Parser Definition'),
      { viewColumn, preserveFocus: true },
      { localResourceRoots: [webviewRoot(this.#services.context.extensionUri)] },
    );
    panel.onDidDispose(() => {
      if (this.#panel === panel) this.#panel = undefined;
    });
    return panel;
  }
}

/** A group in the lower half, because the list hides the upper one; it goes with its last tab. Where there are several groups already, one of them. */
async function freeColumn(): Promise<vscode.ViewColumn> {
  if (vscode.window.tabGroups.all.length > 1) return previewColumn();
  const groups = [{ size: 0.45 }, { size: 0.55 }];
  await vscode.commands.executeCommand('vscode.setEditorLayout', { orientation: 1, groups });
  return vscode.ViewColumn.Two;
}

import * as vscode from 'vscode';
import { isPreviewGroup } from '../previewColumn.ts';

/**
 * Gives a page all the width while it is in front of nothing but our previews, and gives it back when another tab takes
 * its place: a preview beside an evaluation has half of the window, and seldom to do with it. Whoever restores the groups
 * by hand has them so.
 */
export class FullWidth implements vscode.Disposable {
  readonly #page: vscode.WebviewPanel;
  readonly #listener: vscode.Disposable;
  /** The sizes of the groups before they were covered. */
  #before: string | undefined;
  /** The user restored them. */
  #isRefused = false;
  #work: Promise<void>;

  constructor(page: vscode.WebviewPanel) {
    this.#page = page;
    this.#work = this.#follow();
    this.#listener = page.onDidChangeViewState(() => {
      // One after the other: each looks at what the one before made.
      this.#work = this.#work.then(() => this.#follow());
    });
  }

  dispose(): void {
    this.#listener.dispose();
    this.#work = this.#work.then(() => this.#restore());
  }

  async #follow(): Promise<void> {
    if (this.#page.visible && this.#page.active) await this.#cover();
    else if (!this.#page.visible) await this.#restore();
  }

  async #cover(): Promise<void> {
    if (this.#isRefused || this.#before !== undefined) return;
    const { all } = vscode.window.tabGroups;
    const others = all.filter(({ isActive }) => !isActive);
    if (others.length === 0 || !others.every(isPreviewGroup)) return;
    this.#before = await groupSizes();
    await toggle();
  }

  async #restore(): Promise<void> {
    const before = this.#before;
    this.#before = undefined;
    if (before === undefined) return;
    if ((await groupSizes()) !== before) await toggle();
    else this.#isRefused = true;
  }
}

/** VS Code does not tell whether a group covers the others, but their sizes. */
async function groupSizes(): Promise<string> {
  return JSON.stringify(await vscode.commands.executeCommand('vscode.getEditorLayout'));
}

async function toggle(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.toggleMaximizeEditorGroup');
}

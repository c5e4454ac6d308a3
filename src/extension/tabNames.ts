import * as vscode from 'vscode';
import { distinctNames } from '../views/distinctNames.ts';
import { shownName } from '../views/valuePreview.ts';

/** The definition that a tab shows. */
interface Shown {
  readonly uri: string;
  readonly name: string;
  /** The tab's title, with what the definition is called in it. */
  readonly titleOf: (name: string) => string;
}

/** The longest name in a title, in UTF-16 units. */
const maxName = 60;

/** The titles of tabs that show a definition: two of one name say their files, while both are open. */
export class TabNames {
  readonly #tabs = new Map<vscode.WebviewPanel, Shown>();

  /** Says what an open tab shows now, and writes the titles. */
  show(tab: vscode.WebviewPanel, label: Shown): void {
    if (!this.#tabs.has(tab)) {
      // Throws where the tab was closed meanwhile: nothing of it is kept.
      tab.title = label.titleOf(shownName(label.name, maxName));
      tab.onDidDispose(() => this.#closed(tab));
    }
    this.#tabs.set(tab, label);
    this.#entitle();
  }

  #closed(tab: vscode.WebviewPanel): void {
    this.#tabs.delete(tab);
    this.#entitle();
  }

  #entitle(): void {
    const tabs = [...this.#tabs];
    const names = distinctNames(
      tabs.map(([, { name, uri }]) => ({ name, path: vscode.workspace.asRelativePath(vscode.Uri.parse(uri)) })),
    );
    for (const [i, [tab, { titleOf }]] of tabs.entries()) {
      const title = titleOf(shownName(names[i]!, maxName));
      if (tab.title !== title) tab.title = title;
    }
  }
}

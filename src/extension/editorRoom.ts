import * as vscode from 'vscode';

/** What a page knows of its own room, which is what an editor beside it has. */
export interface PageRoom {
  /** Of the page, in pixels. */
  readonly width: number;
  /** A letter of running text in the font of lenses, in parts of the font's size. */
  readonly letter: number;
}

/** What stands left of an editor's text (numbers, folding), in parts of its font's size; its scroll bar, in pixels. */
const gutter = 5;
const scrollBar = 14;
/** The minimap has a pixel for each of its columns, and a border. */
const minimapBorder = 8;
const column = 0.6;
/** What VS Code makes of the editor's font size where none is set for lenses. */
const lensFont = 0.9;

/** How wide editors are, which VS Code does not tell: as wide as a preview beside them. */
export class EditorRoom implements vscode.Disposable {
  readonly #pages = new Map<object, PageRoom>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #settings = vscode.workspace.onDidChangeConfiguration(event => {
    if (event.affectsConfiguration('editor')) this.#changed.fire();
  });

  readonly onDidChange: vscode.Event<void> = this.#changed.event;

  /** Notes what a page has; `undefined`: it is closed. */
  report(page: object, room: PageRoom | undefined): void {
    const before = this.#pages.get(page);
    if (before?.width === room?.width && before?.letter === room?.letter) return;
    // The last one counts.
    this.#pages.delete(page);
    if (room) this.#pages.set(page, room);
    this.#changed.fire();
  }

  /** The letters of running text that a row of lenses has in a document's editor; `undefined`: nobody knows. */
  letters(scope: vscode.ConfigurationScope): number | undefined {
    const page = [...this.#pages.values()].at(-1);
    if (!page) return undefined;
    const editor = vscode.workspace.getConfiguration('editor', scope);
    const size = editor.get<number>('fontSize', 14);
    const text = page.width - gutter * size - scrollBar;
    const minimap = editor.get('minimap.enabled', true) ? text / (column * size + 1) + minimapBorder : 0;
    const font = editor.get<number>('codeLensFontSize', 0) || Math.floor(lensFont * size);
    return Math.max(0, Math.floor((text - minimap) / (page.letter * font)));
  }

  dispose(): void {
    this.#changed.dispose();
    this.#settings.dispose();
  }
}

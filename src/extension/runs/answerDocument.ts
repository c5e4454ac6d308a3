import * as vscode from 'vscode';
import type { Span } from '../../engine/index.ts';
import { openText } from '../definitions/newDocument.ts';
import type { TextChange } from '../responses/trackSpan.ts';
import { responseColumn } from '../responses/valueTab.ts';
import { growingSpan } from './growingSpan.ts';

/** How often an edit is tried that VS Code refuses, as it does while the user types. */
const tries = 10;
/** An answer is undone as a whole. */
const noUndoStops = { undoStopBefore: false, undoStopAfter: false };

/** What an answer's document is named after, and lies beside. */
interface Near {
  readonly uri: vscode.Uri;
  readonly name: string;
}

/**
 * A new document that an answer streams into; it opens with the first of it, so that no answer leaves no document. Edits follow
 * one another, and what arrives meanwhile goes into the next one. What the user does in it meanwhile stays as it is, and stands
 * beside the answer; a document that was closed stays closed.
 */
export class AnswerDocument {
  readonly #near: Near;
  readonly #opened: (document: vscode.TextDocument) => void;
  #document: vscode.TextDocument | undefined;
  #listening: vscode.Disposable | undefined;
  /** Why the document does not get the answer. */
  #failure: { readonly error: unknown } | undefined;
  /** All that arrived and counts. */
  #text = '';
  #pending = '';
  #restart = false;
  #writing: Promise<void> | undefined;
  /** Where the answer stands. */
  #span: Span = { start: 0, end: 0 };
  /** Our own edit that is under way. */
  #edit: TextChange | undefined;

  /** An answer beside what is edited; `opened` hears of its document. */
  constructor(near: Near, opened: (document: vscode.TextDocument) => void) {
    this.#near = near;
    this.#opened = opened;
  }

  /** Absent while nothing has come. */
  get document(): vscode.TextDocument | undefined {
    return this.#document;
  }

  /** Where the answer ends in its document. */
  get end(): number {
    return this.#span.end;
  }

  /** Adds a text at the answer's end; with `restart` what came of the answer before is removed. */
  add(text: string, restart: boolean): void {
    this.#text = restart ? text : this.#text + text;
    if (restart) {
      this.#pending = '';
      this.#restart = true;
    }
    this.#pending += text;
    // What was withdrawn stays until there is something in its place: the next attempt may bring nothing.
    if (this.#pending === '' || this.#failure) return;
    this.#writing ??= this.#write()
      .catch(error => {
        this.#failure = { error };
      })
      .finally(() => {
        this.#writing = undefined;
      });
  }

  /** The answer has come, and is this: where another text came, it is replaced. */
  complete(text: string): void {
    if (text !== this.#text) this.add(text, true);
  }

  /** Resolves when all that arrived stands in the document; rejects where it cannot. Nothing may be added after it. */
  async settled(): Promise<void> {
    while (this.#writing) await this.#writing;
    this.#listening?.dispose();
    if (this.#failure) throw this.#failure.error;
  }

  async #write(): Promise<void> {
    this.#document ??= await this.#open();
    const document = this.#document;
    for (let refused = 0; refused < tries && !document.isClosed; ) {
      const [text, restart] = [this.#pending, this.#restart];
      if (text === '') return;
      this.#pending = '';
      this.#restart = false;
      if (await this.#replace(document, restart ? this.#span.start : this.#span.end, text)) {
        refused = 0;
        continue;
      }
      refused++;
      if (!this.#restart) {
        this.#pending = text + this.#pending;
        this.#restart = restart;
      }
    }
  }

  /** Opens the document in the response's column; the focus stays. */
  async #open(): Promise<vscode.TextDocument> {
    const { uri, name } = this.#near;
    const show = { viewColumn: responseColumn(), preserveFocus: true, preview: false };
    const document = await openText(uri, vscode.l10n.t('{0} answer', name), '.md', '', 'markdown', show);
    const editor = await showOnce(document, show);
    this.#opened(document);
    await settle(editor);
    const { length } = document.getText();
    this.#span = { start: length, end: length };
    this.#listening = vscode.workspace.onDidChangeTextDocument(event => {
      if (event.document === document) for (const change of event.contentChanges) this.#changed(change);
    });
    return document;
  }

  /** Replaces the answer from an offset on; `false`: VS Code has refused. */
  async #replace(document: vscode.TextDocument, start: number, text: string): Promise<boolean> {
    const { end } = this.#span;
    this.#edit = { rangeOffset: start, rangeLength: end - start, text };
    const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
    try {
      return (await inEditor(document, range, text)) ?? (hasTab(document) && (await inDocument(document, range, text)));
    } finally {
      this.#edit = undefined;
    }
  }

  #changed(change: TextChange): void {
    const own = this.#edit;
    const isOwn =
      own?.rangeOffset === change.rangeOffset &&
      own.rangeLength === change.rangeLength &&
      isSame(own.text, change.text);
    if (!isOwn) {
      this.#span = growingSpan(this.#span, change);
      return;
    }
    this.#edit = undefined;
    this.#span = { start: this.#span.start, end: change.rangeOffset + change.text.length };
  }
}

/** The short way to the screen: an edit of the workspace takes several times as long. `undefined`: no editor shows it. */
async function inEditor(
  document: vscode.TextDocument,
  range: vscode.Range,
  text: string,
): Promise<boolean | undefined> {
  const editor = vscode.window.visibleTextEditors.find(each => each.document === document);
  try {
    return await editor?.edit(edit => edit.replace(range, text), noUndoStops);
  } catch {
    // The editor was closed a moment ago.
    return undefined;
  }
}

/** Whether a document is still open for the user. It outlives its last tab for a moment, in which an edit would open it anew. */
function hasTab({ uri }: vscode.TextDocument): boolean {
  const isIt = ({ input }: vscode.Tab) =>
    input instanceof vscode.TabInputText && input.uri.toString() === uri.toString();
  return vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(isIt));
}

async function inDocument(document: vscode.TextDocument, range: vscode.Range, text: string): Promise<boolean> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, range, text);
  return vscode.workspace.applyEdit(edit);
}

/**
 * Waits until VS Code has done what it does after it has shown an editor, during which the first characters of an answer would
 * stand in line; and gives the document the line ends of models, where new ones have those of Windows.
 */
async function settle(editor: vscode.TextEditor): Promise<void> {
  try {
    // One way there and back comes before that work is done, two come after it.
    for (let i = 0; i < 2; i++) await editor.edit(edit => edit.setEndOfLine(vscode.EndOfLine.LF), noUndoStops);
  } catch {
    // It was closed a moment ago.
  }
}

/** Whether two texts are the same but for the line ends, which VS Code makes those of the document. */
function isSame(one: string, other: string): boolean {
  const lines = (text: string) => text.replace(/\r\n?/g, '\n');
  return one === other || lines(one) === lines(other);
}

/** How long after a document is shown VS Code may still open it once more, in milliseconds. */
const late = 5000;

/**
 * Shows a new document in one group alone. VS Code opens a new document that is not on the screen after 800 ms, as on a slow
 * machine, as a tab in the background of the active group: that one is closed.
 */
async function showOnce(
  document: vscode.TextDocument,
  options: vscode.TextDocumentShowOptions,
): Promise<vscode.TextEditor> {
  const { tabGroups } = vscode.window;
  const uri = document.uri.toString();
  const isIt = ({ input }: vscode.Tab) => input instanceof vscode.TabInputText && input.uri.toString() === uri;
  /** Tabs of the document beside the one that it was shown in. */
  const unasked = (opened: readonly vscode.Tab[], column: vscode.ViewColumn | undefined) =>
    opened.filter(tab => isIt(tab) && !tab.isActive && tab.group.viewColumn !== column);
  const editor = await vscode.window.showTextDocument(document, options);
  const close = (tabs: readonly vscode.Tab[]) => {
    const doubles = unasked(tabs, editor.viewColumn);
    // The last tab of a changed document would ask whether to save it.
    if (doubles.length > 0 && tabGroups.all.flatMap(({ tabs: all }) => all).filter(isIt).length > doubles.length)
      void tabGroups.close(doubles, true);
  };
  close(tabGroups.all.flatMap(({ tabs }) => tabs));
  const listening = tabGroups.onDidChangeTabs(({ opened }) => close(opened));
  setTimeout(() => listening.dispose(), late);
  return editor;
}

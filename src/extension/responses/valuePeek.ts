import * as vscode from 'vscode';

interface Pending {
  readonly document: vscode.TextDocument;
  readonly version: number;
  readonly position: vscode.Position;
  readonly hover: vscode.Hover;
}

/** Shows a value in a hover of the editor, at a place of the response, until the cursor leaves it. */
export class ValuePeek implements vscode.Disposable {
  #pending: Pending | undefined;
  readonly #disposable = vscode.window.onDidChangeTextEditorSelection(({ textEditor, selections }) => {
    const [selection] = selections;
    if (textEditor.document !== this.#pending?.document) return;
    if (!selection?.isEmpty || !selection.active.isEqual(this.#pending.position)) this.#pending = undefined;
  });

  /** Shows a text at a position, where the cursor goes; the editor has the focus then. */
  async show(document: vscode.TextDocument, position: vscode.Position, text: vscode.MarkdownString): Promise<void> {
    const editor = vscode.window.visibleTextEditors.find(one => one.document === document);
    await vscode.window.showTextDocument(document, {
      selection: new vscode.Range(position, position),
      ...(editor?.viewColumn !== undefined && { viewColumn: editor.viewColumn }),
    });
    const hover = new vscode.Hover(text, new vscode.Range(position, position.translate(0, 1)));
    this.#pending = { document, version: document.version, position, hover };
    await vscode.commands.executeCommand('editor.action.showHover', { focus: 'noAutoFocus' });
  }

  /** The hover at a position, if it is still of this text. */
  hoverAt(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | undefined {
    const pending = this.#pending;
    if (pending?.document !== document || pending.version !== document.version) return undefined;
    return pending.position.isEqual(position) ? pending.hover : undefined;
  }

  dispose(): void {
    this.#disposable.dispose();
  }
}

import * as vscode from 'vscode';
import { holdsDefinitions } from '../sources/sourceDocuments.ts';

/** Where the user was last: the walkthrough has the focus when its buttons are pressed, and there is no active editor then. */
export class LastEditors implements vscode.Disposable {
  readonly #disposable: vscode.Disposable;
  #definition: vscode.TextDocument | undefined;
  #response: vscode.TextDocument | undefined;

  constructor() {
    this.#see(vscode.window.activeTextEditor);
    this.#disposable = vscode.window.onDidChangeActiveTextEditor(editor => this.#see(editor));
  }

  /** The definition file. */
  get definition(): vscode.TextDocument | undefined {
    return open(this.#definition);
  }

  /** The text that is not a definition. */
  get response(): vscode.TextDocument | undefined {
    return open(this.#response);
  }

  dispose(): void {
    this.#disposable.dispose();
  }

  #see(editor: vscode.TextEditor | undefined): void {
    if (!editor) return;
    if (holdsDefinitions(editor.document)) this.#definition = editor.document;
    else this.#response = editor.document;
  }
}

function open(document: vscode.TextDocument | undefined): vscode.TextDocument | undefined {
  return document?.isClosed ? undefined : document;
}

import type * as vscode from 'vscode';

/** What a feature is once it is loaded. */
export interface LoadedFeature extends vscode.Disposable {
  /** Brings a page back after a reload of the window. */
  restore?(page: vscode.WebviewPanel, memory: unknown): void;
}

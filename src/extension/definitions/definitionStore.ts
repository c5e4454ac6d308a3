import * as vscode from 'vscode';
import type { DefinitionSummary, DefinitionsModel } from '../../view/definitions.ts';
import type { EngineThreads } from '../engineThreads.ts';

/** A definition somewhere in the workspace or among the open documents. */
export interface KnownDefinition extends DefinitionSummary {
  readonly uri: vscode.Uri;
}

/** A definition's text, as the engine wants it. `version` is another string whenever the text is another. */
export interface DefinitionText {
  readonly uri: vscode.Uri;
  readonly name: string;
  readonly fileName: string;
  readonly text: string;
  readonly version: string;
}

/** A definition file as it stands: the open document's text where it is open, else the file's. */
export interface DefinitionFile extends DefinitionsModel {
  readonly uri: vscode.Uri;
  readonly fileName: string;
  readonly text: string;
  readonly version: string;
}

/**
 * Every definition file that ParserLens knows: open documents (unsaved text included) and the workspace's files. Files
 * are read on first use and again when they change; each version is read by the engine once.
 */
export class DefinitionStore implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  /** Fires with the file whose definitions may have changed: edited, saved elsewhere, created, deleted, opened or closed. */
  readonly onDidChange: vscode.Event<vscode.Uri> = this.#changed.event;

  constructor(_engine: EngineThreads, _log: vscode.LogOutputChannel) {}

  /**
   * All definitions, nearest to `responseUri` first: its own folder, then the folders above it, then everything else by
   * path. Rejects with `CancellationError` when cancelled.
   */
  definitionsFor(
    _responseUri: vscode.Uri | undefined,
    _token?: vscode.CancellationToken,
  ): Promise<readonly KnownDefinition[]> {
    return Promise.resolve([]);
  }

  /** The file that holds `name` in its present text; `undefined` when there is no such file or no such definition. */
  get(_uri: vscode.Uri, _name: string): Promise<DefinitionText | undefined> {
    return Promise.resolve(undefined);
  }

  /** A definition file's present state, open or not; `undefined` when it cannot be read. */
  file(_uri: vscode.Uri): Promise<DefinitionFile | undefined> {
    return Promise.resolve(undefined);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

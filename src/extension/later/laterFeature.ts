import * as vscode from 'vscode';
import { prefix, registerCommand } from '../commands.ts';
import { firstLine, logError } from '../errorTexts.ts';
import type { LoadedFeature } from './loadedFeature.ts';

/** The panels and the rarer commands. */
export type Panels = typeof import('./panels.ts');

/**
 * Loads the panels and the rarer commands, once.
 * @throws in words for the user, where the extension's own file is not there or cannot be read
 */
export async function loadPanels(): Promise<Panels> {
  try {
    return await import('./panels.ts');
  } catch (error) {
    const message = vscode.l10n.t(
      'A part of ParserLens could not be loaded. Reload the window, or install the extension again. {0}',
      firstLine(error),
    );
    throw new Error(message, { cause: error });
  }
}

/** What a feature is loaded for. */
export interface Occasions {
  /** Its commands, which it registers itself once it is loaded. */
  readonly commands: readonly string[];
  /** The view type of its pages. */
  readonly viewType?: string;
  /** Whether it has to do with a document: loaded when one is open, or is shown in a tab. */
  readonly concerns?: (uri: vscode.Uri) => boolean;
}

/** A feature that is loaded and registered when it is first used; where that fails, a message says so, and the next use tries again. */
export class LaterFeature<Feature extends LoadedFeature> implements vscode.Disposable {
  readonly #log: vscode.LogOutputChannel;
  readonly #register: (panels: Panels) => Feature;
  readonly #commands: vscode.Disposable;
  readonly #disposables: vscode.Disposable[] = [];
  #loading: Promise<Feature> | undefined;
  #disposed = false;

  constructor(
    log: vscode.LogOutputChannel,
    { commands, viewType, concerns }: Occasions,
    register: (panels: Panels) => Feature,
  ) {
    this.#log = log;
    this.#register = register;
    this.#commands = vscode.Disposable.from(
      ...commands.map(name =>
        registerCommand(log, name, async (...args: unknown[]) => {
          await this.load();
          return vscode.commands.executeCommand(`${prefix}.${name}`, ...args);
        }),
      ),
    );
    this.#disposables.push(this.#commands);
    if (viewType !== undefined)
      this.#disposables.push(
        vscode.window.registerWebviewPanelSerializer(viewType, {
          deserializeWebviewPanel: (page, memory: unknown) =>
            this.#tell(async () => (await this.load()).restore?.(page, memory)),
        }),
      );
    if (concerns) this.#follow(concerns);
  }

  /** The feature, loaded and registered by now. Rejects with words for the user. */
  load(): Promise<Feature> {
    this.#loading ??= this.#start();
    return this.#loading;
  }

  dispose(): void {
    this.#disposed = true;
    for (const disposable of this.#disposables) disposable.dispose();
  }

  async #start(): Promise<Feature> {
    try {
      const panels = await loadPanels();
      // A command is registered once: from here on it is the feature's.
      this.#commands.dispose();
      const feature = this.#register(panels);
      if (this.#disposed) feature.dispose();
      else this.#disposables.push(feature);
      return feature;
    } catch (error) {
      this.#loading = undefined;
      throw error;
    }
  }

  #follow(concerns: (uri: vscode.Uri) => boolean): void {
    const see = (uris: readonly vscode.Uri[]) => {
      if (this.#loading || !uris.some(concerns)) return;
      void this.#tell(() => this.load());
    };
    see([
      ...vscode.workspace.textDocuments.map(({ uri }) => uri),
      ...vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.flatMap(shownBy)),
    ]);
    this.#disposables.push(vscode.workspace.onDidOpenTextDocument(({ uri }) => see([uri])));
  }

  async #tell(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      logError(this.#log, error);
      void vscode.window.showErrorMessage(firstLine(error));
    }
  }
}

/** The documents of a tab. */
function shownBy({ input }: vscode.Tab): readonly vscode.Uri[] {
  if (input instanceof vscode.TabInputText) return [input.uri];
  return input instanceof vscode.TabInputTextDiff ? [input.original, input.modified] : [];
}

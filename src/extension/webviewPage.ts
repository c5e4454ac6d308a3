import * as vscode from 'vscode';
import { firstLine, logError } from './errorTexts.ts';
import type { Services } from './services.ts';
import { type PreviewPage, webviewHtml, webviewRoot } from './webviewHtml.ts';

/** What a page says and hears. */
export interface PageOptions<ToHost> extends PreviewPage {
  /** Whether something that the page sent is one of its messages. */
  readonly isMessage: (message: unknown) => message is ToHost;
  /** What it throws is told to the user. */
  readonly receive: (message: ToHost) => Promise<unknown> | undefined;
}

/**
 * The page in a panel, and the line to it. While it is hidden it is gone and gets nothing; when it comes back it says
 * `ready` and gets everything.
 */
export class WebviewPage<ToHost extends { readonly type: string }, ToPage extends object> implements vscode.Disposable {
  readonly panel: vscode.WebviewPanel;
  readonly #options: PageOptions<ToHost>;
  readonly #listener: vscode.Disposable;
  readonly #log: vscode.LogOutputChannel;
  #isReady = false;

  /** Fills the panel. */
  constructor(panel: vscode.WebviewPanel, { context, log }: Services, options: PageOptions<ToHost>) {
    this.panel = panel;
    this.#options = options;
    this.#log = log;
    panel.webview.options = { enableScripts: true, localResourceRoots: [webviewRoot(context.extensionUri)] };
    this.#listener = panel.webview.onDidReceiveMessage(message => void this.#receive(message));
    panel.webview.html = webviewHtml(panel.webview, context.extensionUri, options);
  }

  /** True once the page said that it is there. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Sends a message; false where the page is hidden, and so does not get it. */
  post(message: ToPage): boolean {
    if (!this.panel.visible) return false;
    void this.panel.webview.postMessage(message);
    return true;
  }

  dispose(): void {
    this.#listener.dispose();
    this.panel.dispose();
  }

  async #receive(message: unknown): Promise<void> {
    if (!this.#options.isMessage(message)) return;
    if (message.type === 'ready') this.#isReady = true;
    try {
      await this.#options.receive(message);
    } catch (error) {
      if (error instanceof vscode.CancellationError) return;
      logError(this.#log, error);
      void vscode.window.showErrorMessage(firstLine(error));
    }
  }
}

import * as vscode from 'vscode';
import { firstLine, logError } from './errorTexts.ts';
import { escapedHtml } from './escapedHtml.ts';
import type { Services } from './services.ts';

/** The folder that the preview's page may load from. */
export function webviewRoot(extensionUri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, 'dist', 'webview');
}

/** Which page: its bundle's name in `dist/webview`, and its title. */
interface PreviewPage {
  readonly name: string;
  readonly title: string;
  /** What the page shows at first: messages to it. */
  readonly messages?: readonly object[];
}

/** A preview's page. It is set once; everything after that arrives as messages. */
function webviewHtml(
  webview: vscode.Webview,
  extensionUri: vscode.Uri,
  { name, title, messages }: PreviewPage,
): string {
  const file = (path: string) => webview.asWebviewUri(vscode.Uri.joinPath(webviewRoot(extensionUri), path));
  const nonce = crypto.randomUUID();
  const policy = [
    "default-src 'none'",
    `style-src ${webview.cspSource}`,
    `font-src ${webview.cspSource}`,
    `script-src 'nonce-${nonce}'`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${vscode.env.language}">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1.0">
<title>${title}</title>
<link rel="stylesheet" href="${file(`${name}.css`)}">
</head>
<body data-vscode-context='{"preventDefaultContextMenuItems": false}'${dataAttribute('l10n', vscode.l10n.bundle)}${dataAttribute('messages', messages)}>
<script nonce="${nonce}" src="${file(`${name}.js`)}"></script>
</body>
</html>`;
}

/** What the page reads at first, as JSON; empty where there is nothing. */
function dataAttribute(name: string, value: object | undefined): string {
  return value ? ` data-${name}="${escapedHtml(JSON.stringify(value))}"` : '';
}

/** What a page says and hears. */
export interface PageOptions<ToHost> extends PreviewPage {
  /** Whether something that the page sent is one of its messages. */
  readonly isMessage: (message: unknown) => message is ToHost;
  /** The user sees what it throws. */
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

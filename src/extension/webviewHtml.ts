import * as vscode from 'vscode';
import { escapedHtml } from './escapedHtml.ts';

/** The folder that the preview's page may load from. */
export function webviewRoot(extensionUri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, 'dist', 'webview');
}

/** Which page: its bundle's name in `dist/webview`, and its title. */
export interface PreviewPage {
  readonly name: string;
  readonly title: string;
  /** What the page shows before it is told anything: messages to it. */
  readonly messages?: readonly object[];
}

/** A preview's page. It is set once; everything after that arrives as messages. */
export function webviewHtml(
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

/** What the page reads before it is told anything, as JSON; empty where there is nothing. */
function dataAttribute(name: string, value: object | undefined): string {
  return value ? ` data-${name}="${escapedHtml(JSON.stringify(value))}"` : '';
}

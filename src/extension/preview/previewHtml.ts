import * as vscode from 'vscode';

/** The folder that the preview's page may load from. */
export function previewRoot(extensionUri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, 'dist', 'webview');
}

/** The preview's page. It is set once; everything after that arrives as messages. */
export function previewHtml(webview: vscode.Webview, extensionUri: vscode.Uri): string {
  const file = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(previewRoot(extensionUri), name));
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
<title>${vscode.l10n.t('Format Instruction')}</title>
<link rel="stylesheet" href="${file('preview.css')}">
</head>
<body data-vscode-context='{"preventDefaultContextMenuItems": false}'>
<script nonce="${nonce}" src="${file('preview.js')}"></script>
</body>
</html>`;
}

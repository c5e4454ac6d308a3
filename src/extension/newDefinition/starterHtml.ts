import * as vscode from 'vscode';
import type { StarterModel, TypeModel } from '../../service/newDefinitionService.ts';
import { escapedHtml } from '../escapedHtml.ts';
import { webviewRoot } from '../webviewHtml.ts';

/** The page that shows a type before anything of it is written. It runs no script. */
export async function starterHtml(
  webview: vscode.Webview,
  extensionUri: vscode.Uri,
  { type, system, summary }: TypeModel,
  { text, documentation, instruction, response }: StarterModel,
): Promise<string> {
  const css = webview.asWebviewUri(vscode.Uri.joinPath(webviewRoot(extensionUri), 'newDefinition.css'));
  const sections: [title: string, markdown: string][] = [[vscode.l10n.t('What is written'), fenced(text, 'json')]];
  if (instruction !== undefined) sections.push([vscode.l10n.t('What the model is told'), fenced(instruction, 'text')]);
  if (response !== undefined) sections.push([vscode.l10n.t('An answer that it reads'), fenced(response, 'text')]);
  sections.push([vscode.l10n.t('How it reads'), documentation]);
  const parts = await Promise.all(
    sections.map(
      async ([title, markdown]) => `<section><h2>${escapedHtml(title)}</h2>\n${await rendered(markdown)}</section>`,
    ),
  );
  return `<!DOCTYPE html>
<html lang="${vscode.env.language}">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${webview.cspSource}">
<meta name="viewport" content="width=device-width, initial-scale=1.0">
<title>${escapedHtml(vscode.l10n.t('New Parser Definition'))}</title>
<link rel="stylesheet" href="${css}">
</head>
<body>
<h1>${escapedHtml(type)}</h1>
<p class="summary">${escapedHtml(`${summary} (${system})`)}</p>
<main>
${parts.join('\n')}
</main>
</body>
</html>`;
}

/** Markdown as HTML, by VS Code's own Markdown; as text where that is turned off. */
async function rendered(markdown: string): Promise<string> {
  try {
    return String(await vscode.commands.executeCommand('markdown.api.render', markdown));
  } catch {
    return `<pre>${escapedHtml(markdown)}</pre>`;
  }
}

/** In a fence that is longer than any inside. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`;
}

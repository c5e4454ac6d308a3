import * as vscode from 'vscode';
import type { StarterModel, TypeModel } from '../../service/newDefinitionService.ts';
import { prefix } from '../commands.ts';
import { escapedHtml } from '../escapedHtml.ts';
import { previewColumn } from '../previewColumn.ts';
import type { Services } from '../services.ts';
import { webviewRoot } from '../webviewPage.ts';

/** A page below the list of types that shows what the highlighted one would write, before anything is written. */
export class StarterPreview implements vscode.Disposable {
  readonly #services: Services;
  #current: TypeModel | undefined;
  #panel: vscode.WebviewPanel | undefined;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Shows a type; the focus stays where it is. */
  async show(type: TypeModel): Promise<void> {
    if (this.#current?.type === type.type) return;
    this.#current = type;
    const { engine, context } = this.#services;
    const starter = await engine.newDefinition.starter(type.type);
    // Another type may be highlighted by now, or the list be left.
    if (!starter || this.#current !== type) return;
    const viewColumn = this.#panel ? undefined : await freeColumn();
    if (this.#current !== type) return;
    this.#panel ??= this.#open(viewColumn ?? vscode.ViewColumn.Beside);
    const { webview } = this.#panel;
    const html = await starterHtml(webview, context.extensionUri, type, starter);
    if (this.#current === type) webview.html = html;
  }

  /** Closes the page. */
  async hide(): Promise<void> {
    this.#current = undefined;
    this.#panel?.dispose();
  }

  dispose(): void {
    this.#panel?.dispose();
  }

  #open(viewColumn: vscode.ViewColumn): vscode.WebviewPanel {
    const panel = vscode.window.createWebviewPanel(
      `${prefix}.starter`,
      vscode.l10n.t('New Parser Definition'),
      { viewColumn, preserveFocus: true },
      { localResourceRoots: [webviewRoot(this.#services.context.extensionUri)] },
    );
    panel.onDidDispose(() => {
      if (this.#panel === panel) this.#panel = undefined;
    });
    return panel;
  }
}

/** A group in the lower half, because the list hides the upper one; it goes with its last tab. Where there are several groups already, one of them. */
async function freeColumn(): Promise<vscode.ViewColumn> {
  if (vscode.window.tabGroups.all.length > 1) return previewColumn();
  const groups = [{ size: 0.45 }, { size: 0.55 }];
  await vscode.commands.executeCommand('vscode.setEditorLayout', { orientation: 1, groups });
  return vscode.ViewColumn.Two;
}

/** The page that shows a type before anything of it is written. It runs no script. */
async function starterHtml(
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

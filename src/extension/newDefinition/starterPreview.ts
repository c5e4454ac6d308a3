import * as vscode from 'vscode';
import type { StarterModel, TypeModel } from '../../service/newDefinitionService.ts';
import type { Services } from '../services.ts';

const scheme = 'parserlens-starter';

/** A read-only document below the list of types that shows what the highlighted one would write, before anything is written. */
export class StarterPreview implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #services: Services;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #registration: vscode.Disposable;
  #shown: TypeModel | undefined;

  constructor(services: Services) {
    this.#services = services;
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  }

  async provideTextDocumentContent(): Promise<string> {
    const type = this.#shown;
    const starter = type && (await this.#services.engine.starters.starter(type.type));
    return type && starter ? markdown(type, starter) : '';
  }

  /** Shows a type; the focus stays where it is. */
  async show(type: TypeModel): Promise<void> {
    if (this.#shown?.type === type.type) return;
    const isOpen = this.#shown !== undefined;
    this.#shown = type;
    const uri = this.#uri();
    this.#changed.fire(uri);
    if (isOpen) return;
    const document = await vscode.workspace.openTextDocument(uri);
    // The list may have been left meanwhile.
    if (this.#shown === undefined) return;
    const viewColumn = await freeColumn();
    await vscode.window.showTextDocument(document, { viewColumn, preserveFocus: true, preview: true });
    if (this.#shown === undefined) await this.#close();
  }

  /** Closes the document. */
  async hide(): Promise<void> {
    this.#shown = undefined;
    await this.#close();
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }

  async #close(): Promise<void> {
    const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
    const own = tabs.filter(({ input }) => input instanceof vscode.TabInputText && input.uri.scheme === scheme);
    if (own.length > 0) await vscode.window.tabGroups.close(own, true);
  }

  #uri(): vscode.Uri {
    return vscode.Uri.from({ scheme, path: `/${vscode.l10n.t('New Parser Definition')}.md` });
  }
}

/** A group in the lower half, because the list hides the upper one; it goes with its last tab. Where there are several groups already, one of them. */
async function freeColumn(): Promise<vscode.ViewColumn> {
  if (vscode.window.tabGroups.all.length > 1) return vscode.ViewColumn.Beside;
  const groups = [{ size: 0.45 }, { size: 0.55 }];
  await vscode.commands.executeCommand('vscode.setEditorLayout', { orientation: 1, groups });
  return vscode.ViewColumn.Two;
}

function markdown({ type, system, summary }: TypeModel, starter: StarterModel): string {
  const { text, documentation, instruction, response } = starter;
  const parts = [
    `# ${type}\n\n${system}: ${summary}.`,
    `## ${vscode.l10n.t('What is written')}\n\n${fenced(text, 'jsonc')}`,
    instruction === undefined ? [] : `## ${vscode.l10n.t('What the model is told')}\n\n${fenced(instruction, 'text')}`,
    response === undefined ? [] : `## ${vscode.l10n.t('An answer that it reads')}\n\n${fenced(response, 'text')}`,
    `## ${vscode.l10n.t('How it reads')}\n\n${documentation}`,
  ];
  return `${parts.flat().join('\n\n')}\n`;
}

/** In a fence that is longer than any inside. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.trimEnd()}\n${fence}`;
}

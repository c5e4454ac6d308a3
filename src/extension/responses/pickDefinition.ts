import * as vscode from 'vscode';
import { prefix } from '../commands.ts';
import type { KnownDefinition } from '../definitions/definitionStore.ts';
import type { Services } from '../services.ts';
import { type DefinitionId, sameDefinition } from './responseSession.ts';

/** How many documents' choices are remembered. */
const maxRemembered = 500;
const memoryKey = 'parserOfDocument';

type Memory = readonly (readonly [document: string, definition: string, name: string])[];

/** Asks which parser reads a document's responses, and remembers the answer in the workspace. */
export class DefinitionPicker {
  readonly #services: Services;
  /** The choices for untitled documents, whose names are used again in the next window. */
  readonly #untitled = new Map<string, DefinitionId>();

  constructor(services: Services) {
    this.#services = services;
  }

  /** The parser last picked for a document, unless it is gone. */
  async usable(document: vscode.Uri): Promise<DefinitionId | undefined> {
    const picked = this.remembered(document);
    return picked && (await this.#services.definitions.get(picked.uri, picked.name)) ? picked : undefined;
  }

  /** The parser last picked for a document. */
  remembered(document: vscode.Uri): DefinitionId | undefined {
    const key = document.toString();
    if (document.scheme === 'untitled') return this.#untitled.get(key);
    const entry = this.#memory().find(([known]) => known === key);
    return entry && { uri: vscode.Uri.parse(entry[1]), name: entry[2] };
  }

  /** Lets a person pick; `undefined` when they do not, or when there is nothing to pick. */
  async pick(document: vscode.Uri): Promise<DefinitionId | undefined> {
    const cancel = new vscode.CancellationTokenSource();
    try {
      // The list appears at once and fills when the workspace has been searched.
      const definitions = Promise.resolve(this.#services.definitions.definitionsFor(document, cancel.token));
      const picked = await this.#show(document, definitions);
      if (picked) await this.remember(document, picked);
      return picked;
    } finally {
      cancel.cancel();
      cancel.dispose();
    }
  }

  /** The nearest parser of a name, or the one of a file by its address. */
  async named(document: vscode.Uri, name: string, file?: string): Promise<DefinitionId> {
    const all = await this.#services.definitions.definitionsFor(document);
    const definition = all.find(one => one.name === name && (file === undefined || one.uri.toString() === file));
    if (!definition) throw new Error(vscode.l10n.t('There is no parser named {0}.', name));
    await this.remember(document, definition);
    return definition;
  }

  /** Keeps a choice for *Parse Selection Again*. */
  async remember(document: vscode.Uri, { uri, name }: DefinitionId): Promise<void> {
    const key = document.toString();
    if (document.scheme === 'untitled') {
      this.#untitled.set(key, { uri, name });
      return;
    }
    const others = this.#memory().filter(([known]) => known !== key);
    const memory: Memory = [[key, uri.toString(), name], ...others].slice(0, maxRemembered) as Memory;
    await this.#services.context.workspaceState.update(memoryKey, memory);
  }

  #show(document: vscode.Uri, definitions: Promise<readonly KnownDefinition[]>): Promise<DefinitionId | undefined> {
    const remembered = this.remembered(document);
    const items = definitions.then(all => all.map(definition => toItem(definition)));
    return new Promise((resolve, reject) => {
      const pick = vscode.window.createQuickPick<DefinitionItem>();
      pick.title = vscode.l10n.t('Parse with Parser');
      pick.placeholder = vscode.l10n.t('Pick the parser that reads this response');
      pick.matchOnDescription = true;
      pick.matchOnDetail = true;
      pick.busy = true;
      pick.onDidAccept(() => {
        const [item] = pick.selectedItems;
        if (!item) return;
        resolve({ uri: item.definition.uri, name: item.definition.name });
        pick.hide();
      });
      pick.onDidHide(() => {
        resolve(undefined);
        pick.dispose();
      });
      pick.show();
      items.then(
        found => {
          pick.busy = false;
          if (found.length === 0) {
            pick.hide();
            void this.#nothingToPick();
            return;
          }
          pick.items = found;
          const active = found.find(({ definition }) => remembered && sameDefinition(definition, remembered));
          if (active) pick.activeItems = [active];
        },
        error => {
          reject(error);
          pick.hide();
        },
      );
    });
  }

  async #nothingToPick(): Promise<void> {
    const create = vscode.l10n.t('New Parser Definition');
    const message = vscode.l10n.t(
      'No parser definitions were found. A file whose name ends in .parser.json says how responses are read.',
    );
    if ((await vscode.window.showInformationMessage(message, create)) === create)
      await vscode.commands.executeCommand(`${prefix}.newDefinition`);
  }

  #memory(): Memory {
    const memory = this.#services.context.workspaceState.get<Memory>(memoryKey);
    return Array.isArray(memory) ? memory : [];
  }
}

interface DefinitionItem extends vscode.QuickPickItem {
  readonly definition: KnownDefinition;
}

function toItem(definition: KnownDefinition): DefinitionItem {
  const path = vscode.workspace.asRelativePath(definition.uri);
  return {
    label: definition.name,
    description: `${definition.type}  ${path}`,
    ...(definition.description !== undefined && { detail: definition.description }),
    definition,
  };
}

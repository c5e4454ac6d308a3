import * as vscode from 'vscode';
import type { Pane, ShownPayload } from '../../protocol/conversationProtocol.ts';
import { documentSchemes } from '../later/documentSchemes.ts';
import type { Services } from '../services.ts';
import { VirtualDocuments } from '../virtualDocuments.ts';
import type { ConversationStore } from './conversationStore.ts';

/** The longest text for one document, in UTF-16 units; VS Code's language features are slow beyond. */
const maxDocument = 5_000_000;

/** Payloads as read-only JSON documents; those of a conversation's document follow it. */
export class PayloadDocuments implements vscode.Disposable {
  readonly #services: Services;
  readonly #documents = new VirtualDocuments(documentSchemes.payload, address => this.#read(address));
  readonly #following: vscode.Disposable;
  /** Texts that were made elsewhere, by their addresses. */
  readonly #texts = new Map<string, string>();

  constructor(services: Services, store: ConversationStore) {
    this.#services = services;
    this.#following = store.onDidChange(uri => {
      const state = store.get(uri);
      if (state && !state.busy) this.refresh(uri.toString());
    });
  }

  /** Opens the payload of what the worker formatted under an id. `paneName`: what tells it from the other one. */
  async show(id: string, name: string, pane: ShownPayload = 'main', paneName?: string): Promise<void> {
    const address = addressOf(id, name, pane, paneName);
    this.#documents.refresh(address);
    await this.#documents.show(address);
  }

  /** Opens the two payloads of an id side by side, as VS Code compares files. */
  async showDifferences(id: string, name: string, names: Readonly<Record<Pane, string>> | undefined): Promise<void> {
    if (!names) return;
    const [main, other] = (['main', 'other'] as const).map(pane => addressOf(id, name, pane, names[pane]));
    const title = vscode.l10n.t('{0}: {1} ↔ {2}', name, names.main, names.other);
    await vscode.commands.executeCommand('vscode.diff', main, other, title);
  }

  /** The address of a read-only document with this text; one of the same name gets it. */
  addressOfText(name: string, text: string): vscode.Uri {
    const address = vscode.Uri.from({ scheme: documentSchemes.payload, path: `/${name.replaceAll('/', ' ')}` });
    this.#texts.set(address.toString(), text);
    this.#documents.refresh(address);
    return address;
  }

  /** Shows the payloads of an id anew. */
  refresh(id: string): void {
    this.#documents.refreshAll(uri => target(uri)[0] === id);
  }

  dispose(): void {
    this.#following.dispose();
    this.#documents.dispose();
  }

  async #read(address: vscode.Uri): Promise<string> {
    const [id, pane] = target(address);
    const text = this.#texts.get(address.toString());
    if (text !== undefined) return text.slice(0, maxDocument);
    const payload = await this.#services.engine.conversations.payloadText(id, pane, maxDocument);
    if (!payload) return vscode.l10n.t('// There is no payload: the formatter raises, or the conversation is closed.');
    return payload.cut
      ? `${payload.text}\n// ${vscode.l10n.t('The rest is too long for a document; the preview copies all of it.')}`
      : `${payload.text}\n`;
  }
}

function addressOf(id: string, name: string, pane: ShownPayload, paneName: string | undefined): vscode.Uri {
  const base = [name.replace(/(\.messages)?\.jsonl?$/, ''), ...(paneName === undefined ? [] : [paneName])].join('.');
  const path = `/${base.replaceAll('/', ' ')}.payload.json`;
  return vscode.Uri.from({ scheme: documentSchemes.payload, path, query: JSON.stringify([id, pane]) });
}

function target(address: vscode.Uri): readonly [id: string, pane: ShownPayload] {
  try {
    return JSON.parse(address.query) as [string, ShownPayload];
  } catch {
    // A document of another session of VS Code, restored: its payload is gone.
    return ['', 'main'];
  }
}

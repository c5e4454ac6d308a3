import * as vscode from 'vscode';
import { baseName } from '../definitions/definitionUris.ts';
import type { Services } from '../services.ts';
import { VirtualDocuments } from '../virtualDocuments.ts';

const scheme = 'parserlens-instruction';

/** A text beside the instruction. */
export interface OtherText {
  readonly name: string;
  readonly language: 'markdown' | 'json' | undefined;
}

/** Instructions as read-only documents; they follow their definitions. */
export class InstructionDocuments implements vscode.Disposable {
  readonly #services: Services;
  readonly #documents = new VirtualDocuments(scheme, address => this.#read(address));
  readonly #following: vscode.Disposable;

  constructor(services: Services) {
    this.#services = services;
    this.#following = services.definitions.onDidChange(changed =>
      this.#documents.refreshAll(address => target(address).uri.toString() === changed.toString()),
    );
  }

  /** Opens the instruction of a definition, or another text that the model is sent because of it, in an editor. */
  async show(uri: vscode.Uri, name: string, view?: OtherText): Promise<void> {
    const title = view ? `${name} · ${view.name}` : name;
    const path = `/${title.replaceAll('/', ' ')}.${view?.language === 'json' ? 'json' : 'md'}`;
    const query = JSON.stringify([uri.toString(), name, ...(view ? [view.name] : [])]);
    const address = vscode.Uri.from({ scheme, path, query });
    await this.#documents.show(address);
  }

  dispose(): void {
    this.#following.dispose();
    this.#documents.dispose();
  }

  async #read(address: vscode.Uri): Promise<string> {
    const { uri, name, view } = target(address);
    const { text, error } = await instructionText(this.#services, uri, name, view);
    return text ?? error ?? '';
  }
}

/** The whole instruction of a definition, or the text called `view`, or why there is none. */
export async function instructionText(
  { definitions, engine }: Services,
  uri: vscode.Uri,
  name: string,
  view?: string,
): Promise<{ readonly text?: string; readonly error?: string }> {
  const file = await definitions.file(uri);
  if (!file) return { error: vscode.l10n.t('{0} cannot be read.', baseName(uri)) };
  if (file.definitions.length > 0 && !file.definitions.some(definition => definition.name === name))
    return { error: vscode.l10n.t('{0} has no definition "{1}".', baseName(uri), name) };
  const answer = await engine.instruction.instruction({
    text: file.text,
    fileName: file.fileName,
    name,
    ...(view !== undefined && { view }),
  });
  if (view !== undefined && answer.view && answer.view.textName !== view)
    return { error: vscode.l10n.t('{0} has no {1}.', name, view) };
  if (answer.text !== undefined) return { text: answer.text };
  const error = answer.view?.error;
  return { error: error ? `${error.class}: ${error.message}` : (answer.broken?.message ?? '') };
}

function target(address: vscode.Uri): { readonly uri: vscode.Uri; readonly name: string; readonly view?: string } {
  const [uri, name, view] = JSON.parse(address.query) as [string, string, string?];
  return { uri: vscode.Uri.parse(uri), name, ...(view !== undefined && { view }) };
}

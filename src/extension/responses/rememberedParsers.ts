import * as vscode from 'vscode';
import { type DefinitionId, sameDefinition } from './responseSession.ts';

/** How many documents' choices are remembered. */
const maxRemembered = 500;
/** How many parsers count as recent. */
const maxRecent = 5;
const memoryKey = 'parserOfDocument';

type Memory = readonly (readonly [document: string, definition: string, name: string])[];

/** Which parser read which document, the last first, kept in the workspace's memory; and the one in the preview. */
export class RememberedParsers {
  readonly #memento: vscode.Memento;
  /** The choices for untitled documents, whose names are used again in the next window, and for documents of ours. */
  readonly #untitled = new Map<string, DefinitionId>();
  #last: DefinitionId | undefined;

  /** The definition that the preview shows; the preview sets it. */
  previewed: () => Promise<DefinitionId | undefined> = async () => undefined;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  /** The parser last picked for a document. */
  of(document: vscode.Uri): DefinitionId | undefined {
    const key = document.toString();
    if (isPassing(document)) return this.#untitled.get(key);
    const entry = this.#memory().find(([address]) => address === key);
    return entry && toDefinition(entry);
  }

  /** The parsers last used in the workspace, each once, the last first. */
  recent(): readonly DefinitionId[] {
    const recent: DefinitionId[] = this.#last ? [this.#last] : [];
    for (const entry of this.#memory()) {
      const definition = toDefinition(entry);
      if (!recent.some(one => sameDefinition(one, definition))) recent.push(definition);
      if (recent.length >= maxRecent) break;
    }
    return recent;
  }

  /** Keeps a choice for *Parse Selection Again*. `used`: it was used, and not only meant for the document. */
  async remember(document: vscode.Uri, { uri, name }: DefinitionId, used = true): Promise<void> {
    const key = document.toString();
    if (used) this.#last = { uri, name };
    if (isPassing(document)) {
      this.#untitled.set(key, { uri, name });
      return;
    }
    const others = this.#memory().filter(([address]) => address !== key);
    const memory: Memory = [[key, uri.toString(), name], ...others].slice(0, maxRemembered) as Memory;
    await this.#memento.update(memoryKey, memory);
  }

  /** Forgets the choice for an untitled document: the next one may have its name. */
  forget(document: vscode.Uri): void {
    this.#untitled.delete(document.toString());
  }

  #memory(): Memory {
    const memory = this.#memento.get<Memory>(memoryKey);
    return Array.isArray(memory) ? memory : [];
  }
}

/** True for a document that the next window does not know. */
function isPassing({ scheme }: vscode.Uri): boolean {
  return scheme === 'untitled' || scheme.startsWith('parserlens-');
}

function toDefinition([, uri, name]: Memory[number]): DefinitionId {
  return { uri: vscode.Uri.parse(uri), name };
}

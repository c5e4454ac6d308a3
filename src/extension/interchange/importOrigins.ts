import * as vscode from 'vscode';
import { fileOf } from '../definitions/openDocument.ts';

const memoryKey = 'importedFrom';
/** How many files are remembered. */
const maxRemembered = 200;

/** Where a definition was read from. */
export interface ImportOrigin {
  readonly source: vscode.Uri;
  /** What it is called there. */
  readonly name: string;
}

/** What definitions of a file are called in the file that they were read from; the only one under the empty name. */
type Names = Readonly<Record<string, string>>;
type Memory = readonly (readonly [definitions: string, source: string, names: Names])[];

/** Which files' definitions were imported from which files, kept in the workspace's memory. */
export class ImportOrigins {
  readonly #memento: vscode.Memento;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  /** Keeps where the definitions of a new document come from. What has no name to be saved under is forgotten with the window. */
  async remember(document: vscode.Uri, source: vscode.Uri, names: Names): Promise<void> {
    const key = keyOf(document);
    if (source.scheme === 'untitled' || !document.path.startsWith('/')) return;
    const others = this.#memory().filter(([known]) => known !== key);
    await this.#memento.update(memoryKey, [[key, source.toString(), names], ...others].slice(0, maxRemembered));
  }

  /** Where a definition was read from, as far as is known. */
  of(document: vscode.Uri, definition: string): ImportOrigin | undefined {
    const [, source, names] = this.#memory().find(([known]) => known === keyOf(document)) ?? [];
    const name = names?.[''] ?? names?.[definition];
    return source === undefined || name === undefined ? undefined : { source: vscode.Uri.parse(source), name };
  }

  #memory(): Memory {
    const memory: unknown = this.#memento.get(memoryKey);
    return Array.isArray(memory) ? memory.filter(isEntry) : [];
  }
}

/** The file that a new document will be saved as is the same one. */
function keyOf(document: vscode.Uri): string {
  return fileOf(document).toString();
}

function isEntry(entry: unknown): entry is Memory[number] {
  if (!Array.isArray(entry)) return false;
  const [definitions, source, names] = entry as unknown[];
  return (
    typeof definitions === 'string' &&
    typeof source === 'string' &&
    typeof names === 'object' &&
    names !== null &&
    Object.values(names).every(name => typeof name === 'string')
  );
}

import * as vscode from 'vscode';
import type { DefinitionStore } from '../definitions/definitionStore.ts';
import { isDefinitionUri } from '../definitions/definitionUris.ts';

/** The definition that holds the samples of a source's parser. */
export interface SourceHome {
  readonly uri: vscode.Uri;
  readonly definition: string;
}

/** Which definition files hold the samples of sources. All are read with the first question about an open source, and again when one of them changes. */
export class SourceHomes implements vscode.Disposable {
  readonly #definitions: DefinitionStore;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #disposable: vscode.Disposable;
  #found: Promise<ReadonlyMap<string, ReadonlyMap<string, SourceHome>>> | undefined;

  constructor(definitions: DefinitionStore) {
    this.#definitions = definitions;
    this.#disposable = definitions.onDidChange(uri => {
      if (!this.#found || !isDefinitionUri(uri)) return;
      this.#found = undefined;
      this.#changed.fire();
    });
  }

  /** The homes of a source's parsers, by their names in the source; of several the first by path. */
  async of(source: vscode.Uri): Promise<ReadonlyMap<string, SourceHome>> {
    const found = this.#found ?? this.#find();
    this.#found = found;
    found.catch(() => {
      if (this.#found === found) this.#found = undefined;
    });
    return (await found).get(source.toString()) ?? new Map();
  }

  dispose(): void {
    this.#disposable.dispose();
    this.#changed.dispose();
  }

  async #find() {
    const found = new Map<string, Map<string, SourceHome>>();
    const uris = (await this.#definitions.uris()).filter(isDefinitionUri);
    for (const uri of uris.sort((a, b) => (a.path < b.path ? -1 : 1))) {
      // A text without a source costs one search.
      const linked = (await this.#definitions.source(uri))?.linked;
      const definitions = linked && (await this.#definitions.file(uri))?.definitions;
      for (const { reference, path, name } of linked?.links ?? []) {
        const definition = definitions?.find(each => each.linked === reference)?.name;
        if (name === undefined || definition === undefined) continue;
        const key = uri.with({ path }).toString();
        const homes = found.get(key) ?? new Map<string, SourceHome>();
        found.set(key, homes);
        if (!homes.has(name)) homes.set(name, { uri, definition });
      }
    }
    return found;
  }
}

import * as vscode from 'vscode';
import type { SelectedResponse } from '../../service/findService.ts';
import { pickParser } from '../find/pickParser.ts';
import type { Services } from '../services.ts';
import type { DefinitionId } from './responseSession.ts';

/** Decides which parser reads a document's responses, by asking where nothing says it, and remembers the answer. */
export class DefinitionPicker {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  /** The parser of *Parse Selection Again*: the one last picked for a document; in a new one the one in the preview, else the one last used in the workspace. `undefined`: there is none, or it is gone. */
  async usable(document: vscode.Uri): Promise<DefinitionId | undefined> {
    const { parsers, definitions } = this.#services;
    for (const known of [parsers.of(document), await parsers.previewed(), ...parsers.recent()])
      if (known && (await definitions.get(known.uri, known.name))) {
        await this.remember(document, known);
        return known;
      }
    return undefined;
  }

  /** Lets the user pick, a definition or a type to draft one of; `undefined` when they do not. */
  async pick(
    document: vscode.Uri,
    responses: readonly SelectedResponse[],
  ): Promise<DefinitionId | { readonly type: string } | undefined> {
    const picked = await pickParser(this.#services, document, responses);
    if (picked && 'uri' in picked) await this.remember(document, picked);
    return picked;
  }

  /** The nearest parser of a name, or the one of a file by its address. */
  async named(document: vscode.Uri, name: string, file?: string): Promise<DefinitionId> {
    const { definitions } = this.#services;
    // By its address it is read where it is: the search may not know yet of a file that came a moment ago.
    const uri = file === undefined ? undefined : vscode.Uri.parse(file);
    const definition = uri
      ? await definitions.get(uri, name)
      : (await definitions.definitionsFor(document)).find(one => one.name === name);
    if (!definition) throw new Error(vscode.l10n.t('There is no parser named {0}.', name));
    const found = { uri: definition.uri, name };
    await this.remember(document, found);
    return found;
  }

  /** Keeps a choice for *Parse Selection Again*. */
  remember(document: vscode.Uri, definition: DefinitionId): Promise<void> {
    return this.#services.parsers.remember(document, definition);
  }
}

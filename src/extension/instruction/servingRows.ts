import * as vscode from 'vscode';
import type { ServingVerdict } from '../../engine/index.ts';
import type { DefinitionSummary } from '../../views/definitions.ts';
import type { DefinitionFile } from '../definitions/definitionFile.ts';
import { servingLens } from '../models/servingLens.ts';
import type { Services } from '../services.ts';
import { getSetting } from '../settings.ts';

type Served = ReadonlyMap<string, readonly ServingVerdict[]>;

/** The row of engines above the response template of each definition that has one. */
export class ServingRows implements vscode.Disposable {
  readonly #services: Services;
  /** What engines last made of each file's definitions: while its text is not JSON, their rows stay. */
  readonly #last = new Map<string, Served>();
  readonly #closed = vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#last.delete(uri.toString()));

  constructor(services: Services) {
    this.#services = services;
  }

  /** The rows of a file's `definitions`, as its open document has them. `broken`: it is not JSON. */
  async of(
    document: vscode.TextDocument,
    file: DefinitionFile,
    definitions: readonly DefinitionSummary[],
    broken: boolean,
  ): Promise<readonly vscode.CodeLens[]> {
    const served = (broken && this.#last.get(file.fileName)) || (await this.#ask(document, file));
    return definitions.flatMap(definition => {
      const serving = served.get(definition.name) ?? [];
      const place = serving.length > 0 ? placeOf(document, definition) : undefined;
      return place ? [servingLens(document, place, serving, this.#services.editorRoom)] : [];
    });
  }

  dispose(): void {
    this.#closed.dispose();
  }

  async #ask(document: vscode.TextDocument, { text, fileName }: DefinitionFile): Promise<Served> {
    const engines = getSetting('engines', document);
    const served: Served = new Map(await this.#services.engine.models.definitionServing(text, fileName, engines));
    this.#last.set(fileName, served);
    return served;
  }
}

/** Above the key, or on the first line below the two that have the definition's other lenses: one row has no room for more. */
function placeOf(document: vscode.TextDocument, { span, served }: DefinitionSummary): vscode.Position | undefined {
  if (!served) return undefined;
  const first = document.positionAt(span.start).line + 2;
  const last = document.positionAt(span.end).line;
  const line = Math.min(Math.max(document.positionAt(served.start).line, first), last);
  return new vscode.Position(line, document.lineAt(line).firstNonWhitespaceCharacterIndex);
}

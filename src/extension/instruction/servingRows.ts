import * as vscode from 'vscode';
import type { ServingVerdict } from '../../engine/index.ts';
import type { DefinitionSummary } from '../../views/definitions.ts';
import { roomAbove } from '../../views/lensRow.ts';
import { servingTitle } from '../../views/servingTitle.ts';
import type { DefinitionFile } from '../definitions/definitionFile.ts';
import { forgetClosed } from '../definitions/openDocument.ts';
import type { EditorRoom } from '../editorRoom.ts';
import { lensAt } from '../lenses.ts';
import type { Services } from '../services.ts';
import { getSetting } from '../settings.ts';

type Served = ReadonlyMap<string, readonly ServingVerdict[]>;

/** The row of engines above the response template of each definition that has one. */
export class ServingRows implements vscode.Disposable {
  readonly #services: Services;
  /** What engines last made of each file's definitions: while its text is not JSON, their rows stay. */
  readonly #last = new Map<string, Served>();
  readonly #closed = forgetClosed(this.#last);

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

/** The row of engines above a line: what each makes of a response template; a click leads to the problems that say why. */
export function servingLens(
  document: vscode.TextDocument,
  place: vscode.Position,
  serving: readonly ServingVerdict[],
  editorRoom: EditorRoom,
): vscode.CodeLens {
  const letters = editorRoom.letters(document);
  const room = letters === undefined ? undefined : roomAbove(place.character, letters);
  const whole = servingTitle(serving, losesWords, Number.POSITIVE_INFINITY);
  const meaning = vscode.l10n.t(
    'Which engines read answers by this template, which leave fields out, and which refuse it when they start',
  );
  return lensAt(place, {
    title: servingTitle(serving, losesWords, room),
    tooltip: `${whole}\n${meaning}`,
    command: 'workbench.actions.view.problems',
  });
}

function losesWords(engine: string, fields: string): string {
  return vscode.l10n.t('{0} loses {1}', engine, fields);
}

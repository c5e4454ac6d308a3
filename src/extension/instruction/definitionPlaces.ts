import * as vscode from 'vscode';
import type { Span } from '../../engine/index.ts';
import type { DefinitionSummary } from '../../views/definitions.ts';
import type { DefinitionFile } from '../definitions/definitionFile.ts';
import { trackSpan } from '../responses/trackSpan.ts';
import { holdsDefinitions } from '../sources/sourceDocuments.ts';

/**
 * Where the definitions of open files stand. While a file is not JSON, because of a bracket that is still to be typed,
 * its definitions are those that it last had, moved with the text: what stands above them must not come and go.
 */
export class DefinitionPlaces implements vscode.Disposable {
  readonly #known = new Map<string, readonly DefinitionSummary[]>();
  readonly #disposable = vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      const key = document.uri.toString();
      const known = this.#known.get(key);
      if (!known || !holdsDefinitions(document)) return;
      const tracked = (span: Span) => contentChanges.reduce((moved, change) => trackSpan(moved, change).span, span);
      const moved = (definition: DefinitionSummary): DefinitionSummary => ({
        ...definition,
        span: tracked(definition.span),
        ...(definition.served && { served: tracked(definition.served) }),
      });
      this.#known.set(key, known.map(moved));
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#known.delete(uri.toString())),
  );

  /** The definitions of a file as its open document stands. `broken`: those that it last had. */
  of({ uri, definitions, problems }: DefinitionFile): {
    readonly definitions: readonly DefinitionSummary[];
    readonly broken: boolean;
  } {
    const key = uri.toString();
    const known = this.#known.get(key);
    const broken = problems.some(({ code }) => code === 'syntax-error');
    if (broken && known) return { definitions: known, broken };
    this.#known.set(key, definitions);
    return { definitions, broken };
  }

  dispose(): void {
    this.#disposable.dispose();
  }
}

import * as vscode from 'vscode';
import { toRange } from '../convert.ts';
import { isDefinitionUri } from '../definitions/definitionStore.ts';
import type { Services } from '../services.ts';
import { getSetting, onSettingChange } from '../settings.ts';

/** A lens above each definition that opens its preview. */
export class DefinitionLenses implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #services: Services;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.#changed.event;
  readonly #disposables: readonly vscode.Disposable[];

  constructor(services: Services) {
    this.#services = services;
    this.#disposables = [
      this.#changed,
      onSettingChange(['codeLens.enabled'], () => this.#changed.fire()),
      vscode.languages.registerCodeLensProvider({ pattern: '**/*.parser.json' }, this),
    ];
  }

  async provideCodeLenses(
    document: vscode.TextDocument,
    token: vscode.CancellationToken,
  ): Promise<vscode.CodeLens[] | undefined> {
    const { uri } = document;
    if (!isDefinitionUri(uri) || !getSetting('codeLens.enabled', document)) return undefined;
    const file = await this.#services.definitions.file(uri);
    if (!file || token.isCancellationRequested || file.text !== document.getText()) return undefined;
    return file.definitions.map(
      ({ name, span }) =>
        new vscode.CodeLens(toRange(document, { start: span.start, end: span.start }), {
          title: vscode.l10n.t('Preview'),
          tooltip: vscode.l10n.t('Preview the format instruction of {0}', name),
          command: 'parserlens.previewInstruction',
          arguments: [uri.toString(), name],
        }),
    );
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }
}

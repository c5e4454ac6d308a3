import * as vscode from 'vscode';
import type { ModelOutline } from '../../service/modelsService.ts';
import { prefix } from '../commands.ts';
import { toRange } from '../convert.ts';
import { baseName } from '../definitions/definitionUris.ts';
import type { Services } from '../services.ts';
import { getSetting, onSettingChange } from '../settings.ts';
import { modelDocuments, modelFileOf } from './modelFiles.ts';
import type { ModelStore } from './modelStore.ts';
import { servingLens } from './servingLens.ts';

/** The lenses of a model's files: above the response template, and above each chat template. */
export class ModelLenses implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #services: Services;
  readonly #store: ModelStore;
  /** What each folder had when its files could last be read: while the user types, lenses stay. */
  readonly #known = new Map<string, ModelOutline>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.#changed.event;
  readonly #disposables: readonly vscode.Disposable[];

  constructor(services: Services, store: ModelStore) {
    this.#services = services;
    this.#store = store;
    const changed = () => this.#changed.fire();
    this.#disposables = [
      this.#changed,
      store.onDidChange(changed),
      services.editorRoom.onDidChange(changed),
      onSettingChange(['codeLens.enabled', 'engines'], changed),
      vscode.languages.registerCodeLensProvider(modelDocuments, this),
    ];
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[] | undefined> {
    const file = modelFileOf(document.uri);
    if (!file || !getSetting('codeLens.enabled', document)) return undefined;
    const { folder, path } = file;
    const key = folder.toString();
    const engines = getSetting('engines', folder);
    const read = await this.#services.engine.models.modelOutline(await this.#store.texts(folder), engines);
    const outline = read ?? this.#known.get(key);
    if (!outline) return undefined;
    this.#known.set(key, outline);
    const { responseTemplate, chatTemplates, serving } = outline;
    const isBoth = responseTemplate !== undefined && chatTemplates.length > 0;
    const parse = responseTemplate ? [parseCommand(folder)] : [];
    const lenses = (start: number, commands: readonly vscode.Command[]) =>
      commands.map(command => new vscode.CodeLens(toRange(document, { start, end: start }), command));
    return [
      ...chatTemplates
        .filter(template => template.file === path)
        .flatMap(({ name, span }) =>
          lenses(span?.start ?? 0, [
            previewCommand(folder, name),
            ...(isBoth ? [roundTripCommand(folder, name)] : []),
            ...(responseTemplate ? [] : [deriveCommand(folder, name)]),
            ...parse,
          ]),
        ),
      ...(responseTemplate && path === 'tokenizer_config.json'
        ? [
            ...lenses(responseTemplate.start, [
              ...(isBoth ? [previewCommand(folder), roundTripCommand(folder)] : []),
              ...parse,
            ]),
            ...(serving.length > 0
              ? [servingLens(document, lineBelow(document, responseTemplate.start), serving, this.#services.editorRoom)]
              : []),
          ]
        : []),
    ];
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }
}

function previewCommand(folder: vscode.Uri, template?: string): vscode.Command {
  return {
    title: vscode.l10n.t('Preview'),
    tooltip: vscode.l10n.t('The prompt that the chat template renders for a conversation'),
    command: `${prefix}.previewChatTemplate`,
    arguments: [folder.toString(), template],
  };
}

function roundTripCommand(folder: vscode.Uri, template?: string): vscode.Command {
  return {
    title: vscode.l10n.t('Round Trip'),
    tooltip: vscode.l10n.t(
      'Do messages that the chat template renders come back the same when the response template reads them?',
    ),
    command: `${prefix}.roundTrip`,
    arguments: [folder.toString(), template],
  };
}

function deriveCommand(folder: vscode.Uri, template: string): vscode.Command {
  return {
    title: vscode.l10n.t('Derive Response Template'),
    tooltip: vscode.l10n.t(
      'Make a response template from the chat template alone, and prove it: do all kinds of messages come back?',
    ),
    command: `${prefix}.deriveResponseTemplate`,
    arguments: [folder.toString(), template],
  };
}

/** Where a second row of lenses stands: the first one has no room for more in an editor beside another. */
function lineBelow(document: vscode.TextDocument, offset: number): vscode.Position {
  const place = document.positionAt(offset);
  if (place.line + 1 >= document.lineCount) return place;
  const { firstNonWhitespaceCharacterIndex: indent } = document.lineAt(place.line + 1);
  return new vscode.Position(place.line + 1, indent);
}

/** A model's configuration is a definition of its folder's name. */
function parseCommand(folder: vscode.Uri): vscode.Command {
  return {
    title: vscode.l10n.t('Parse…'),
    tooltip: vscode.l10n.t('Read the answer on the clipboard by the response template'),
    command: `${prefix}.parseClipboard`,
    arguments: [
      { parser: baseName(folder), definition: vscode.Uri.joinPath(folder, 'tokenizer_config.json').toString() },
    ],
  };
}

import * as vscode from 'vscode';
import type { ModelOutline } from '../../service/modelsService.ts';
import { prefix } from '../commands.ts';
import { baseName } from '../definitions/definitionUris.ts';
import { servingLens } from '../instruction/servingRows.ts';
import { lensAt, provideLenses, rowBelow } from '../lenses.ts';
import type { Services } from '../services.ts';
import { getSetting } from '../settings.ts';
import { modelDocuments, modelFileOf } from './modelFiles.ts';
import type { ModelStore } from './modelStore.ts';

/** The lenses of a model's files: above the response template, and above each chat template. */
export class ModelLenses implements vscode.Disposable {
  readonly #services: Services;
  readonly #store: ModelStore;
  /** What each folder had when its files could last be read: while the user types, lenses stay. */
  readonly #outlines = new Map<string, ModelOutline>();
  readonly #registered: vscode.Disposable;

  constructor(services: Services, store: ModelStore) {
    this.#services = services;
    this.#store = store;
    this.#registered = provideLenses(modelDocuments, {
      setting: 'codeLens.enabled',
      heeds: ['engines'],
      occasions: [store.onDidChange, services.editorRoom.onDidChange],
      provideCodeLenses: document => this.#lensesOf(document),
    });
  }

  async #lensesOf(document: vscode.TextDocument): Promise<vscode.CodeLens[] | undefined> {
    const file = modelFileOf(document.uri);
    if (!file) return undefined;
    const { folder, path } = file;
    const key = folder.toString();
    const engines = getSetting('engines', folder);
    const read = await this.#services.engine.models.modelOutline(await this.#store.texts(folder), engines);
    const outline = read ?? this.#outlines.get(key);
    if (!outline) return undefined;
    this.#outlines.set(key, outline);
    const { responseTemplate, chatTemplates, serving } = outline;
    const isBoth = responseTemplate !== undefined && chatTemplates.length > 0;
    const parse = responseTemplate ? [parseCommand(folder)] : [];
    const lenses = (start: number, commands: readonly vscode.Command[]) =>
      commands.map(command => lensAt(document.positionAt(start), command));
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
              ? [
                  servingLens(
                    document,
                    rowBelow(document, document.positionAt(responseTemplate.start)),
                    serving,
                    this.#services.editorRoom,
                  ),
                ]
              : []),
          ]
        : []),
    ];
  }

  dispose(): void {
    this.#registered.dispose();
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

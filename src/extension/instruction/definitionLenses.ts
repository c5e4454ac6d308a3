import * as vscode from 'vscode';
import type { DefinitionSummary } from '../../views/definitions.ts';
import { prefix } from '../commands.ts';
import { constrainingEngines } from '../constraints/constrainingEngines.ts';
import { ConstraintLens, constraintRoom, leastConstraint } from '../constraints/constraintLens.ts';
import { toRange } from '../convert.ts';
import type { DefinitionFile } from '../definitions/definitionStore.ts';
import { definitionDocuments, isDefinitionUri } from '../definitions/definitionUris.ts';
import { presentFile } from '../definitions/presentFile.ts';
import { loadPanels } from '../later/loadPanels.ts';
import { mayRun, runCommand } from '../runs/runLens.ts';
import type { Services } from '../services.ts';
import { getSetting, onSettingChange } from '../settings.ts';
import { rangeIn } from '../sources/notebookSource.ts';
import { holdsDefinitions, parsersOfCell, sourceDocuments } from '../sources/sourceDocuments.ts';
import { DefinitionPlaces } from './definitionPlaces.ts';
import { InstructionTokens } from './instructionTokens.ts';
import { addSampleCommand, SampleLenses } from './sampleLenses.ts';
import type { ServingRows } from './servingRows.ts';
import { tokensLens } from './tokensLens.ts';

/**
 * The lenses above each definition: its preview, the tokens of its instruction, and a model's run; above its first line
 * its samples, its runtimes where there are several, else its evaluation, and what the chosen engines enforce; above a
 * response template what engines make of it. The preview's is there at once; tokens are counted, and constraints made, when
 * their lens comes into sight. Above a parser of a source that is known in part, what is unknown stands in their place.
 */
export class DefinitionLenses implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #services: Services;
  readonly #places = new DefinitionPlaces();
  readonly #tokens: InstructionTokens;
  readonly #samples: SampleLenses;
  #serving: ServingRows | undefined;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.#changed.event;
  readonly #disposables: readonly vscode.Disposable[];

  constructor(services: Services) {
    this.#services = services;
    this.#tokens = new InstructionTokens(services);
    this.#samples = new SampleLenses(services.samples);
    const changed = () => this.#changed.fire();
    this.#disposables = [
      this.#changed,
      this.#places,
      this.#tokens,
      this.#samples,
      this.#tokens.onDidChange(changed),
      this.#samples.onDidChange(changed),
      services.sourceHomes.onDidChange(changed),
      services.editorRoom.onDidChange(changed),
      onSettingChange(['codeLens.enabled', 'engines'], changed),
      vscode.workspace.onDidGrantWorkspaceTrust(changed),
      vscode.languages.registerCodeLensProvider(definitionDocuments, this),
      vscode.languages.registerCodeLensProvider(sourceDocuments, this),
    ];
  }

  async provideCodeLenses(
    document: vscode.TextDocument,
    token: vscode.CancellationToken,
  ): Promise<vscode.CodeLens[] | undefined> {
    const isCell = parsersOfCell(document) !== undefined;
    if (!(isCell || holdsDefinitions(document)) || !getSetting('codeLens.enabled', document)) return undefined;
    const file = await presentFile(this.#services.definitions, document, token);
    if (!file) return undefined;
    const { uri } = file;
    const cell = parsersOfCell(document);
    const { definitions, broken } = isCell ? { ...file, broken: false } : this.#places.of(file);
    const calls = new Map(file.source?.definitions.map(each => [each.name, each]));
    const told = this.#services.definitions.told(file);
    const isOpen = file.source?.definitions.some(({ unknown, answered }) => unknown || answered);
    const knowledge = isOpen ? (await loadPanels()).knowledgeLenses : undefined;
    const isNamed = isDefinitionUri(uri);
    const homes = file.source && (await this.#services.sourceHomes.of(uri));
    const serving =
      !file.source && definitions.some(({ served }) => served)
        ? await (await this.#servingRows()).of(document, file, definitions, broken)
        : [];
    const own = definitions.flatMap(definition => {
      const whole = isCell ? cell && rangeIn(cell, document, definition.span) : toRange(document, definition.span);
      if (!whole) return [];
      const range = new vscode.Range(whole.start, whole.start);
      const next = nextLine(document, whole);
      // Samples of a text that is not a file yet are not tests.
      const { name } = definition;
      const call = calls.get(name);
      const holes = call?.unknown;
      const known = call && knowledge?.(uri, call, told, this.#services.runtime.modules !== undefined);
      const home = isNamed ? { uri: uri, definition: name } : homes?.get(name);
      const engines = holes ? [] : constrainingEngines(document);
      const samples = home
        ? this.#samples.commandFor(home.uri, home.definition)
        : file.source && addSampleCommand(uri, name);
      const row = [
        ...(samples ? [samples] : []),
        // There is room for one of the two; the other is in the menus.
        ...(definition.hasRuntimes
          ? [compareCommand(uri, definition)]
          : isNamed || file.source
            ? [evaluateCommand(uri, name)]
            : []),
      ];
      return [
        new vscode.CodeLens(range, previewCommand(uri, definition)),
        // How many tokens it will have is not known either.
        known?.partly ? new vscode.CodeLens(range, known.partly) : new TokensLens(range, file, definition, broken),
        ...(known?.python ? [new vscode.CodeLens(range, known.python)] : []),
        ...(mayRun(uri) ? [new vscode.CodeLens(range, runCommand(uri, definition.name))] : []),
        ...row.map(command => new vscode.CodeLens(next, command)),
        ...(engines.length > 0 ? [this.#constraintLens(document, { file, name }, engines, next, row)] : []),
      ];
    });
    return [...own, ...serving];
  }

  async resolveCodeLens(lens: vscode.CodeLens): Promise<vscode.CodeLens> {
    if (lens instanceof ConstraintLens) {
      const { file, name, engines } = lens;
      const { text, fileName, uri } = file;
      const summaries = await this.#services.engine.constraints.constraintSummaries({ text, fileName, name }, engines);
      const { constraintCommand } = await loadPanels();
      lens.command = constraintCommand(lens, summaries, this.#services.editorRoom.letters(uri));
      return lens;
    }
    if (!(lens instanceof TokensLens)) return lens;
    const { file, definition, broken } = lens;
    const last = broken ? await this.#tokens.last(file.uri, definition.name) : undefined;
    const counts = last ?? (await this.#tokens.of(file, definition));
    lens.command = tokensLens(counts, file.uri, definition.name);
    return lens;
  }

  async #servingRows(): Promise<ServingRows> {
    const { ServingRows } = await loadPanels();
    this.#serving ??= new ServingRows(this.#services);
    return this.#serving;
  }

  /** In the row of the others, or below where they leave no room. */
  #constraintLens(
    document: vscode.TextDocument,
    of: { readonly file: DefinitionFile; readonly name: string },
    engines: readonly string[],
    next: vscode.Range,
    row: readonly vscode.Command[],
  ): ConstraintLens {
    const { line } = next.start;
    const hasRoom = constraintRoom(next, row, this.#services.editorRoom.letters(document)) >= leastConstraint;
    if (hasRoom || line + 1 >= document.lineCount) return new ConstraintLens(next, of, engines, row);
    const { firstNonWhitespaceCharacterIndex: indent } = document.lineAt(line + 1);
    return new ConstraintLens(new vscode.Range(line + 1, indent, line + 1, indent), of, engines, []);
  }

  dispose(): void {
    this.#serving?.dispose();
    for (const disposable of this.#disposables) disposable.dispose();
  }
}

/** A lens that is counted for when it comes into sight. While the text is `broken`, the last number stands where there is one. */
class TokensLens extends vscode.CodeLens {
  readonly file: DefinitionFile;
  readonly definition: DefinitionSummary;
  readonly broken: boolean;

  constructor(range: vscode.Range, file: DefinitionFile, definition: DefinitionSummary, broken: boolean) {
    super(range);
    this.file = file;
    this.definition = definition;
    this.broken = broken;
  }
}

/** Where the second row of a definition's lenses stands: one row is too long for an editor beside a preview. */
function nextLine(document: vscode.TextDocument, { start, end }: vscode.Range): vscode.Range {
  if (start.line + 1 >= end.line) return new vscode.Range(start, start);
  const { firstNonWhitespaceCharacterIndex: indent } = document.lineAt(start.line + 1);
  return new vscode.Range(start.line + 1, indent, start.line + 1, indent);
}

function compareCommand(uri: vscode.Uri, { name }: DefinitionSummary): vscode.Command {
  return {
    title: vscode.l10n.t('Compare…'),
    tooltip: vscode.l10n.t('Instruction and reading of {0} in each runtime, side by side', name),
    command: `${prefix}.compareRuntimes`,
    arguments: [uri.toString(), name],
  };
}

function previewCommand(uri: vscode.Uri, { name }: DefinitionSummary): vscode.Command {
  return {
    title: vscode.l10n.t('Preview'),
    tooltip: vscode.l10n.t('Preview the format instruction of {0}', name),
    command: `${prefix}.previewInstruction`,
    arguments: [uri.toString(), name],
  };
}

function evaluateCommand(uri: vscode.Uri, name: string): vscode.Command {
  return {
    title: vscode.l10n.t('Evaluate…'),
    tooltip: vscode.l10n.t(
      'Read the responses of a log: what share {0} reads, and why it does not read the rest',
      name,
    ),
    command: `${prefix}.evaluate`,
    arguments: [uri.toString(), name],
  };
}

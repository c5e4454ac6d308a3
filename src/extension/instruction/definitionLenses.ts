import * as vscode from 'vscode';
import type { Span } from '../../engine/index.ts';
import type { DefinitionSummary } from '../../views/definitions.ts';
import { prefix } from '../commands.ts';
import { ConstraintLens, constrainingEngines, constraintRoom, leastConstraint } from '../constraints/constraintLens.ts';
import { toRange } from '../convert.ts';
import type { DefinitionFile } from '../definitions/definitionFile.ts';
import { definitionDocuments, isDefinitionUri } from '../definitions/definitionUris.ts';
import { forgetClosed } from '../definitions/openDocument.ts';
import { presentFile } from '../definitions/presentFile.ts';
import { loadPanels } from '../later/laterFeature.ts';
import { lensAt, provideLenses, rowBelow } from '../lenses.ts';
import { trackSpan } from '../responses/trackSpan.ts';
import { mayRun, runCommand } from '../runs/runLens.ts';
import type { Services } from '../services.ts';
import { rangeIn } from '../sources/notebookSource.ts';
import { holdsDefinitions, parsersOfCell, sourceDocuments } from '../sources/sourceDocuments.ts';
import { InstructionTokens } from './instructionTokens.ts';
import { addSampleCommand, SampleLenses, tokensLens } from './lensTitles.ts';
import type { ServingRows } from './servingRows.ts';

/**
 * The lenses above each definition: its preview, the tokens of its instruction, and a model's run; above its first line
 * its samples, its runtimes where there are several, else its evaluation, and what the chosen engines enforce; above a
 * response template what engines make of it. The preview's is there at once; tokens are counted, and constraints made, when
 * their lens comes into sight. Above a parser of a source that is read in part, what is unknown stands in their place.
 */
export class DefinitionLenses implements vscode.Disposable {
  readonly #services: Services;
  readonly #places = new DefinitionPlaces();
  readonly #tokens: InstructionTokens;
  readonly #samples: SampleLenses;
  #serving: ServingRows | undefined;
  readonly #disposables: readonly vscode.Disposable[];

  constructor(services: Services) {
    this.#services = services;
    this.#tokens = new InstructionTokens(services);
    this.#samples = new SampleLenses(services.samples);
    this.#disposables = [
      this.#places,
      this.#tokens,
      this.#samples,
      provideLenses([definitionDocuments, sourceDocuments].flat(), {
        setting: 'codeLens.enabled',
        heeds: ['engines'],
        occasions: [
          this.#tokens.onDidChange,
          this.#samples.onDidChange,
          services.sourceHomes.onDidChange,
          services.editorRoom.onDidChange,
          vscode.workspace.onDidGrantWorkspaceTrust,
        ],
        provideCodeLenses: (document, token) => this.#lensesOf(document, token),
        resolveCodeLens: lens => this.#resolved(lens),
      }),
    ];
  }

  async #lensesOf(
    document: vscode.TextDocument,
    token: vscode.CancellationToken,
  ): Promise<vscode.CodeLens[] | undefined> {
    const isCell = parsersOfCell(document) !== undefined;
    if (!(isCell || holdsDefinitions(document))) return undefined;
    const file = await presentFile(this.#services.definitions, document, token);
    if (!file) return undefined;
    const { uri } = file;
    const cell = parsersOfCell(document);
    const { definitions, broken } = isCell ? { ...file, broken: false } : this.#places.of(file);
    const calls = new Map(file.source?.definitions.map(each => [each.name, each]));
    const pythonAnswer = this.#services.definitions.pythonAnswer(file);
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
      const { start, end } = whole;
      // One row is too long for an editor beside a preview.
      const next = rowBelow(document, start, end.line - 1);
      // Samples of a text that is not a file yet are not tests.
      const { name } = definition;
      const call = calls.get(name);
      const holes = call?.unknown;
      const commands = call && knowledge?.(uri, call, pythonAnswer, this.#services.runtime.modules !== undefined);
      const home = isNamed ? { uri, definition: name } : homes?.get(name);
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
        lensAt(start, previewCommand(uri, definition)),
        // Nobody can say how many tokens it will have either.
        commands?.partly ? lensAt(start, commands.partly) : new TokensLens(start, file, definition, broken),
        ...(commands?.python ? [lensAt(start, commands.python)] : []),
        ...(mayRun(uri) ? [lensAt(start, runCommand(uri, definition.name))] : []),
        ...row.map(command => lensAt(next, command)),
        ...(engines.length > 0 ? [this.#constraintLens(document, { file, name }, engines, next, row)] : []),
      ];
    });
    return [...own, ...serving];
  }

  async #resolved(lens: vscode.CodeLens): Promise<vscode.CodeLens> {
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
    next: vscode.Position,
    row: readonly vscode.Command[],
  ): ConstraintLens {
    const beside = new vscode.Range(next, next);
    const hasRoom = constraintRoom(beside, row, this.#services.editorRoom.letters(document)) >= leastConstraint;
    const below = hasRoom ? next : rowBelow(document, next);
    if (below === next) return new ConstraintLens(beside, of, engines, row);
    return new ConstraintLens(new vscode.Range(below, below), of, engines, []);
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

  constructor(place: vscode.Position, file: DefinitionFile, definition: DefinitionSummary, broken: boolean) {
    super(new vscode.Range(place, place));
    this.file = file;
    this.definition = definition;
    this.broken = broken;
  }
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

/**
 * Where the definitions of open files stand. While a file is not JSON, because of a bracket that is still to be typed,
 * its definitions are those that it last had, moved with the text: what stands above them must not come and go.
 */
class DefinitionPlaces implements vscode.Disposable {
  readonly #lastRead = new Map<string, readonly DefinitionSummary[]>();
  readonly #disposable = vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      const key = document.uri.toString();
      const last = this.#lastRead.get(key);
      if (!last || !holdsDefinitions(document)) return;
      const tracked = (span: Span) => contentChanges.reduce((moved, change) => trackSpan(moved, change).span, span);
      const moved = (definition: DefinitionSummary): DefinitionSummary => ({
        ...definition,
        span: tracked(definition.span),
        ...(definition.served && { served: tracked(definition.served) }),
      });
      this.#lastRead.set(key, last.map(moved));
    }),
    forgetClosed(this.#lastRead),
  );

  /** The definitions of a file as its open document stands. `broken`: those that it last had. */
  of({ uri, definitions, problems }: DefinitionFile): {
    readonly definitions: readonly DefinitionSummary[];
    readonly broken: boolean;
  } {
    const key = uri.toString();
    const last = this.#lastRead.get(key);
    const broken = problems.some(({ code }) => code === 'syntax-error');
    if (broken && last) return { definitions: last, broken };
    this.#lastRead.set(key, definitions);
    return { definitions, broken };
  }

  dispose(): void {
    this.#disposable.dispose();
  }
}

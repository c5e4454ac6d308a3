import * as vscode from 'vscode';
import type { TextSpan } from '../../protocol/guards.ts';
import { isPreviewToHost } from '../../protocol/instructionGuards.ts';
import type { HostToPreview, PreviewToHost } from '../../protocol/instructionProtocol.ts';
import type { InstructionAnswer } from '../../service/instructionService.ts';
import { pickDefinition } from '../../views/definitions.ts';
import { prefix } from '../commands.ts';
import { PreviewConstraint } from '../constraints/previewConstraint.ts';
import { isSameAddress } from '../definitions/openDocument.ts';
import { logError } from '../errorTexts.ts';
import { LatestRun } from '../latestRun.ts';
import { offerDesktop } from '../modules/trust.ts';
import { previewColumn } from '../previewColumn.ts';
import { PreviewRobustness } from '../robustness/previewRobustness.ts';
import { sampleFileUri } from '../samples/sampleFiles.ts';
import type { Services } from '../services.ts';
import { WebviewPage } from '../webviewPage.ts';
import type { InstructionDocuments } from './instructionDocuments.ts';
import { PreviewChannel } from './previewChannel.ts';
import { previewCounts } from './previewCounts.ts';
import { type PreviewTarget, previewState, readPreview } from './previewReading.ts';
import { previewSamples } from './previewSamples.ts';
import { revealLine, revealSpan } from './revealSpan.ts';
import type { SavedTexts } from './savedTexts.ts';

/** A preview's panel: one definition's instruction, kept up to date with its file. */
export class PreviewPanel implements vscode.Disposable {
  readonly #page: WebviewPage<PreviewToHost, HostToPreview>;
  readonly #channel: PreviewChannel;
  readonly #services: Services;
  readonly #documents: InstructionDocuments;
  readonly #saved: SavedTexts;
  readonly robustness: PreviewRobustness;
  readonly constraint: PreviewConstraint;
  readonly #samples: ReturnType<typeof previewSamples>;
  readonly #updates: LatestRun;
  readonly #disposables: readonly { dispose(): void }[];
  #target: PreviewTarget;
  /** The definition that the cursor was last seen in: moving to another one leads the preview there. */
  #atCursor: string | undefined;
  /** The text that the user chose; a definition that has none of that name shows its instruction. */
  #view: string | undefined;
  #boundaries = false;
  #revision = 0;
  #drawn: { readonly uri: vscode.Uri; readonly text?: string; readonly good?: InstructionAnswer } | undefined;

  constructor(
    panel: vscode.WebviewPanel,
    services: Services,
    documents: InstructionDocuments,
    saved: SavedTexts,
    target: PreviewTarget,
  ) {
    this.#services = services;
    this.#documents = documents;
    this.#saved = saved;
    const post = (message: HostToPreview) => void this.#channel.post(message);
    this.robustness = new PreviewRobustness(services, post);
    this.constraint = new PreviewConstraint(services, post);
    this.#samples = previewSamples(services, post, () => this.#revision);
    this.#target = target;
    this.#view = target.view;
    this.#updates = new LatestRun(
      () => this.#render(),
      error => logError(services.log, error),
    );
    this.#disposables = [
      this.robustness,
      this.constraint,
      this.#samples,
      services.definitions.onDidChange(uri => this.#isShown(uri) && this.update()),
      services.samples.onDidChange(uri => this.#isShown(uri) && this.#samples.judgeAgain()),
      vscode.workspace.onDidSaveTextDocument(document => this.#isShown(document.uri) && this.update()),
    ];
    this.#page = new WebviewPage(panel, services, {
      name: 'instruction',
      title: vscode.l10n.t('Format Instruction'),
      isMessage: isPreviewToHost,
      receive: message => this.#receive(message),
    });
    this.#channel = new PreviewChannel(this.#page);
  }

  /** What the page shows now. */
  get target(): PreviewTarget {
    return this.#target;
  }

  /** True while the panel has the focus; VS Code says so of a new one too, until it tells otherwise. */
  get active(): boolean {
    return this.#page.panel.active;
  }

  /** Whether its file has been read: before that nobody knows the name of the definition. */
  get isRead(): boolean {
    return this.#drawn !== undefined && this.#isShown(this.#drawn.uri);
  }

  /** What the engine answered, the last good answer while the file is broken. */
  get #good(): InstructionAnswer | undefined {
    return this.#drawn?.good;
  }

  get #name(): string | undefined {
    return this.#good?.view?.name ?? this.#target.name;
  }

  /** Shows another definition, and the panel. */
  show(target: PreviewTarget): void {
    this.#atCursor = undefined;
    this.#retarget(target);
    // Never over the file that it is the preview of.
    const covers = this.#page.panel.viewColumn === vscode.window.activeTextEditor?.viewColumn;
    this.#page.panel.reveal(covers ? previewColumn() : undefined, true);
  }

  /** Follows the cursor: to another file, or to another definition of the same one. */
  async follow(uri: vscode.Uri, offset: number): Promise<void> {
    const file = await this.#services.definitions.file(uri);
    const sameFile = this.#isShown(uri);
    // Of a text that is not JSON yet, the places of the definitions are a guess.
    if (sameFile && file?.problems.some(({ code }) => code === 'syntax-error')) return;
    const name = file && pickDefinition(file.definitions, file.written, undefined, offset)?.name;
    if (sameFile && (name === undefined || name === this.#atCursor)) return;
    // After a reload the editor comes back as well: that is not a move, and the preview shows what it showed.
    if (sameFile && this.#atCursor === undefined && this.#target.name !== undefined) {
      this.#atCursor = name;
      return;
    }
    this.#atCursor = name;
    this.#retarget({ uri, offset, ...(name !== undefined && { name }) });
  }

  /** Shows the file as it is now. */
  async update(): Promise<void> {
    if (this.#page.isReady) await this.#updates.run();
  }

  dispose(): void {
    this.#services.editorRoom.report(this, undefined);
    for (const disposable of this.#disposables) disposable.dispose();
    this.#page.dispose();
  }

  async #render(): Promise<void> {
    const target = this.#target;
    const { uri } = target;
    const reading = await readPreview(this.#services, this.#saved, target, this.#view);
    // Another definition was chosen meanwhile; `update` is about to show it.
    if (this.#target !== target) return;
    const { file, answer } = reading;
    this.#atCursor ??= answer?.view?.name;
    const last = this.#drawn?.uri.toString() === uri.toString() ? this.#drawn : undefined;
    const before = last?.good;
    const good = answer?.view ? answer : before;
    this.#drawn = { uri, ...(file && { text: file.text }), ...(good && { good }) };
    const state = previewState(uri, reading, good);
    this.#services.tabNames.show(this.#page.panel, {
      uri: uri.toString(),
      name: good?.view?.name ?? state.fileName,
      titleOf: name => vscode.l10n.t('Instruction: {0}', name),
    });
    const isOther = good?.view?.textName !== before?.view?.textName || good?.view?.name !== before?.view?.name;
    const changed = isOther || good?.text !== before?.text;
    if (changed) this.#revision++;
    // Typed, and seen: in the instruction, the table of keys or elsewhere on the page.
    if (before && !isOther && file && last?.text !== file.text) this.#services.milestones.reach('preview');
    this.#channel.postState(this.#revision, state, file?.text ?? '');
    if (changed) void this.count();
    if (!file || !answer?.view) return;
    offerDesktop(answer.view.error?.class);
    this.#samples.update(file, answer);
    this.robustness.update(file, answer.view.name);
    this.constraint.update(file, answer.view.name);
  }

  /** Counts the tokens of the present text. */
  async count(): Promise<void> {
    const revision = this.#revision;
    const { text, view } = this.#good ?? {};
    if (text === undefined || !view) return;
    const counted = await previewCounts(this.#services, this.#target.uri, text, this.#boundaries);
    if (revision === this.#revision) this.#channel.post({ type: 'tokens', revision, ...counted });
  }

  async #receive(message: PreviewToHost): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.#channel.reset();
        this.#boundaries = message.boundaries;
        this.robustness.ready();
        this.constraint.ready();
        await this.update();
        return this.count();
      case 'boundaries':
        this.#boundaries = message.isOpen;
        return this.count();
      case 'room':
        return this.#services.editorRoom.report(this, message);
      case 'manageTrust':
        return vscode.commands.executeCommand('workbench.trust.manage');
      case 'compareRuntimes':
        return vscode.commands.executeCommand(`${prefix}.compareRuntimes`, this.#target.uri, this.#name);
      case 'copy':
        return this.copy();
      case 'open':
        return this.open();
      case 'select':
        return this.#retarget({ uri: this.#target.uri, name: message.name });
      case 'view':
        this.#view = message.name;
        return this.update();
      case 'reveal':
        return this.#reveal(message.span);
      case 'askPython':
        return vscode.commands.executeCommand(`${prefix}.askPython`, this.#target.uri.toString());
      case 'revealUnknown':
        return this.#revealUnknown(message.number);
      case 'openModule':
        return revealLine(sampleFileUri(this.#target.uri, message.file), message);
      case 'robustness':
      case 'openMutation':
      case 'saveMutation':
        return this.robustness.receive(message);
      case 'constraint':
      case 'copyConstraint':
      case 'openConstraint':
        return this.constraint.receive(message);
    }
  }

  async #revealUnknown(number: number): Promise<void> {
    const { uri } = this.#target;
    const file = await this.#services.definitions.file(uri);
    const found = file?.source?.definitions.find(({ name }) => name === this.#name)?.unknown?.[number];
    if (found) await revealSpan(uri.with({ path: found.file }), found.span);
  }

  /** Puts the instruction on the clipboard and says so. */
  async copy(): Promise<void> {
    if (this.#good?.text === undefined) return;
    await vscode.env.clipboard.writeText(this.#good.text);
    this.#channel.post({ type: 'copied' });
  }

  /** Opens the present text as a document. */
  open(): Promise<void> {
    const { textName: name, language } = this.#good?.view ?? {};
    return this.#documents.show(
      this.#target.uri,
      this.#name ?? '',
      name === undefined ? undefined : { name, language },
    );
  }

  /** Opens the file at the present definition. */
  showDefinition(): Promise<void> {
    const start = this.#good?.view?.span.start ?? 0;
    return this.#reveal({ start, end: start });
  }

  /** Selects what the present text was made of; in a source that may stand in another file. */
  async #reveal(span: TextSpan): Promise<void> {
    const place = await this.#services.definitions.placeOf(this.#target.uri, span);
    return revealSpan(place.uri, place.span);
  }

  #retarget(target: PreviewTarget): void {
    this.#target = target;
    void this.update();
  }

  #isShown(uri: vscode.Uri): boolean {
    return isSameAddress(uri, this.#target.uri);
  }
}

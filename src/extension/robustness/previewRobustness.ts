import * as vscode from 'vscode';
import type {
  MutatedSampleView,
  PreviewToRobustness,
  RobustnessToPreview,
  RobustnessView,
  UnmutatedSampleView,
} from '../../protocol/robustnessProtocol.ts';
import type { MutationRequest, SampleEntry } from '../../service/robustnessService.ts';
import { prefix } from '../commands.ts';
import type { OpenedText } from '../instruction/previewSamples.ts';
import { readSampleFile } from '../samples/sampleFiles.ts';
import type { Services } from '../services.ts';
import { getSetting, onSettingChange } from '../settings.ts';

/** How long after the last update samples are mutated, in milliseconds. */
const delay = 400;
/** How many samples are mutated, and how much text of them, in UTF-16 units. */
const maxSamples = 20;
const maxText = 2_000_000;

/** What is mutated: a definition of a file's text. */
interface Target {
  readonly file: OpenedText;
  readonly name: string;
}

/** The section *Robustness* of a preview: works while it is open, and follows the file. */
export class PreviewRobustness implements vscode.Disposable {
  readonly #services: Services;
  readonly #post: (message: RobustnessToPreview) => void;
  readonly #onSeed = onSettingChange(['robustness.seed'], () => {
    if (this.#isOpen) this.#checkSoon(0);
  });
  #isOpen = false;
  /** The user opened the section, and the page has not followed yet. */
  #isWanted = false;
  #target: Target | undefined;
  /** What the page shows, or waits for. */
  #subject: { readonly name: string; readonly uri: string; readonly checking: boolean } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The number of the last question: work for an older one ends at its next sample. */
  #turn = 0;

  constructor(services: Services, post: (message: RobustnessToPreview) => void) {
    this.#services = services;
    this.#post = post;
  }

  /** Opens the section, at once or as soon as the page is there. */
  show(): void {
    this.#isWanted = true;
    this.#post({ type: 'showRobustness' });
  }

  /** The page was loaded, and has nothing. It says itself whether its section is open. */
  ready(): void {
    this.#isOpen = false;
    this.#subject = undefined;
    if (this.#isWanted) this.#post({ type: 'showRobustness' });
  }

  /** What the preview shows now; works on it soon where the section is open. */
  update(file: OpenedText, name: string): void {
    this.#target = { file, name };
    if (this.#isOpen) this.#checkSoon(delay);
  }

  /** The page says whether its section is open, or what is to be done with a mutation. */
  async receive(message: PreviewToRobustness): Promise<void> {
    if (message.type !== 'robustness') return this.#act(message);
    this.#isOpen = message.isOpen;
    this.#isWanted &&= !message.isOpen;
    if (this.#isOpen) this.#checkSoon(0);
    else this.#stop();
  }

  dispose(): void {
    this.#onSeed.dispose();
    this.#stop();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#turn++;
  }

  #checkSoon(wait: number): void {
    this.#stop();
    if (!this.#target) return;
    const { file, name } = this.#target;
    const isKnown = this.#subject?.name === name && this.#subject.uri === file.uri.toString();
    // Once for many keys pressed.
    if (!isKnown || !this.#subject?.checking)
      this.#post({ type: 'robustness', name, checking: true, ...(isKnown && { kept: true }) });
    this.#subject = { name, uri: file.uri.toString(), checking: true };
    this.#timer = setTimeout(() => this.#check().catch(error => this.#services.log.error(error)), wait);
  }

  async #check(): Promise<void> {
    const target = this.#target;
    if (!target) return;
    const turn = this.#turn;
    const view = await this.#viewOf(target, () => turn !== this.#turn);
    if (!view || turn !== this.#turn) return;
    const { file, name } = target;
    this.#subject = { name, uri: file.uri.toString(), checking: false };
    this.#post({ type: 'robustness', name, checking: false, view });
  }

  async #viewOf({ file, name }: Target, isOld: () => boolean): Promise<RobustnessView | undefined> {
    const { robustness } = this.#services.engine;
    const definition = { text: file.text, fileName: file.fileName, name };
    const [entries = [], own] = await Promise.all([
      robustness.sampleEntries(definition),
      robustness.unreadOwn(definition),
    ]);
    const mutated: MutatedSampleView[] = [];
    const unmutated: UnmutatedSampleView[] = [];
    let length = 0;
    const seed = seedFor(file);
    for (const [sample, entry] of entries.slice(0, maxSamples).entries()) {
      if (isOld()) return undefined;
      const response = await responseOf(file.uri, entry, this.#services);
      length += response?.length ?? entry.length;
      if (length > maxText && sample > 0) break;
      const view = await robustness.mutateSample({
        ...definition,
        sample,
        seed,
        ...(response !== undefined && { response }),
      });
      if (!view) return undefined;
      if ('reason' in view) unmutated.push(view);
      else mutated.push(view);
    }
    const sum = (of: (view: MutatedSampleView) => number) => mutated.reduce((total, view) => total + of(view), 0);
    const tried = sum(each => each.tried);
    const passed = sum(each => each.passed);
    return {
      ...(tried > 0 && { score: Math.floor((100 * passed) / tried) }),
      tried,
      passed,
      errors: sum(each => each.errors),
      changed: sum(each => each.changed),
      own,
      mutated,
      unmutated,
      more: entries.length - mutated.length - unmutated.length,
    };
  }

  async #act({ type, sample, operator }: Exclude<PreviewToRobustness, { type: 'robustness' }>): Promise<void> {
    if (!this.#target) return;
    const { file, name } = this.#target;
    const definition = { text: file.text, fileName: file.fileName, name };
    const entry = (await this.#services.engine.robustness.sampleEntries(definition))?.[sample];
    if (!entry) return;
    const response = await responseOf(file.uri, entry, this.#services);
    const request: MutationRequest = {
      ...definition,
      sample,
      operator,
      seed: seedFor(file),
      ...(response !== undefined && { response }),
    };
    await vscode.commands.executeCommand(`${prefix}.${type}`, file.uri.toString(), request);
  }
}

/** What the setting says, as an integer. */
function seedFor({ uri }: OpenedText): number {
  return Math.trunc(getSetting('robustness.seed', uri));
}

/** What a sample's file holds; `undefined` where it names none, or one that cannot be read. */
async function responseOf(
  definition: vscode.Uri,
  { file }: SampleEntry,
  { runtime }: Services,
): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const read = await readSampleFile(definition, file, runtime);
  return 'text' in read ? read.text : '';
}

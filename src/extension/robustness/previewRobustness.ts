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
import { PreviewSection, type SectionTarget } from '../instruction/previewSection.ts';
import { readSampleFile } from '../samples/sampleFiles.ts';
import type { Services } from '../services.ts';
import { getSetting } from '../settings.ts';

/** How many samples are mutated, and how much text of them, in UTF-16 units. */
const maxSamples = 20;
const maxText = 2_000_000;

/** The section *Robustness* of a preview. */
export class PreviewRobustness extends PreviewSection {
  readonly #post: (message: RobustnessToPreview) => void;
  /** What the page shows, or waits for. */
  #subject: { readonly name: string; readonly uri: string; readonly checking: boolean } | undefined;

  constructor(services: Services, post: (message: RobustnessToPreview) => void) {
    super(services, () => post({ type: 'showRobustness' }), 'robustness.seed');
    this.#post = post;
  }

  override ready(): void {
    this.#subject = undefined;
    super.ready();
  }

  /** The page says whether its section is open, or what is to be done with a mutation. */
  async receive(message: PreviewToRobustness): Promise<void> {
    if (message.type === 'robustness') this.opened(message.isOpen);
    else await this.#act(message);
  }

  protected override announce({ file, name }: SectionTarget): void {
    const uri = file.uri.toString();
    const kept = this.#subject?.name === name && this.#subject.uri === uri;
    // Once for many keys pressed.
    if (!kept || !this.#subject?.checking)
      this.#post({ type: 'robustness', name, checking: true, ...(kept && { kept }) });
    this.#subject = { name, uri, checking: true };
  }

  protected override async work(target: SectionTarget, isOld: () => boolean): Promise<void> {
    const view = await this.#viewOf(target, isOld);
    if (!view || isOld()) return;
    const { file, name } = target;
    this.#subject = { name, uri: file.uri.toString(), checking: false };
    this.#post({ type: 'robustness', name, checking: false, view });
  }

  async #viewOf({ file, name }: SectionTarget, isOld: () => boolean): Promise<RobustnessView | undefined> {
    const { robustness } = this.services.engine;
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
      const response = await responseOf(file.uri, entry, this.services);
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
    if (!this.target) return;
    const { file, name } = this.target;
    const definition = { text: file.text, fileName: file.fileName, name };
    const entry = (await this.services.engine.robustness.sampleEntries(definition))?.[sample];
    if (!entry) return;
    const response = await responseOf(file.uri, entry, this.services);
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

import type * as vscode from 'vscode';
import { logError } from '../errorTexts.ts';
import type { Services } from '../services.ts';
import { onSettingChange } from '../settings.ts';
import type { OpenedText } from './previewSamples.ts';

/** What a section works on: a definition of a file's text. */
export interface SectionTarget {
  readonly file: OpenedText;
  readonly name: string;
}

/** How long after the last update a section works again, in milliseconds. */
const delay = 400;

/** A section of a preview: it works while it is open, and follows the file. */
export abstract class PreviewSection implements vscode.Disposable {
  protected readonly services: Services;
  protected target: SectionTarget | undefined;
  readonly #expand: () => void;
  readonly #onSetting: vscode.Disposable;
  #isOpen = false;
  /** The user opened the section, and the page has not followed yet. */
  #isWanted = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The number of the last question: the answer to an older one is dropped. */
  #turn = 0;

  /** @param expand tells the page to open the section @param setting what its work depends on, beside the file */
  constructor(services: Services, expand: () => void, setting: Parameters<typeof onSettingChange>[0][number]) {
    this.services = services;
    this.#expand = expand;
    this.#onSetting = onSettingChange([setting], () => this.#isOpen && this.#workSoon(0));
  }

  /** Tells the page that work begins. */
  protected abstract announce(target: SectionTarget): void;

  /** Works, and tells the page the result, unless `isOld`: then the target has changed meanwhile. */
  protected abstract work(target: SectionTarget, isOld: () => boolean): Promise<void>;

  /** Opens the section, at once or as soon as the page is there. */
  show(): void {
    this.#isWanted = true;
    this.#expand();
  }

  /** The page was loaded, and has nothing. It says itself whether its section is open. */
  ready(): void {
    this.#isOpen = false;
    if (this.#isWanted) this.#expand();
  }

  /** What the preview shows now; works on it soon where the section is open. */
  update(file: OpenedText, name: string): void {
    this.target = { file, name };
    if (this.#isOpen) this.#workSoon(delay);
  }

  /** The page opened the section, or closed it. */
  protected opened(isOpen: boolean): void {
    this.#isOpen = isOpen;
    this.#isWanted &&= !isOpen;
    if (isOpen) this.#workSoon(0);
    else this.#stop();
  }

  dispose(): void {
    this.#onSetting.dispose();
    this.#stop();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#turn++;
  }

  #workSoon(wait: number): void {
    this.#stop();
    const { target } = this;
    if (!target) return;
    this.announce(target);
    const turn = this.#turn;
    const isOld = () => turn !== this.#turn;
    this.#timer = setTimeout(() => this.work(target, isOld).catch(error => logError(this.services.log, error)), wait);
  }
}

import * as vscode from 'vscode';
import type {
  ConstraintChoice,
  ConstraintPart,
  ConstraintToPreview,
  PreviewToConstraint,
} from '../../protocol/constraintProtocol.ts';
import type { WholeConstraint } from '../../service/constraintsService.ts';
import { openText } from '../definitions/newDocument.ts';
import { documentColumn } from '../documentColumn.ts';
import type { OpenedText } from '../instruction/previewSamples.ts';
import type { Services } from '../services.ts';
import { chosenSetting, onSettingChange } from '../settings.ts';

/** How long after the last update the constraint is made again, in milliseconds: its proof takes a while. */
const delay = 400;

const extensions: Readonly<Record<string, string>> = { gbnf: '.gbnf', ebnf: '.ebnf', lark: '.lark', regex: '.txt' };

/** What is constrained: a definition of a file's text. */
interface Target {
  readonly file: OpenedText;
  readonly name: string;
}

/** The section *Constraint* of a preview: works while it is open, and follows the file. */
export class PreviewConstraint implements vscode.Disposable {
  readonly #services: Services;
  readonly #post: (message: ConstraintToPreview) => void;
  readonly #copied: (part: ConstraintPart) => void;
  readonly #onEngines = onSettingChange(['engines'], () => {
    if (this.#isOpen) this.#checkSoon(0);
  });
  #isOpen = false;
  /** The user opened the section, and the page has not followed yet. */
  #isWanted = false;
  #choice: ConstraintChoice = {};
  #target: Target | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The number of the last question: an answer to an older one is dropped. */
  #turn = 0;

  constructor(
    services: Services,
    post: (message: ConstraintToPreview) => void,
    copied: (part: ConstraintPart) => void,
  ) {
    this.#services = services;
    this.#post = post;
    this.#copied = copied;
  }

  /** Opens the section, at once or as soon as the page is there. */
  show(): void {
    this.#isWanted = true;
    this.#post({ type: 'showConstraint' });
  }

  /** The page was loaded, and has nothing. It says itself whether its section is open. */
  ready(): void {
    this.#isOpen = false;
    if (this.#isWanted) this.#post({ type: 'showConstraint' });
  }

  /** What the preview shows now; its constraint is made soon where the section is open. */
  update(file: OpenedText, name: string): void {
    this.#target = { file, name };
    if (this.#isOpen) this.#checkSoon(delay);
  }

  /** The page says whether its section is open and what is chosen in it, or that the constraint is to be taken along. */
  async receive(message: PreviewToConstraint): Promise<void> {
    switch (message.type) {
      case 'copyConstraint':
        return this.#copy(message.part);
      case 'openConstraint':
        return this.#open();
      case 'constraint': {
        const { type: _type, isOpen, ...choice } = message;
        this.#choice = choice;
        this.#isOpen = isOpen;
        this.#isWanted &&= !isOpen;
        if (isOpen) this.#checkSoon(0);
        else this.#stop();
      }
    }
  }

  dispose(): void {
    this.#onEngines.dispose();
    this.#stop();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#turn++;
  }

  #checkSoon(wait: number): void {
    this.#stop();
    if (!this.#target) return;
    this.#post({ type: 'constraint', name: this.#target.name, checking: true });
    this.#timer = setTimeout(() => this.#check().catch(error => this.#services.log.error(error)), wait);
  }

  async #check(): Promise<void> {
    const request = this.#request();
    if (!request) return;
    const turn = this.#turn;
    const view = await this.#services.engine.constraints.constraint(request);
    if (!view || turn !== this.#turn) return;
    this.#post({ type: 'constraint', name: request.name, checking: false, view });
  }

  #request() {
    if (!this.#target) return undefined;
    const { file, name } = this.#target;
    const { engine = this.#chosenEngine(file.uri) } = this.#choice;
    return { text: file.text, fileName: file.fileName, name, ...this.#choice, ...(engine !== undefined && { engine }) };
  }

  /** The first engine of the setting, where the user chose some. */
  #chosenEngine(uri: vscode.Uri): string | undefined {
    return chosenSetting('engines', uri)?.[0]?.split('@')[0];
  }

  async #whole(): Promise<WholeConstraint | undefined> {
    const request = this.#request();
    return request && this.#services.engine.constraints.wholeConstraint(request);
  }

  async #copy(part: ConstraintPart): Promise<void> {
    const whole = await this.#whole();
    const text = part === 'request' ? whole?.request : whole?.text;
    if (text === undefined) return;
    await vscode.env.clipboard.writeText(text);
    this.#copied(part);
  }

  async #open(): Promise<void> {
    const whole = await this.#whole();
    if (!whole || !this.#target) return;
    const { file, name } = this.#target;
    const extension = extensions[whole.form] ?? '.json';
    const show = { viewColumn: documentColumn(), preview: false };
    await openText(
      file.uri,
      `${name}-constraint`,
      extension,
      whole.text,
      extension === '.json' ? 'json' : 'plaintext',
      show,
    );
  }
}

import * as vscode from 'vscode';
import type { ConstraintSummary } from '../../engine/index.ts';
import type { ConstraintChoice, ConstraintPart, PreviewToConstraint } from '../../protocol/constraintProtocol.ts';
import type { HostToPreview } from '../../protocol/instructionProtocol.ts';
import type { WholeConstraint } from '../../service/constraintsService.ts';
import { type ConstraintWords, constraintTitle } from '../../views/constraintTitle.ts';
import { prefix } from '../commands.ts';
import { openText } from '../definitions/newDocument.ts';
import { documentColumn } from '../documentColumn.ts';
import { PreviewSection, type SectionTarget } from '../instruction/previewSection.ts';
import type { Services } from '../services.ts';
import { chosenSetting } from '../settings.ts';
import { type ConstraintLens, constraintRoom } from './constraintLens.ts';

/** What a constraint's lens says where a row has so many letters; `undefined`: nobody knows. A click shows the constraint in the preview. */
export function constraintCommand(
  { range, row, file, name }: ConstraintLens,
  summaries: readonly ConstraintSummary[],
  letters: number | undefined,
): vscode.Command {
  const left = constraintRoom(range, row, letters);
  return {
    title: constraintTitle(summaries, words(), left) ?? vscode.l10n.t('no constraint'),
    tooltip: [
      vscode.l10n.t('What engines enforce of this format, and what the parser must still check. Click to see it.'),
      ...summaries.map(line),
    ].join('\n'),
    command: `${prefix}.showConstraint`,
    arguments: [file.uri.toString(), name],
  };
}

function words(): ConstraintWords {
  return {
    enforces: engine => vscode.l10n.t('{0} enforces', engine),
    partly: (engine, keywords) => vscode.l10n.t('{0} enforces · drops {1}', engine, keywords),
    drops: (engine, keywords) => vscode.l10n.t('{0} drops {1}', engine, keywords),
    refuses: (engine, keywords) => vscode.l10n.t('{0} refuses {1}', engine, keywords),
    dropsAlone: count => vscode.l10n.t('drops {0}', count),
    refusesAlone: count => vscode.l10n.t('refuses {0}', count),
  };
}

function line({ title, form, refuses, drops, narrows }: ConstraintSummary): string {
  const effects = [
    ...(refuses.length > 0 ? [vscode.l10n.t('refuses {0}', refuses.join(', '))] : []),
    ...(drops.length > 0 ? [vscode.l10n.t('drops {0}', drops.join(', '))] : []),
    ...(narrows.length > 0 ? [vscode.l10n.t('narrows {0}', narrows.join(', '))] : []),
  ];
  return `${title} (${form}): ${effects.length === 0 ? vscode.l10n.t('Nothing is dropped.') : effects.join('; ')}`;
}

const extensions: Readonly<Record<string, string>> = { gbnf: '.gbnf', ebnf: '.ebnf', lark: '.lark', regex: '.txt' };

/** The section *Constraint* of a preview. */
export class PreviewConstraint extends PreviewSection {
  readonly #post: (message: HostToPreview) => void;
  #choice: ConstraintChoice = {};

  constructor(services: Services, post: (message: HostToPreview) => void) {
    super(services, () => post({ type: 'showConstraint' }), 'engines');
    this.#post = post;
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
        this.opened(isOpen);
      }
    }
  }

  protected override announce({ name }: SectionTarget): void {
    this.#post({ type: 'constraint', name, checking: true });
  }

  protected override async work(target: SectionTarget, isOld: () => boolean): Promise<void> {
    const view = await this.services.engine.constraints.constraint(this.#request(target));
    if (view && !isOld()) this.#post({ type: 'constraint', name: target.name, checking: false, view });
  }

  #request({ file, name }: SectionTarget) {
    // Where the user chose none in the page: the first engine of the setting, if there is one.
    const { engine = chosenSetting('engines', file.uri)?.[0]?.split('@')[0] } = this.#choice;
    return { text: file.text, fileName: file.fileName, name, ...this.#choice, ...(engine !== undefined && { engine }) };
  }

  async #whole(): Promise<WholeConstraint | undefined> {
    return this.target && this.services.engine.constraints.wholeConstraint(this.#request(this.target));
  }

  async #copy(part: ConstraintPart): Promise<void> {
    const whole = await this.#whole();
    const text = part === 'request' ? whole?.request : whole?.text;
    if (text === undefined) return;
    await vscode.env.clipboard.writeText(text);
    this.#post({ type: 'copied', part });
  }

  async #open(): Promise<void> {
    const whole = await this.#whole();
    if (!whole || !this.target) return;
    const { file, name } = this.target;
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

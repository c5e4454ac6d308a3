import * as vscode from 'vscode';
import type { ErrorView } from '../../protocol/instructionProtocol.ts';
import type { OneDefinition, RanPython } from '../../service/structureService.ts';
import type { TokenCounts } from '../../service/tokensService.ts';
import type { DefinitionSummary } from '../../views/definitions.ts';
import type { DefinitionFile } from '../definitions/definitionFile.ts';
import { forgetClosed } from '../definitions/openDocument.ts';
import type { Services } from '../services.ts';
import { getSetting, onSettingChange } from '../settings.ts';
import { engineCounter } from '../tokens/tokenizers.ts';

/** The longest instruction that is counted without a click, in UTF-16 units. */
const maxLength = 1_000_000;

/** What a counter says of an instruction; without `tokens` it cannot count. */
export interface CounterTokens extends Partial<Pick<TokenCounts, 'exact' | 'basis'>> {
  readonly counter: string;
  readonly tokens?: number;
}

/** The tokens of an instruction under the chosen counters, as far as they are counted: the first one always. */
export type InstructionCounts =
  | { readonly counts: readonly CounterTokens[]; readonly python?: RanPython }
  | { readonly error: ErrorView }
  | { readonly tooLong: number };

interface Entry {
  /** Everything that the answer depends on. */
  readonly stamp: string;
  answer: Promise<InstructionCounts | undefined>;
}

/**
 * The tokens of definitions' instructions. Each is counted again only when its own text, its module or the choice of
 * counters changed, so that typing in one definition leaves the numbers of its neighbours alone.
 */
export class InstructionTokens implements vscode.Disposable {
  readonly #services: Services;
  readonly #entries = new Map<string, Map<string, Entry>>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #disposables: readonly vscode.Disposable[];

  /** Fires when the other counters have counted too. */
  readonly onDidChange = this.#changed.event;

  constructor(services: Services) {
    this.#services = services;
    this.#disposables = [
      this.#changed,
      forgetClosed(this.#entries),
      onSettingChange(['tokens.counters', 'tokens.tokenizers'], () => this.#changed.fire()),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.#changed.fire()),
      services.engine.onDidStop('responses', () => this.#changed.fire()),
    ];
  }

  /** What was last counted of a definition, though its text may be another by now. */
  async last(uri: vscode.Uri, name: string): Promise<InstructionCounts | undefined> {
    return this.#entries.get(uri.toString())?.get(name)?.answer;
  }

  /** The tokens of a definition as it stands. The first counter's number comes first; the event tells when the others follow. */
  of(file: DefinitionFile, definition: DefinitionSummary): Promise<InstructionCounts | undefined> {
    const { uri, fileName } = file;
    const { name, module } = definition;
    const { start, end } = file.source?.definitions.find(each => each.name === name)?.read ?? definition.span;
    const text = file.text.slice(start, end);
    const counters = getSetting('tokens.counters', uri).map(counter => ({
      counter,
      spec: engineCounter(counter, uri),
    }));
    const isTrusted = module === undefined || vscode.workspace.isTrusted;
    const revision = module === undefined ? 0 : this.#services.modules.revision(uri);
    const stamp = JSON.stringify([counters, isTrusted, revision, text]);
    const entries = this.#entries.get(uri.toString()) ?? new Map<string, Entry>();
    this.#entries.set(uri.toString(), entries);
    const kept = entries.get(name);
    if (kept?.stamp === stamp) return kept.answer;
    const entry: Entry = {
      stamp,
      // The question whether a module may run belongs where the user runs it.
      answer: isTrusted
        ? this.#count({ name, text, fileName }, counters, counts => this.#complete(entry, counts))
        : Promise.resolve({
            error: { class: 'ModuleNotTrusted', message: vscode.l10n.t('Modules run only in a trusted workspace.') },
          }),
    };
    entries.set(name, entry);
    // A failure is not kept: the engine's thread may have died of another call.
    const forget = () => entries.get(name) === entry && entries.delete(name);
    entry.answer.then(answer => isIncomplete(answer) && forget(), forget);
    return entry.answer;
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }

  #complete(entry: Entry, counts: InstructionCounts): void {
    entry.answer = Promise.resolve(counts);
    this.#changed.fire();
  }

  /** Answers with the first counter's number; the others may have tables to load. */
  async #count(
    definition: OneDefinition,
    counters: readonly Counter[],
    complete: (counts: InstructionCounts) => void,
  ): Promise<InstructionCounts | undefined> {
    const answer = await this.#services.engine.structure.instructionText(definition, maxLength);
    if (!answer || 'error' in answer) return answer;
    if ('length' in answer) return { tooLong: answer.length };
    const [first, ...others] = counters;
    const { python } = answer;
    const ran = python ? { python } : {};
    if (!first) return { counts: [], ...ran };
    const counted = [await this.#countWith(first, answer.text)];
    if (others.length > 0)
      Promise.all(others.map(other => this.#countWith(other, answer.text))).then(
        more => complete({ counts: [...counted, ...more], ...ran }),
        error => this.#services.log.error(error),
      );
    return { counts: counted, ...ran };
  }

  async #countWith({ counter, spec }: Counter, text: string): Promise<CounterTokens> {
    try {
      const { counts, exact, basis } = await this.#services.engine.responses.countTokens([text], spec);
      return { counter, tokens: counts[0] ?? 0, exact, basis };
    } catch (error) {
      this.#services.log.warn(`${counter}: ${String(error)}`);
      return { counter };
    }
  }
}

function isIncomplete(answer: InstructionCounts | undefined): boolean {
  return answer !== undefined && 'counts' in answer && answer.counts.some(({ tokens }) => tokens === undefined);
}

interface Counter {
  /** As it is called in the setting, and as the engine calls it. */
  readonly counter: string;
  readonly spec: string;
}

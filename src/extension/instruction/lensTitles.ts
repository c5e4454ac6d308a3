import * as vscode from 'vscode';
import { prefix } from '../commands.ts';
import { numberText } from '../numberText.ts';
import type { SampleStates } from '../samples/sampleVerdicts.ts';
import { countText, exactness } from '../tokens/tokenizers.ts';
import type { CounterTokens, InstructionCounts } from './instructionTokens.ts';

/** The longest error in a lens, in UTF-16 units. */
const maxError = 30;

/**
 * What the tokens' lens says: the first counter's number, in its tooltip all of them, and a click chooses the counter;
 * or why there is no instruction, and a click shows it in the preview.
 */
export function tokensLens(counts: InstructionCounts | undefined, uri: vscode.Uri, name: string): vscode.Command {
  const preview = { command: `${prefix}.previewInstruction`, arguments: [uri.toString(), name] };
  if (!counts) return { title: vscode.l10n.t('no instruction'), ...preview };
  if ('tooLong' in counts) {
    const tooltip = vscode.l10n.t(
      'The instruction has {0} characters. The preview counts its tokens.',
      numberText(counts.tooLong),
    );
    return { title: vscode.l10n.t('tokens: open the preview'), tooltip, ...preview };
  }
  if ('error' in counts) {
    const { class: name, message } = counts.error;
    if (name === 'ModuleNotTrusted') {
      // Beside a preview there is no room for more; the tooltip says what it is.
      const words = vscode.l10n.t('needs trust');
      return { title: `$(shield) ${words}`, tooltip: message, command: 'workbench.trust.manage' };
    }
    const words = `${name} · ${message}`;
    return { title: `✗ ${clip(words)}`, tooltip: words, ...preview };
  }
  const [first] = counts.counts;
  const { python } = counts;
  const tokens =
    first?.tokens === undefined ? vscode.l10n.t('tokens unknown') : countText(first.tokens, first.exact ?? false);
  return {
    title: python ? `${tokens} · Python ${python.version}` : tokens,
    tooltip: [
      ...(python ? [vscode.l10n.t('Its module ran in {0}.', python.interpreter)] : []),
      vscode.l10n.t('Tokens of the format instruction. Click to choose the tokenizer.'),
      ...counts.counts.map(line),
    ].join('\n'),
    command: `${prefix}.pickCounter`,
    arguments: [uri.toString()],
  };
}

function line({ counter, tokens, exact = false, basis }: CounterTokens): string {
  if (tokens === undefined) return vscode.l10n.t('Tokens cannot be counted with "{0}".', counter);
  const words = [...new Set([counter, basis])].filter(Boolean).join(', ');
  return `${countText(tokens, exact)}: ${words} (${exactness(exact)})`;
}

function clip(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length <= maxError ? line : `${line.slice(0, maxError - 1).trimEnd()}…`;
}

/** What the lenses say of definitions' samples. Of a definition without samples: how to add one. */
export class SampleLenses implements vscode.Disposable {
  readonly #states: SampleStates;
  /** The last complete verdicts: they stand until all are judged anew. */
  readonly #titles = new Map<string, string>();
  readonly #disposable: vscode.Disposable;

  /** Fires when other verdicts have come. */
  readonly onDidChange: vscode.Event<vscode.Uri>;

  constructor(states: SampleStates) {
    this.#states = states;
    this.onDidChange = states.onDidChange;
    this.#disposable = vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      for (const key of this.#titles.keys()) if (key.startsWith(`${uri} `)) this.#titles.delete(key);
    });
  }

  /** The lens of a definition's samples; `undefined` where none is judged. Asks for what is missing. */
  commandFor(uri: vscode.Uri, name: string): vscode.Command | undefined {
    const counts = this.#states.counts(uri, name);
    if (!counts || counts.unknown > 0) this.#states.request(uri);
    if (!counts) return undefined;
    if (counts.total === 0) return addSampleCommand(uri, name);
    const { total, passed, failed, unknown, waiting, isKept } = counts;
    const key = `${uri} ${name}`;
    const passing = vscode.l10n.t('{0}/{1} pass', passed, total);
    if (unknown === 0) this.#titles.set(key, passing);
    const unjudged = total === 1 ? vscode.l10n.t('1 sample') : vscode.l10n.t('{0} samples', total);
    const judged = this.#titles.get(key) ?? unjudged;
    const title = waiting > 0 ? vscode.l10n.t('{0}, not run', unjudged) : judged;
    return {
      title: isKept ? vscode.l10n.t('{0}, as before', title) : title,
      tooltip: isKept
        ? vscode.l10n.t('The file is not JSON now: its samples are those of when it last was.')
        : failed > 0
          ? vscode.l10n.t('{0} of {1} samples fail. Click to run them in the Test Explorer.', failed, total)
          : vscode.l10n.t('{0} of {1} samples pass. Click to run them in the Test Explorer.', passed, total),
      command: `${prefix}.runSamples`,
      arguments: [uri.toString(), name],
    };
  }

  dispose(): void {
    this.#disposable.dispose();
  }
}

/** The lens of a definition without samples. */
export function addSampleCommand(uri: vscode.Uri, name: string): vscode.Command {
  return {
    title: vscode.l10n.t('Add Sample'),
    tooltip: vscode.l10n.t('An answer with its result becomes a test of {0}', name),
    command: `${prefix}.addSample`,
    arguments: [uri.toString(), name],
  };
}

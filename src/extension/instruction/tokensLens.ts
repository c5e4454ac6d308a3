import * as vscode from 'vscode';
import { prefix } from '../commands.ts';
import { numberText } from '../numberText.ts';
import { countText, exactness } from '../tokens/tokenWords.ts';
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

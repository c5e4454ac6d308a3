import * as vscode from 'vscode';
import { prefix } from '../commands.ts';
import type { SampleStates } from '../samples/sampleStates.ts';

/** What the lenses say of definitions' samples. Of a definition without samples: how to add one. */
export class SampleLenses implements vscode.Disposable {
  readonly #states: SampleStates;
  /** The last complete verdicts: they stand until all are known anew. */
  readonly #titles = new Map<string, string>();
  readonly #disposable: vscode.Disposable;

  /** Fires when other verdicts are known. */
  readonly onDidChange: vscode.Event<vscode.Uri>;

  constructor(states: SampleStates) {
    this.#states = states;
    this.onDidChange = states.onDidChange;
    this.#disposable = vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      for (const key of this.#titles.keys()) if (key.startsWith(`${uri} `)) this.#titles.delete(key);
    });
  }

  /** The lens of a definition's samples; `undefined` where nothing is known of them. Asks for what is not known. */
  commandFor(uri: vscode.Uri, name: string): vscode.Command | undefined {
    const counts = this.#states.counts(uri, name);
    if (!counts || counts.unknown > 0) this.#states.request(uri);
    if (!counts) return undefined;
    if (counts.total === 0) return addSampleCommand(uri, name);
    const { total, passed, failed, unknown, waiting, isKept } = counts;
    const key = `${uri} ${name}`;
    const known = vscode.l10n.t('{0}/{1} pass', passed, total);
    if (unknown === 0) this.#titles.set(key, known);
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

import * as vscode from 'vscode';
import { prefix } from '../commands.ts';
import type { RunModel } from './runsApi.ts';
import type { RunTarget } from './runTarget.ts';

/** A run as it can be made again. */
export interface FormerRun {
  readonly target: RunTarget;
  readonly models: readonly RunModel[];
}

/** Of no known kind: VS Code lists them under *More Actions…*. */
const kind = vscode.CodeActionKind.Empty.append(prefix);

/** How often *Run 20 Times* runs. */
const many = 20;

/** What can be done with a model's answer, in the light bulb of its document: the run again, once and many times. */
export class AnswerActions implements vscode.CodeActionProvider, vscode.Disposable {
  readonly #runs = new Map<string, FormerRun>();
  readonly #disposable: vscode.Disposable;

  constructor() {
    this.#disposable = vscode.Disposable.from(
      vscode.languages.registerCodeActionsProvider({ scheme: 'untitled' }, this, { providedCodeActionKinds: [kind] }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#runs.delete(uri.toString())),
    );
  }

  /** Keeps the run that an answer is of. */
  keep({ uri }: vscode.TextDocument, run: FormerRun): void {
    this.#runs.set(uri.toString(), run);
  }

  /** The run that the answer in a document is of. */
  runOf(uri: string): FormerRun | undefined {
    return this.#runs.get(uri);
  }

  provideCodeActions(
    document: vscode.TextDocument,
    _range: vscode.Range,
    { only }: vscode.CodeActionContext,
  ): vscode.CodeAction[] | undefined {
    const uri = document.uri.toString();
    const run = this.#runs.get(uri);
    if (!run || (only && !only.contains(kind))) return undefined;
    const { conversation } = run.target;
    const action = (title: string, name: string, ...args: unknown[]) => {
      const made = new vscode.CodeAction(title, kind);
      made.command = { title, command: `${prefix}.${name}`, arguments: args };
      return made;
    };
    return [
      action(vscode.l10n.t('Run Again'), 'runAgain', uri),
      action(vscode.l10n.t('Run {0} Times', many), 'runAgain', uri, many),
      ...(conversation
        ? [action(vscode.l10n.t('Append Parsed Answer'), 'appendAnswer', conversation, { text: document.getText() })]
        : []),
    ];
  }

  dispose(): void {
    this.#disposable.dispose();
  }
}

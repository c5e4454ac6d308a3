import * as vscode from 'vscode';
import { type StreamMoment, streamLens } from '../../views/streamLens.ts';
import { prefix } from '../commands.ts';
import { forgetClosed } from '../definitions/openDocument.ts';
import { trackSpan } from '../responses/trackSpan.ts';
import type { RunModel } from './runsApi.ts';
import type { RunTarget } from './runTarget.ts';

/** A run as it can be made again. */
export interface FormerRun {
  readonly target: RunTarget;
  readonly models: readonly RunModel[];
}

/** Of a kind of our own: VS Code lists it under *More Actions…*. */
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
      forgetClosed(this.#runs),
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

interface Note {
  /** Where the answer ends, in UTF-16 units. */
  end: number;
  readonly words: readonly string[];
}

/** The first of the words, which VS Code does not cut; where there are warnings as well, with their mark. The tooltip has all. */
function shortened([first = '', ...others]: readonly string[]): string {
  const hasWarning = others.some(word => word.startsWith('⚠'));
  return hasWarning && !first.startsWith('⚠') ? `⚠ ${first}` : first;
}

/** What an answer took, behind its end: tokens, costs and warnings. */
export class AnswerNotes implements vscode.InlayHintsProvider, vscode.Disposable {
  readonly #notes = new Map<string, Note>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeInlayHints = this.#changed.event;
  readonly #disposable = vscode.Disposable.from(
    this.#changed,
    vscode.languages.registerInlayHintsProvider({ scheme: 'untitled' }, this),
    forgetClosed(this.#notes),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      const note = this.#notes.get(document.uri.toString());
      if (note)
        for (const change of contentChanges) note.end = trackSpan({ start: note.end, end: note.end }, change).span.end;
    }),
  );

  /** Shows `words` behind an offset of a document; nothing where there are none. */
  show({ uri }: vscode.TextDocument, end: number, words: readonly string[]): void {
    if (words.length > 0) this.#notes.set(uri.toString(), { end, words });
    this.#changed.fire();
  }

  provideInlayHints(document: vscode.TextDocument, range: vscode.Range): vscode.InlayHint[] {
    const note = this.#notes.get(document.uri.toString());
    const position = note && document.positionAt(note.end);
    if (!note || !position || !range.contains(position)) return [];
    const hint = new vscode.InlayHint(position, shortened(note.words));
    hint.paddingLeft = true;
    hint.tooltip = note.words.join('\n');
    return [hint];
  }

  dispose(): void {
    this.#disposable.dispose();
  }
}

/** The lenses above answers that still come: which keys are closed or final, and what the framework would say now; or that no more will come. */
export class StreamLenses implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #moments = new Map<string, StreamMoment | 'cancelled'>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #registered = vscode.Disposable.from(
    vscode.languages.registerCodeLensProvider({ scheme: 'untitled' }, this),
    forgetClosed(this.#moments),
  );

  readonly onDidChangeCodeLenses = this.#changed.event;

  /** Shows how far the answer in a document is, or that its user ended it; `undefined`: it has come. */
  show({ uri }: vscode.TextDocument, moment: StreamMoment | 'cancelled' | undefined): void {
    if (moment) this.#moments.set(uri.toString(), moment);
    else this.#moments.delete(uri.toString());
    this.#changed.fire();
  }

  provideCodeLenses({ uri }: vscode.TextDocument): vscode.CodeLens[] {
    const moment = this.#moments.get(uri.toString());
    if (!moment) return [];
    const words = { open: vscode.l10n.t('open'), closed: vscode.l10n.t('closed'), final: vscode.l10n.t('final') };
    const range = new vscode.Range(0, 0, 0, 0);
    if (moment === 'cancelled') {
      const tooltip = vscode.l10n.t('The run was cancelled. What came until then is parsed.');
      return [new vscode.CodeLens(range, { title: vscode.l10n.t('Cancelled'), tooltip, command: '' })];
    }
    const tooltip = now(moment);
    return streamLens(moment, vscode.l10n.t('Answering…'), words).map(
      title => new vscode.CodeLens(range, { title, tooltip, command: '' }),
    );
  }

  dispose(): void {
    this.#registered.dispose();
    this.#changed.dispose();
  }
}

function now({ error, endOnly }: StreamMoment): string {
  if (endOnly !== undefined) return endOnly;
  if (error === undefined) return vscode.l10n.t('The answer still comes.');
  return error === null
    ? vscode.l10n.t('If it ended here, it would be read.')
    : vscode.l10n.t('If it ended here: {0}', error);
}

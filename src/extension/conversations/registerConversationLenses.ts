import * as vscode from 'vscode';
import type { FormattedView, OutcomeView, SummaryView } from '../../protocol/conversationView.ts';
import { clip, oneLine } from '../../views/valuePreview.ts';
import { prefix } from '../commands.ts';
import { lensAt, provideLenses } from '../lenses.ts';
import { numberText } from '../numberText.ts';
import { mayRun, runCommand } from '../runs/runLens.ts';
import type { Services } from '../services.ts';
import { countText, exactness } from '../tokens/tokenizers.ts';
import { AnswerCodeLens, answerLenses } from './answerLenses.ts';
import type { ConversationStore, OpenConversation } from './conversationStore.ts';

/** The longest error in a lens, in UTF-16 units. */
const maxError = 30;
/** The most messages that have lenses. */
const maxLenses = 5000;

/** A lens above each message with its tokens and its outcome, and one above all with the total; only those on the screen are made. */
export function registerConversationLenses({ engine }: Services, store: ConversationStore): vscode.Disposable {
  const answers = answerLenses(engine, store, maxLenses);
  return provideLenses(
    { pattern: '**/*.messages.{json,jsonl}' },
    {
      setting: 'conversations.codeLens',
      occasions: [store.onDidChange],
      async provideCodeLenses(document, token) {
        const state = store.get(document.uri);
        if (state?.outline.count === undefined) return undefined;
        if (state.version !== document.version) return undefined;
        const top = new vscode.Position(0, 0);
        const run = state.outline.file.parser && mayRun(document.uri) ? [lensAt(top, runCommand(document.uri))] : [];
        const total = lensAt(top, totalCommand(state));
        const hasOutcomes = state.answered === state.version && state.answer?.main.error === undefined;
        const read = await answers.provide(state, hasOutcomes);
        if (!hasOutcomes) return [...run, total, ...read];
        if (!saysSomething(state.answer?.main)) return [...run, total, ...apiLens(state), ...read];
        const starts = await engine.conversations.messageStarts(document.uri.toString(), maxLenses);
        if (token.isCancellationRequested || document.version !== state.version) return undefined;
        const messages = starts.map((start, index) => new MessageLens(document, document.positionAt(start), index));
        return [...run, total, ...apiLens(state), ...messages, ...read];
      },
      async resolveCodeLens(lens, token) {
        if (lens instanceof AnswerCodeLens) {
          const { state, index, isBeside } = lens;
          const outcome = isBeside
            ? await engine.conversations.messageOutcome(state.document.uri.toString(), index)
            : undefined;
          const beside = isBeside ? outcomeTitle(outcome, state.answer?.main) : '';
          const command = await answers.command(lens, beside.length);
          if (token.isCancellationRequested) return undefined;
          lens.command = command;
          return lens;
        }
        if (!(lens instanceof MessageLens)) return lens;
        const outcome = await engine.conversations.messageOutcome(lens.document.uri.toString(), lens.index);
        if (token.isCancellationRequested) return undefined;
        lens.command = {
          title: outcomeTitle(outcome, store.get(lens.document.uri)?.answer?.main),
          tooltip: outcome?.reason ?? vscode.l10n.t('Part of the payload. Click for the preview.'),
          command: `${prefix}.previewConversation`,
          arguments: [lens.document.uri],
        };
        return lens;
      },
    },
  );
}

/** Whether lenses of messages have anything to say: where nothing is counted and nothing is left out, all are as they were. */
function saysSomething(view: FormattedView | undefined): boolean {
  return (
    view?.tokens !== undefined ||
    view?.limit !== undefined ||
    view?.summary !== undefined ||
    view?.dropped !== 0 ||
    view.changed !== 0
  );
}

/** A message's tokens and its outcome; where there is no limit, all are kept, and none says so. */
function outcomeTitle(outcome: OutcomeView | undefined, view: FormattedView | undefined): string {
  const tokens = outcome?.tokens === undefined ? undefined : countText(outcome.tokens, view?.exact ?? false);
  const kept = view?.limit === undefined && tokens !== undefined ? undefined : vscode.l10n.t('kept');
  const state = outcome?.step === undefined ? kept : changeWord(outcome.kept, view?.summary);
  return [outcome?.kept === false ? '✗' : undefined, tokens, state].filter(Boolean).join(' · ').replace('✗ · ', '✗ ');
}

/** What becomes of a message that does not stay as it is. */
function changeWord(kept: boolean, summary: SummaryView | undefined): string {
  if (summary) return kept ? vscode.l10n.t('partly into the summary') : vscode.l10n.t('into the summary');
  return kept ? vscode.l10n.t('changed') : vscode.l10n.t('dropped');
}

class MessageLens extends vscode.CodeLens {
  readonly document: vscode.TextDocument;
  readonly index: number;

  constructor(document: vscode.TextDocument, position: vscode.Position, index: number) {
    super(new vscode.Range(position, position));
    this.document = document;
    this.index = index;
  }
}

/** Leads from an estimate to the provider's own number, which stands there once it has come. */
function apiLens({ document, answer }: OpenConversation): readonly vscode.CodeLens[] {
  const { provider, counted } = answer?.main ?? {};
  if (provider === undefined) return [];
  const title = counted
    ? vscode.l10n.t('{0}, exact, from {1}', countText(counted.tokens, true), counted.host)
    : vscode.l10n.t('Count with {0}’s API…', provider);
  const command = { title, command: `${prefix}.countWithApi`, arguments: [document.uri] };
  return [lensAt(new vscode.Position(0, 0), command)];
}

function totalCommand({ document, answer, outline, busy }: OpenConversation): vscode.Command {
  const args = [document.uri];
  if (!answer) {
    const title = busy
      ? `$(loading~spin) ${vscode.l10n.t('Formatting')}`
      : vscode.l10n.t('Format Messages and Count Tokens…');
    return { title, command: `${prefix}.formatMessages`, arguments: args };
  }
  const { main } = answer;
  const command = `${prefix}.previewConversation`;
  if (main.error) {
    const { class: name, message } = main.error;
    if (name === 'ModuleNotTrusted' || name === 'TokenizerNotTrusted') {
      const words =
        name === 'ModuleNotTrusted'
          ? vscode.l10n.t('not run: Restricted Mode')
          : vscode.l10n.t('tokenizer not loaded: this workspace is not trusted');
      return { title: `$(shield) ${words}`, tooltip: message, command: 'workbench.trust.manage' };
    }
    return {
      title: `✗ ${clip(`${name} · ${oneLine(message)}`, maxError)}`,
      tooltip: `${name}: ${message}`,
      command,
      arguments: args,
    };
  }
  const { formatter, truncation, usualTruncation } = main;
  const formatted = truncation === usualTruncation ? formatter : `${formatter} · ${truncation}`;
  if (main.tokens === undefined)
    return { title: formatted, tooltip: vscode.l10n.t('Preview'), command, arguments: args };
  const total = countText(main.tokens, main.exact);
  const limit = main.limit === undefined ? undefined : vscode.l10n.t('limit {0}', numberText(main.limit));
  const of = numberText(outline.count ?? 0);
  const summarized = main.summary && vscode.l10n.t('{0} of {1} into a summary', numberText(main.summary.messages), of);
  const sent = numberText((outline.count ?? 0) + main.examples);
  const dropped =
    main.dropped > 0 && !summarized ? vscode.l10n.t('{0} of {1} dropped', numberText(main.dropped), sent) : undefined;
  const changed =
    main.changed > 0 && !summarized ? vscode.l10n.t('{0} of {1} changed', numberText(main.changed), of) : undefined;
  return {
    // Beside a preview there is room for the numbers alone.
    title: [total, summarized ?? dropped ?? changed ?? limit].filter(Boolean).join(' · '),
    tooltip: [
      [total, limit, summarized, dropped, changed, formatted].filter(Boolean).join(' · '),
      `${main.basis ?? ''} (${exactness(main.exact, main.formula)})`,
    ].join('\n'),
    command,
    arguments: args,
  };
}

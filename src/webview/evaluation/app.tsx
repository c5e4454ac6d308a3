import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { EvaluationState } from '../../protocol/evaluationProtocol.ts';
import type { EvaluationPartsView, EvaluationView } from '../../protocol/evaluationView.ts';
import type { ChosenRow, ReadResponse, RowQuery, RowSlice } from '../../protocol/rowQuery.ts';
import { localNumber } from '../shared/localNumber.ts';
import { CauseTable } from './causeTable.tsx';
import { Comparison, Flips } from './comparison.tsx';
import { fallbackNote, notUtf8Text } from './evaluationWords.ts';
import { GroupTable } from './groupTable.tsx';
import { Action, Head } from './head.tsx';
import { Rows } from './rows.tsx';
import { RunBar } from './runBar.tsx';
import { Summary } from './summary.tsx';

/** All that an evaluation's page shows. */
export interface AppProps {
  readonly state: EvaluationState;
  readonly slice: RowSlice;
  /** Whether the rows are those of the query before. */
  readonly isOld: boolean;
  /** The response of a row that came last. */
  readonly read: ReadResponse | undefined;
  readonly query: RowQuery;
  readonly chosen: ChosenRow | undefined;
  readonly onQuery: (query: RowQuery) => void;
  readonly onChoose: (chosen: ChosenRow | undefined) => void;
  readonly onCancel: () => void;
}

/** What is shown until the first rows were judged. */
const noNumbers: EvaluationView = {
  parser: { file: '', name: '', type: '' },
  logs: [],
  totals: { rows: 0, skipped: 0, untried: 0, ok: 0, suspicious: 0, error: 0 },
  rate: '–',
  interval: '',
  causes: [],
  moreCauses: 0,
  columns: [],
  measures: [],
  groups: [],
  moreGroups: 0,
  leftOut: 0,
  notUtf8: 0,
};

/** The page of an evaluation. */
export function App({ state, slice, isOld, read, query, chosen, onQuery, onChoose, onCancel }: AppProps): JSX.Element {
  const { phase, stale, message, run } = state;
  // The frame is there before the numbers are.
  const view = state.view ?? (phase === 'failed' ? undefined : noNumbers);
  const isOver = phase !== 'running' && (!run || run.ended);
  const isEmpty = view?.totals.rows === 0 && isOver;
  return (
    <main
      class={[stale && 'stale', state.isFile && 'file'].filter(Boolean).join(' ')}
      aria-busy={phase === 'running' && !run}
    >
      <Progress state={state} />
      <Head state={state} onCancel={onCancel} />
      {run && <RunBar run={run} />}
      {message !== undefined && (
        <p class={`message ${phase === 'failed' ? 'failed' : ''}`} role="alert">
          <span class={`codicon codicon-${phase === 'failed' ? 'error' : 'info'}`} aria-hidden="true" /> {message}
        </p>
      )}
      {state.isKept && (
        <p class="message" role="status">
          <span class="codicon codicon-info" aria-hidden="true" />{' '}
          {l10n.t('The definition’s file is not JSON now. The numbers are those of the definition as it last was.')}
        </p>
      )}
      {view && (
        <>
          <Summary state={state} view={view} />
          {view.comparison && (
            <Comparison comparison={view.comparison} query={query} isFile={state.isFile === true} onQuery={onQuery} />
          )}
          {view.parts && <Parts parts={view.parts} />}
          {view.leftOut > 0 && (
            <p class="note">
              {view.leftOut === 1
                ? l10n.t('1 row is left out: the model was asked for another definition of the file.')
                : l10n.t(
                    '{0} rows are left out: the models were asked for other definitions of the file.',
                    localNumber(view.leftOut),
                  )}
            </p>
          )}
          {view.fallback && <p class="note">{fallbackNote(view.fallback)}</p>}
          {view.notUtf8 > 0 && <p class="note">{notUtf8Text(view.notUtf8)}</p>}
          {(!isEmpty || state.isFile) && (
            <div class="tables">
              <CauseTable view={view} query={query} isFile={state.isFile === true} onQuery={onQuery} />
              {/* Until it is known that there are none, groups keep their place. */}
              {view.totals.rows === 0 && !isOver && <section class="groups" aria-hidden="true" />}
              {view.columns.length > 0 && (
                <GroupTable view={view} query={query} isFile={state.isFile === true} onQuery={onQuery} />
              )}
            </div>
          )}
          {state.isFile && view.comparison?.flips && <Flips comparison={view.comparison} />}
          {!state.isFile && !isEmpty && (
            <Rows
              state={state}
              view={view}
              slice={slice}
              isOld={isOld}
              read={read}
              query={query}
              chosen={chosen}
              onQuery={onQuery}
              onChoose={onChoose}
            />
          )}
        </>
      )}
    </main>
  );
}

/** How far the reading is; its place is kept when there is nothing to show. */
function Progress({ state: { phase, share, run } }: { state: EvaluationState }): JSX.Element {
  const done = run ? (run.ended ? undefined : run.total > 0 ? run.done / run.total : 0) : share;
  const isRunning = run ? !run.ended : phase === 'running';
  return (
    <div class="progress" role="presentation">
      {isRunning && (
        <div class={done === undefined ? 'unknown' : ''} style={{ width: `${100 * Math.max(0.02, done ?? 1)}%` }} />
      )}
    </div>
  );
}

/** Which parts of a larger evaluation the numbers are of, in words, and a button that puts those of the folder together. */
function Parts({ parts }: { parts: EvaluationPartsView }): JSX.Element {
  const { has, missing, files, left, isAlone, isWhole } = parts;
  const of = localNumber(parts.of);
  const text =
    files === undefined
      ? /^\d+$/.test(has)
        ? l10n.t(
            'Only part {0} of {1} is here. Missing: {2}. The numbers are those of the rows that are here.',
            has,
            of,
            missing,
          )
        : l10n.t(
            'Only parts {0} of {1} are here. Missing: {2}. The numbers are those of the rows that are here.',
            has,
            of,
            missing,
          )
      : isWhole
        ? l10n.t('Merged here from all {0} parts: {1}.', of, files)
        : l10n.t(
            'Merged here from parts {0} of {1}: {2}. Missing: {3}. The numbers are those of the rows that are here.',
            has,
            of,
            files,
            missing,
          );
  return (
    <div class="parts">
      <p class="note" role="status">
        {text}
        {isAlone && ` ${l10n.t('There is no other part of this evaluation in the folder.')}`}
        {left && ` ${l10n.t('Left out: {0}.', left)}`}
      </p>
      {files === undefined && !isAlone && !isWhole && (
        <Action action="mergeParts" icon="git-merge" text={l10n.t('Merge with the Parts in This Folder')} />
      )}
    </div>
  );
}

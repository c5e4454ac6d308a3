import * as l10n from '@vscode/l10n';
import type { JSX, RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { EvaluationCauseView } from '../../protocol/evaluationView.ts';
import { localNumber } from '../shared/localNumber.ts';
import { changeText, verdictText } from './evaluationWords.ts';
import type { FilterProps } from './groupTable.tsx';
import { useStops } from './useStops.ts';

const icons = { error: 'error', suspicious: 'warning', skipped: 'circle-slash' } as const;

/** Why rows are errors, suspicious or without a response, the largest cluster first; each filters. Beside another evaluation, with its numbers. */
export function CauseTable({ view, query, isFile, onQuery }: FilterProps): JSX.Element {
  const { causes, moreCauses, totals } = view;
  const [isWhole, setWhole] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const hidden = useHiddenRows(box, causes.length);
  const hasBefore = causes.some(({ before }) => before !== undefined);
  return (
    <section class={`causes ${isWhole ? 'whole' : ''}`}>
      <h2>
        {l10n.t('Causes')}{' '}
        {!isFile && (isWhole || hidden > 0) && (
          <button type="button" class="action" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? l10n.t('Fewer') : l10n.t('{0} more', localNumber(hidden))}
          </button>
        )}
      </h2>
      <div class="scroll" ref={box}>
        {causes.length === 0 ? (
          totals.rows > 0 && <p class="note">{l10n.t('Every answer reads, and none is suspicious.')}</p>
        ) : (
          <table class={hasBefore ? 'compared' : ''}>
            <Heads isFile={isFile} hasBefore={hasBefore} />
            <CauseRows causes={causes} query={query} isFile={isFile} hasBefore={hasBefore} onQuery={onQuery} />
          </table>
        )}
        {moreCauses > 0 && <p class="note">{l10n.t('and {0} more', localNumber(moreCauses))}</p>}
      </div>
    </section>
  );
}

function Heads({ isFile, hasBefore }: { isFile: boolean; hasBefore: boolean }): JSX.Element {
  return (
    <thead>
      <tr>
        <th scope="col">
          <span class="hidden">{l10n.t('cause')}</span>
        </th>
        <th scope="col" class="number">
          <span class={hasBefore ? '' : 'hidden'}>{hasBefore ? l10n.t('now') : l10n.t('row')}</span>
        </th>
        {hasBefore && (
          <>
            <th scope="col" class="number">
              {l10n.t('before')}
            </th>
            <th scope="col" class="number change">
              {l10n.t('came, went')}
            </th>
          </>
        )}
        {isFile && (
          <th scope="col" class="example">
            <span class="hidden">{l10n.t('place')}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

function CauseRows({
  causes,
  query,
  isFile,
  hasBefore,
  onQuery,
}: Omit<FilterProps, 'view'> & {
  readonly causes: readonly EvaluationCauseView[];
  readonly hasBefore: boolean;
}): JSX.Element {
  const stops = useStops(causes.length);
  /** What no row has any more lists the rows that had it. */
  const keyOf = (cause: EvaluationCauseView) => (cause.count === 0 ? 'was' : 'cause');
  const filter = (cause: EvaluationCauseView) => {
    const { cause: _, was: __, ...rest } = query;
    const key = keyOf(cause);
    onQuery(query[key] === cause.id ? rest : { ...rest, [key]: cause.id });
  };
  return (
    <tbody onKeyDown={stops.onKeyDown}>
      {causes.map((cause, i) => {
        const isOn = query[keyOf(cause)] === cause.id;
        return (
          <tr key={cause.id} class={isOn ? 'on' : ''} title={titleOf(cause)}>
            <th scope="row">
              {isFile ? (
                <Name cause={cause} />
              ) : (
                <button
                  type="button"
                  class="name"
                  aria-pressed={isOn}
                  onClick={() => filter(cause)}
                  {...stops.button(i)}
                >
                  <Name cause={cause} />
                </button>
              )}
            </th>
            <td class="number">{localNumber(cause.count)}</td>
            {hasBefore && <Before cause={cause} />}
            {isFile && <td class="example">{cause.example ?? '–'}</td>}
          </tr>
        );
      })}
    </tbody>
  );
}

/** How many rows had a cause in the other evaluation, and what came and went since. */
function Before({ cause: { kind, before, came = 0, went = 0 } }: { cause: EvaluationCauseView }): JSX.Element {
  const isKnown = before !== undefined || kind !== 'skipped';
  return (
    <>
      <td class="number">{isKnown && localNumber(before ?? 0)}</td>
      <td class="number change">{changeText(came, went)}</td>
    </>
  );
}

/** A name that is cut is whole here. */
function titleOf({ code, detail, sentence }: EvaluationCauseView): string {
  return [detail === undefined ? code : `${code} ${detail}`, sentence].filter(Boolean).join('\n');
}

function Name({ cause: { kind, code, detail } }: { cause: EvaluationCauseView }): JSX.Element {
  return (
    <>
      <span class={`codicon codicon-${icons[kind]} ${kind}`} aria-hidden="true" />
      <span class="hidden">{verdictText(kind)} </span>
      <span class="code">{code}</span>
      {detail !== undefined && <span class="detail"> {detail}</span>}
    </>
  );
}

/** How many rows of a table lie below what its box shows. `count`: how many rows there are. */
function useHiddenRows(box: RefObject<HTMLElement | null>, count: number): number {
  const [hidden, setHidden] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    // Where a page is low, what holds the box scrolls in its place.
    const outer = element.closest('.tables');
    const measure = () => {
      const bottom = Math.min(...[element, outer].flatMap(each => each?.getBoundingClientRect().bottom ?? []));
      const rows = [...element.querySelectorAll('tbody tr')];
      setHidden(rows.filter(row => row.getBoundingClientRect().bottom > bottom + 2).length);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    if (outer) observer.observe(outer);
    element.addEventListener('scroll', measure);
    outer?.addEventListener('scroll', measure);
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
      outer?.removeEventListener('scroll', measure);
    };
  }, [count]);
  return hidden;
}

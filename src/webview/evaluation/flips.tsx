import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { EvaluationComparisonView } from '../../protocol/evaluationView.ts';
import { localNumber } from '../shared/localNumber.ts';
import { flipText } from './evaluationWords.ts';

/** The rows that are ok with one of two definitions only, as an evaluation's file has them. */
export function Flips({ comparison: { flips = [], more = 0 } }: { comparison: EvaluationComparisonView }): JSX.Element {
  return (
    <section class="flips">
      <h2>{l10n.t('Rows that changed')}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col" class="verdict">
              <span class="hidden">{l10n.t('verdict')}</span>
            </th>
            <th scope="col">
              <span class="hidden">{l10n.t('place')}</span>
            </th>
            <th scope="col">
              <span class="hidden">{l10n.t('cause')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {flips.map(({ place, change, before, now }) => (
            <tr key={`${place} ${change}`}>
              <td>
                <span class={`codicon codicon-arrow-${change === 'better' ? 'up' : 'down'}`} aria-hidden="true" />{' '}
                {flipText(change)}
              </td>
              <td>{place}</td>
              <td class="code">
                {before} → {now}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p class="note">{l10n.t('and {0} more', localNumber(more))}</p>}
    </section>
  );
}

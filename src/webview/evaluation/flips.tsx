import type { JSX } from 'preact';
import type { EvaluationComparisonView } from '../../protocol/evaluationView.ts';
import { count, useWords } from './evaluationWords.ts';

/** The rows that are ok with one of two definitions only, as an evaluation's file has them. */
export function Flips({ comparison: { flips = [], more = 0 } }: { comparison: EvaluationComparisonView }): JSX.Element {
  const words = useWords();
  return (
    <section class="flips">
      <h2>{words('flips')}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col" class="verdict">
              <span class="hidden">{words('verdict')}</span>
            </th>
            <th scope="col">
              <span class="hidden">{words('place')}</span>
            </th>
            <th scope="col">
              <span class="hidden">{words('cause')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {flips.map(({ place, change, before, now }) => (
            <tr key={`${place} ${change}`}>
              <td>
                <span class={`codicon codicon-arrow-${change === 'better' ? 'up' : 'down'}`} aria-hidden="true" />{' '}
                {words(change, '')}
              </td>
              <td>{place}</td>
              <td class="code">
                {before} → {now}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p class="note">{words('more', count(more))}</p>}
    </section>
  );
}

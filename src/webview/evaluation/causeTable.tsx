import type { JSX } from 'preact';
import type { EvaluationCauseView } from '../../protocol/evaluationView.ts';
import { count, useWords } from './evaluationWords.ts';
import type { FilterProps } from './groupTable.tsx';
import { useStops } from './useStops.ts';

const icons = { error: 'error', suspicious: 'warning', skipped: 'circle-slash' } as const;

/** Why rows are errors, suspicious or without a response, the largest cluster first; each filters. */
export function CauseTable({ view, query, isFile, onQuery }: FilterProps): JSX.Element {
  const words = useWords();
  const { causes, moreCauses, totals } = view;
  const stops = useStops(causes.length);
  const filter = (id: string) => {
    const { cause, ...rest } = query;
    onQuery(cause === id ? rest : { ...rest, cause: id });
  };
  return (
    <section class="causes">
      <h2>{words('causes')}</h2>
      <div class="scroll">
        {causes.length === 0 ? (
          totals.rows > 0 && <p class="note">{words('noCauses')}</p>
        ) : (
          <table>
            <thead>
              <tr>
                <th scope="col">
                  <span class="hidden">{words('cause')}</span>
                </th>
                <th scope="col" class="number">
                  <span class="hidden">{words('row')}</span>
                </th>
                {isFile && (
                  <th scope="col" class="example">
                    <span class="hidden">{words('place')}</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody onKeyDown={stops.onKeyDown}>
              {causes.map((cause, i) => (
                <tr key={cause.id} class={query.cause === cause.id ? 'on' : ''} title={titleOf(cause)}>
                  <th scope="row">
                    {isFile ? (
                      <Name cause={cause} />
                    ) : (
                      <button
                        type="button"
                        class="name"
                        aria-pressed={query.cause === cause.id}
                        onClick={() => filter(cause.id)}
                        {...stops.button(i)}
                      >
                        <Name cause={cause} />
                      </button>
                    )}
                  </th>
                  <td class="number">{count(cause.count)}</td>
                  {isFile && <td class="example">{cause.example}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {moreCauses > 0 && <p class="note">{words('more', count(moreCauses))}</p>}
      </div>
    </section>
  );
}

/** A name that is cut is whole here. */
function titleOf({ code, detail, sentence }: EvaluationCauseView): string {
  return [detail === undefined ? code : `${code} ${detail}`, sentence].filter(Boolean).join('\n');
}

function Name({ cause: { kind, code, detail } }: { cause: EvaluationCauseView }): JSX.Element {
  const words = useWords();
  return (
    <>
      <span class={`codicon codicon-${icons[kind]} ${kind}`} aria-hidden="true" />
      <span class="hidden">{words(kind)} </span>
      <span class="code">{code}</span>
      {detail !== undefined && <span class="detail"> {detail}</span>}
    </>
  );
}

import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { EvaluationView } from '../../protocol/evaluationView.ts';
import type { RowQuery } from '../../protocol/rowQuery.ts';
import { localNumber } from '../shared/localNumber.ts';
import { errorsText } from './evaluationWords.ts';
import { Bar } from './summary.tsx';
import { useStops } from './useStops.ts';
import { vscodeApi } from './vscodeApi.ts';

/** What the tables that filter need. */
export interface FilterProps {
  readonly view: EvaluationView;
  readonly query: RowQuery;
  readonly isFile: boolean;
  readonly onQuery: (query: RowQuery) => void;
}

/** The rows by a column of the log, a bar for each value, which filters. */
export function GroupTable({ view, query, isFile, onQuery }: FilterProps): JSX.Element {
  const { column, columns, groups, moreGroups } = view;
  const stops = useStops(groups.length);
  const filter = (value: string | null) => {
    const { group, ...rest } = query;
    const isOn = group?.column === column && group?.value === value;
    onQuery(isOn || column === undefined ? rest : { ...rest, group: { column, value } });
  };
  return (
    <section class="groups">
      <h2>
        {isFile && columns.length === 1 ? (
          `${l10n.t('By')} ${column}`
        ) : (
          <label>
            {l10n.t('By')}{' '}
            <select
              value={column ?? ''}
              onChange={({ currentTarget }) => vscodeApi.postMessage({ type: 'column', column: currentTarget.value })}
            >
              {column === undefined && <option value="">{l10n.t('choose a column')}</option>}
              {columns.map(name => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
      </h2>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span class="hidden">{l10n.t('group')}</span>
              </th>
              <td />
              <th scope="col" class="number">
                <span class="hidden">{l10n.t('ok')}</span>
              </th>
              <th scope="col" class="number">
                <span class="hidden">{l10n.t('row')}</span>
              </th>
            </tr>
          </thead>
          <tbody onKeyDown={stops.onKeyDown}>
            {groups.map((group, i) => {
              const { value, name: label, rate, interval, rows, skipped, suspicious, error, unread = 0 } = group;
              const name = label ?? l10n.t('no value');
              const isOn = query.group?.column === column && query.group?.value === value;
              const title = `${name}: ${rate} (${interval}), ${localNumber(suspicious)} ${l10n.t('suspicious')}, ${errorsText(error)}, ${l10n.t('{0} without a response', localNumber(skipped - unread))}`;
              return (
                <tr key={value ?? ''} class={isOn ? 'on' : ''} title={title}>
                  <th scope="row">
                    {isFile ? (
                      name
                    ) : (
                      <button
                        type="button"
                        class="name"
                        aria-pressed={isOn}
                        onClick={() => filter(value)}
                        {...stops.button(i)}
                      >
                        {name}
                      </button>
                    )}
                  </th>
                  <td class="graph">
                    <Bar totals={group} />
                  </td>
                  <td class="number">{rate}</td>
                  <td class="number">{localNumber(rows)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
        {moreGroups > 0 && <p class="note">{l10n.t('and {0} more', localNumber(moreGroups))}</p>}
      </div>
    </section>
  );
}

import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ChoiceView, ConversationChoice, ConversationState } from '../../protocol/conversationProtocol.ts';
import { IconButton } from '../shared/iconButton.tsx';
import { vscodeApi } from './vscodeApi.ts';

interface Props {
  readonly state: ConversationState;
  readonly onChoose: (choice: ConversationChoice) => void;
}

/** The value of the entry that leads to typing a model's name. */
const otherModel = '\u0000other';

/** Formatter, counter, limit, truncation and what to compare with. They change what is shown, and the file only on request. */
export function Controls({ state, onChoose }: Props): JSX.Element {
  const { file, choice, formatters, counters, truncations, usualRelease } = state;
  const fileRelease = file.agentscopeVersion ?? usualRelease;
  const release = choice.agentscopeVersion ?? fileRelease;
  const releases = state.releases.filter(({ value }) => value !== fileRelease);
  const formatter = choice.formatter ?? file.formatter;
  const usual = truncations.find(({ value }) => value === state.main?.usualTruncation);
  const strategies = file.truncation === undefined ? truncations.filter(each => each !== usual) : truncations;
  const used = choice.truncation ?? file.truncation ?? usual?.value;
  const limit = choice.maxTokens === undefined ? file.maxTokens : (choice.maxTokens ?? undefined);
  const isListed = counters.some(({ value }) => value === choice.counter);
  const own = choice.counter !== undefined && !isListed ? [{ value: choice.counter, label: choice.counter }] : [];
  return (
    <form class="controls" onSubmit={event => event.preventDefault()}>
      <Picker
        label={l10n.t('AgentScope')}
        value={choice.agentscopeVersion ?? ''}
        choices={releases}
        own={file.agentscopeVersion}
        {...(file.agentscopeVersion === undefined && { none: usualRelease })}
        onPick={value => onChoose(withOption(choice, 'agentscopeVersion', value))}
      />
      <Picker
        label={l10n.t('Formatter')}
        value={choice.formatter ?? ''}
        choices={formatters}
        own={file.formatter}
        onPick={value => onChoose(withOption(choice, 'formatter', value))}
      />
      <Picker
        label={l10n.t('Token counter')}
        value={choice.counter ?? ''}
        choices={[...own, ...counters]}
        own={file.counter}
        last={{ value: otherModel, label: l10n.t('Other Model…') }}
        onPick={value =>
          value === otherModel
            ? vscodeApi.postMessage({ type: 'pickCounter' })
            : onChoose(withOption(choice, 'counter', value))
        }
      />
      <Limit
        label={state.compresses ? l10n.t('Compress from') : l10n.t('Limit')}
        limit={limit}
        onLimit={maxTokens => onChoose({ ...choice, maxTokens })}
      />
      {truncations.length > 0 && (
        <Picker
          label={l10n.t('Truncation')}
          value={choice.truncation ?? ''}
          choices={strategies}
          own={file.truncation}
          summary={truncations.find(({ value }) => value === used)?.summary}
          {...(file.truncation === undefined && { none: usual ? labelOf(usual) : l10n.t('default') })}
          onPick={value => onChoose(withOption(choice, 'truncation', value))}
        />
      )}
      <Picker
        label={l10n.t('Compare with')}
        value={comparedValue(choice)}
        choices={[
          ...state.releases
            .filter(({ value, group }) => value !== release && group === undefined)
            .map(each => ({ ...each, value: releasePrefix + each.value, group: l10n.t('AgentScope') })),
          ...truncations
            .filter(({ value }) => value !== used)
            .map(each => ({ ...each, value: truncationPrefix + each.value, group: l10n.t('Truncation') })),
          ...formatters.filter(({ value }) => value !== formatter),
        ]}
        none={l10n.t('none')}
        onPick={value => onChoose(withComparison(choice, value))}
      />
    </form>
  );
}

/** What to compare with is a formatter's name, or one of these and a truncation's or a release's. */
const truncationPrefix = 'truncation:';
const releasePrefix = 'release:';

function comparedValue({ other, otherTruncation, otherRelease }: ConversationChoice): string {
  if (otherTruncation !== undefined) return truncationPrefix + otherTruncation;
  return otherRelease === undefined ? (other ?? '') : releasePrefix + otherRelease;
}

function withComparison(
  { other, otherTruncation, otherRelease, ...choice }: ConversationChoice,
  value: string,
): ConversationChoice {
  if (value === '') return choice;
  if (value.startsWith(releasePrefix)) return { ...choice, otherRelease: value.slice(releasePrefix.length) };
  return value.startsWith(truncationPrefix)
    ? { ...choice, otherTruncation: value.slice(truncationPrefix.length) }
    : { ...choice, other: value };
}

function withOption(
  choice: ConversationChoice,
  key: 'agentscopeVersion' | 'formatter' | 'counter' | 'truncation',
  value: string,
): ConversationChoice {
  const { [key]: _, ...rest } = choice;
  return value === '' ? rest : { ...rest, [key]: value };
}

function Picker(props: {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly ChoiceView[];
  readonly own?: string | undefined;
  readonly none?: string;
  readonly last?: ChoiceView;
  /** What the chosen one does. */
  readonly summary?: string | undefined;
  readonly onPick: (value: string) => void;
}): JSX.Element {
  const { label, value, choices, own, none, last, summary, onPick } = props;
  const groups = new Map<string | undefined, ChoiceView[]>();
  for (const each of choices) groups.set(each.group, [...(groups.get(each.group) ?? []), each]);
  const ref = useRef<HTMLSelectElement>(null);
  // An entry that only opens a dialog never stays chosen.
  useEffect(() => {
    if (ref.current) ref.current.value = value;
  });
  return (
    <label>
      <span>{label}</span>
      <select ref={ref} value={value} title={summary} onChange={event => onPick(event.currentTarget.value)}>
        {own !== undefined && (
          <optgroup label={l10n.t('In the file')}>
            <option value="">{own}</option>
          </optgroup>
        )}
        {none !== undefined && <option value="">{none}</option>}
        {[...groups].map(([group, items]) =>
          group === undefined ? (
            items.map(option)
          ) : (
            <optgroup key={group} label={group}>
              {items.map(option)}
            </optgroup>
          ),
        )}
        {last && option(last)}
      </select>
    </label>
  );
}

function option(choice: ChoiceView): JSX.Element {
  return (
    <option key={choice.value} value={choice.value}>
      {labelOf(choice)}
    </option>
  );
}

function labelOf({ label, summary }: ChoiceView): string {
  return summary === undefined ? label : `${label} – ${summary}`;
}

function Limit({
  label,
  limit,
  onLimit,
}: {
  label: string;
  limit: number | undefined;
  onLimit: (limit: number | null) => void;
}): JSX.Element {
  const ref = useRef<HTMLInputElement>(null);
  // While the user types, the field is theirs.
  useEffect(() => {
    if (ref.current && document.activeElement !== ref.current)
      ref.current.value = limit === undefined ? '' : String(limit);
  }, [limit]);
  return (
    <label class="limit-field">
      <span>{label}</span>
      <span class="field">
        <input
          ref={ref}
          // Else it is named by the button in it as well.
          aria-label={label}
          type="number"
          min={1}
          step={1}
          placeholder={l10n.t('no limit')}
          onInput={event => {
            const { value } = event.currentTarget;
            const number = Number(value);
            if (value === '') onLimit(null);
            else if (Number.isSafeInteger(number) && number > 0) onLimit(number);
          }}
        />
        {limit !== undefined && (
          <IconButton
            icon="close"
            label={l10n.t('No Limit')}
            onClick={() => {
              if (ref.current) ref.current.value = '';
              onLimit(null);
            }}
          />
        )}
      </span>
    </label>
  );
}

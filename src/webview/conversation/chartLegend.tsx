import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { FormattedView } from '../../protocol/conversationView.ts';
import { localNumber } from '../shared/localNumber.ts';

interface Props {
  readonly view: FormattedView;
  /** Whether one of the rows is the instruction of a parser. */
  readonly hasInstruction: boolean;
  readonly compresses: boolean;
}

/** What the colors, bands and lines of the chart stand for, as far as it has them. */
export function ChartLegend({ view, hasInstruction, compresses }: Props): JSX.Element {
  const shared = localNumber(view.shared);
  const entries: readonly (readonly [string, string, boolean])[] = [
    ['system', l10n.t('system'), true],
    ['user', l10n.t('user'), true],
    ['assistant', l10n.t('assistant'), true],
    ['instruction', l10n.t('instruction'), hasInstruction],
    [
      'dropped',
      compresses ? l10n.t('goes into the summary') : l10n.t('dropped'),
      !compresses || view.summary !== undefined,
    ],
    ['cut', l10n.t('cut: what is above it goes into the summary'), view.summary !== undefined],
    ['before', l10n.t('the messages before it'), true],
    [
      'shared',
      compresses
        ? l10n.t('summary (a placeholder), tools and prompt of the context: {0} tokens', shared)
        : l10n.t('what every message shares: {0} tokens', shared),
      view.shared > 0,
    ],
    [
      'limit-line',
      compresses ? l10n.t('compression begins here: drag the line') : l10n.t('limit: drag the line'),
      true,
    ],
  ];
  return (
    <ul class="legend" aria-label={l10n.t('Legend')}>
      {entries.map(
        ([name, text, isThere]) =>
          isThere && (
            <li key={name}>
              <span class={`swatch of-${name}`} aria-hidden="true" />
              {text}
            </li>
          ),
      )}
    </ul>
  );
}

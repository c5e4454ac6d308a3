import type { JSX } from 'preact';
import type { ConversationStringKey } from '../../protocol/conversationProtocol.ts';
import type { FormattedView } from '../../protocol/conversationView.ts';
import { count, useWords } from './conversationWords.ts';

interface Props {
  readonly view: FormattedView;
  /** Whether one of the rows is the instruction of a parser. */
  readonly hasInstruction: boolean;
  readonly compresses: boolean;
}

/** What the colors, bands and lines of the chart stand for, as far as it has them. */
export function ChartLegend({ view, hasInstruction, compresses }: Props): JSX.Element {
  const words = useWords();
  const entries: readonly (readonly [string, ConversationStringKey, boolean])[] = [
    ['system', 'legendSystem', true],
    ['user', 'legendUser', true],
    ['assistant', 'legendAssistant', true],
    ['instruction', 'legendInstruction', hasInstruction],
    ['dropped', compresses ? 'legendSummarized' : 'legendDropped', !compresses || view.summary !== undefined],
    ['cut', 'legendCut', view.summary !== undefined],
    ['before', 'legendBefore', true],
    ['shared', compresses ? 'sharedContext' : 'shared', view.shared > 0],
    ['limit-line', compresses ? 'legendThreshold' : 'legendLimit', true],
  ];
  return (
    <ul class="legend" aria-label={words('legend')}>
      {entries.map(
        ([name, key, isThere]) =>
          isThere && (
            <li key={name}>
              <span class={`swatch of-${name}`} aria-hidden="true" />
              {words(key, count(view.shared))}
            </li>
          ),
      )}
    </ul>
  );
}

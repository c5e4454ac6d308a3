import type { JSX } from 'preact';
import type { ConversationStringKey } from '../../protocol/conversationProtocol.ts';
import type { FormattedView } from '../../protocol/conversationView.ts';
import { count, useWords } from './conversationWords.ts';

interface Props {
  readonly view: FormattedView;
  /** Whether one of the rows is the instruction of a parser. */
  readonly hasInstruction: boolean;
  readonly isAgentScope2: boolean;
}

/** What the colors, bands and lines of the chart stand for, as far as it has them. */
export function ChartLegend({ view, hasInstruction, isAgentScope2 }: Props): JSX.Element {
  const words = useWords();
  const entries: readonly (readonly [string, ConversationStringKey, boolean])[] = [
    ['system', 'legendSystem', true],
    ['user', 'legendUser', true],
    ['assistant', 'legendAssistant', true],
    ['instruction', 'legendInstruction', hasInstruction],
    ['dropped', isAgentScope2 ? 'legendSummarized' : 'legendDropped', !isAgentScope2 || view.summary !== undefined],
    ['cut', 'legendCut', view.summary !== undefined],
    ['before', 'legendBefore', true],
    ['shared', isAgentScope2 ? 'sharedContext' : 'shared', view.shared > 0],
    ['limit-line', isAgentScope2 ? 'legendThreshold' : 'legendLimit', true],
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

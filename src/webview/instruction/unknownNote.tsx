import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import type { UnknownView } from '../../protocol/instructionProtocol.ts';
import { InlineCode } from '../shared/inlineCode.tsx';
import { vscodeApi } from './vscodeApi.ts';

/** What of a source's definition is known only when the program runs, each with a way to where it comes from. */
export function UnknownNote(props: {
  readonly unknown: readonly UnknownView[];
  readonly mayAsk: boolean;
  readonly whyNotAsked: string | undefined;
}): JSX.Element {
  const { unknown, mayAsk, whyNotAsked } = props;
  return (
    <div class="message unknown" role="note">
      <span class="codicon codicon-question" aria-hidden="true" />
      <div>
        <p>{l10n.t('Known only when the program runs:')}</p>
        <ul>
          {unknown.map(({ argument, reason, place }, number) => (
            <li key={`${number} ${argument}`}>
              <code>{argument}</code> <InlineCode text={reason} />{' '}
              <button
                type="button"
                class="link"
                onClick={() => vscodeApi.postMessage({ type: 'revealUnknown', number })}
              >
                {place}
              </button>
            </li>
          ))}
        </ul>
        {mayAsk && <AskButton title={l10n.t('Ask Python')} />}
        {whyNotAsked !== undefined && <p class="detail">{whyNotAsked}</p>}
      </div>
    </div>
  );
}

/** That Python was asked, when and for what. */
export function ToldNote({ told, mayAsk }: { readonly told: string; readonly mayAsk: boolean }): JSX.Element {
  return (
    <div class="message unknown told-note" role="note">
      <span class="codicon codicon-info" aria-hidden="true" />
      <p>
        <InlineCode text={told} /> {mayAsk && <AskButton title={l10n.t('Ask Again')} />}
      </p>
    </div>
  );
}

function AskButton({ title }: { readonly title: string }): JSX.Element {
  return (
    <button type="button" class="link" onClick={() => vscodeApi.postMessage({ type: 'askPython' })}>
      {title}
    </button>
  );
}

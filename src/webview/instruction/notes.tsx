import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { BrokenView, UnknownView } from '../../protocol/instructionProtocol.ts';
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

/** Says what Python answered, and when. */
export function PythonNote({ note, mayAsk }: { readonly note: string; readonly mayAsk: boolean }): JSX.Element {
  return (
    <div class="message unknown told-note" role="note">
      <span class="codicon codicon-info" aria-hidden="true" />
      <p>
        <InlineCode text={note} /> {mayAsk && <AskButton title={l10n.t('Ask Again')} />}
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

/** How long the text must rest before it is called broken, in milliseconds: whoever types a bracket types the other one too. */
const settleDelay = 500;

/** `broken`, once it has been there for a moment without a change; from then on at once. */
export function useSettled(broken: BrokenView | undefined): BrokenView | undefined {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    if (!broken) return setSettled(false);
    const timer = setTimeout(() => setSettled(true), settleDelay);
    return () => clearTimeout(timer);
  }, [broken]);
  return isSettled ? broken : undefined;
}

/** Why the file's present text gives no instruction. `overLastGood`: it lies over the last one that there was, which stays where it is. */
export function Broken(props: {
  readonly broken: BrokenView;
  readonly fileName: string;
  readonly overLastGood?: boolean;
}): JSX.Element {
  const { broken, fileName, overLastGood } = props;
  const { message, span, line, column } = broken;
  return (
    <div class={overLastGood ? 'message error over' : 'message error'} role="alert">
      <span class="codicon codicon-error" aria-hidden="true" />
      <div>
        <p>
          <InlineCode text={message} />{' '}
          <button
            type="button"
            class="link"
            title={l10n.t('Go to the error')}
            onClick={() => vscodeApi.postMessage({ type: 'reveal', span })}
          >
            {fileName}:{line}:{column}
          </button>
        </p>
        {overLastGood && <p class="note">{l10n.t('The preview shows the last version that could be read.')}</p>}
      </div>
    </div>
  );
}

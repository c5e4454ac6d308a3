import type { JSX } from 'preact';
import { codeParts } from './codeParts.ts';

/** A text of ours with what stands between single backticks as code. */
export function InlineCode({ text }: { readonly text: string }): JSX.Element {
  return (
    <>
      {codeParts(text).map(({ text, isCode }, i) =>
        isCode ? <code key={`${i} ${text}`}>{text}</code> : <span key={`${i} ${text}`}>{text}</span>,
      )}
    </>
  );
}

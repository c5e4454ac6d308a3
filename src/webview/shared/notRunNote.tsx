import type { JSX } from 'preact';

/** Says that a workspace which is not trusted runs no modules, with a link to where it can be trusted. */
export function NotRunNote(props: {
  readonly text: string;
  readonly link: string;
  readonly onClick: () => void;
}): JSX.Element {
  const { text, link, onClick } = props;
  return (
    <div class="message" role="status">
      <span class="codicon codicon-shield" aria-hidden="true" />
      <p>
        {text}{' '}
        <button type="button" class="link" onClick={onClick}>
          {link}
        </button>
      </p>
    </div>
  );
}

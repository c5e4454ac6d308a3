import type { JSX } from 'preact';

/** A button with an icon. */
export function IconButton(props: {
  readonly icon: string;
  readonly label: string;
  readonly onClick: () => void;
}): JSX.Element {
  const { icon, label, onClick } = props;
  return (
    <button type="button" class="icon" title={label} aria-label={label} onClick={onClick}>
      <span class={`codicon codicon-${icon}`} aria-hidden="true" />
    </button>
  );
}

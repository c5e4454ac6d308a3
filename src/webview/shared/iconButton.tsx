import type { JSX } from 'preact';

/** A button with an icon. `pressed` makes it a switch. */
export function IconButton(props: {
  readonly icon: string;
  readonly label: string;
  readonly pressed?: boolean;
  readonly onClick: () => void;
}): JSX.Element {
  const { icon, label, pressed, onClick } = props;
  return (
    <button type="button" class="icon" title={label} aria-label={label} aria-pressed={pressed} onClick={onClick}>
      <span class={`codicon codicon-${icon}`} aria-hidden="true" />
    </button>
  );
}

import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useStops } from './useStops.ts';

/** What a menu offers. */
export interface MenuItem {
  readonly text: string;
  readonly icon: string;
  readonly isOff?: boolean;
  act(): void;
}

/** A button that opens a list of commands: arrow keys move in it, Escape and a click elsewhere close it. */
export function Menu({
  label,
  items,
  children,
}: {
  label: string;
  items: readonly MenuItem[];
  children: ComponentChildren;
}): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const stops = useStops(items.length);
  useEffect(() => {
    if (!isOpen) return;
    list.current?.querySelector('button')?.focus();
    const close = ({ target }: Event) => {
      if (!(target instanceof Node && box.current?.contains(target))) setOpen(false);
    };
    addEventListener('pointerdown', close);
    addEventListener('focusin', close);
    return () => {
      removeEventListener('pointerdown', close);
      removeEventListener('focusin', close);
    };
  }, [isOpen]);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return stops.onKeyDown(event);
    event.preventDefault();
    close();
  };
  return (
    <div class="menu" ref={box}>
      <button
        ref={button}
        type="button"
        class="action"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={event => {
          if (event.key !== 'ArrowDown' || isOpen) return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {children} <span class="codicon codicon-chevron-down" aria-hidden="true" />
      </button>
      {isOpen && (
        <div class="menu-items" id={id} ref={list} role="menu" aria-label={label} onKeyDown={onKey}>
          {items.map(({ text, icon, isOff = false, act }, i) => (
            <button
              key={text}
              type="button"
              role="menuitem"
              aria-disabled={isOff}
              onClick={() => {
                if (isOff) return;
                close();
                act();
              }}
              {...stops.button(i)}
            >
              <span class={`codicon codicon-${icon}`} aria-hidden="true" /> {text}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

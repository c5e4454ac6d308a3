import { useState } from 'preact/hooks';

/** What makes the buttons of a list one stop of the Tab key, with arrow keys between them. */
export interface Stops {
  /** For what holds the buttons. */
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** For each button, by its place in the list. */
  button(place: number): { readonly tabIndex: number; readonly onFocus: () => void };
}

/** A list of `count` buttons that the Tab key stops at once only: at the one that had the focus last. */
export function useStops(count: number): Stops {
  const [stop, setStop] = useState(0);
  const current = Math.min(stop, count - 1);
  return {
    onKeyDown(event) {
      const moves: Readonly<Record<string, number>> = {
        ArrowDown: current + 1,
        ArrowUp: current - 1,
        Home: 0,
        End: count - 1,
      };
      const to = moves[event.key];
      if (to === undefined || !(event.currentTarget instanceof HTMLElement)) return;
      event.preventDefault();
      event.currentTarget.querySelectorAll('button')[Math.max(0, Math.min(count - 1, to))]?.focus();
    },
    button: place => ({ tabIndex: place === current ? 0 : -1, onFocus: () => setStop(place) }),
  };
}

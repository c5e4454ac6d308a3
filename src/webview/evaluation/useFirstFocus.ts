import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

/** Gives an element the focus as soon as its page has it, unless something else of the page has it by then. `isWanted` counts at first only. */
export function useFirstFocus(element: RefObject<HTMLElement | null>, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
    const give = () => {
      if (document.activeElement === document.body) element.current?.focus({ preventScroll: true });
    };
    if (document.hasFocus()) give();
    addEventListener('focus', give, { once: true });
    return () => removeEventListener('focus', give);
  }, []);
}

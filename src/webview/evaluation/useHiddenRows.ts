import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/** How many rows of a table lie below what its box shows. `count`: how many rows there are. */
export function useHiddenRows(box: RefObject<HTMLElement | null>, count: number): number {
  const [hidden, setHidden] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const { bottom } = element.getBoundingClientRect();
      const rows = [...element.querySelectorAll('tbody tr')];
      setHidden(rows.filter(row => row.getBoundingClientRect().bottom > bottom + 2).length);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure);
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [count]);
  return hidden;
}

import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/** How many rows of a table lie below what its box shows. `count`: how many rows there are. */
export function useHiddenRows(box: RefObject<HTMLElement | null>, count: number): number {
  const [hidden, setHidden] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    // Where a page is low, what holds the box scrolls in its place.
    const outer = element.closest('.tables');
    const measure = () => {
      const bottom = Math.min(...[element, outer].flatMap(each => each?.getBoundingClientRect().bottom ?? []));
      const rows = [...element.querySelectorAll('tbody tr')];
      setHidden(rows.filter(row => row.getBoundingClientRect().bottom > bottom + 2).length);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    if (outer) observer.observe(outer);
    element.addEventListener('scroll', measure);
    outer?.addEventListener('scroll', measure);
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
      outer?.removeEventListener('scroll', measure);
    };
  }, [count]);
  return hidden;
}

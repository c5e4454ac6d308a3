import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Rows or lines beyond what is on the screen that are drawn as well. */
const overscan = 30;
/** Ranges begin and end at multiples of this, so that a small scroll asks for nothing. */
const step = 30;

/** The items of a long list that are drawn: half-open. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Which items of equal height are on the screen of a scrolling element. `onChange` hears of every new range. */
export function useVisibleRange(total: number, height: number, onChange: (range: Range) => void) {
  const ref = useRef<HTMLDivElement>(null);
  const [range, setRange] = useState<Range>({ from: 0, to: 2 * overscan });
  const measure = () => {
    const element = ref.current;
    if (!element) return;
    const first = Math.floor(element.scrollTop / height);
    const last = Math.ceil((element.scrollTop + element.clientHeight) / height);
    const from = Math.max(0, Math.floor((first - overscan) / step) * step);
    const to = Math.min(Math.max(total, step), Math.ceil((last + overscan) / step) * step, from + 400);
    setRange(before => (before.from === from && before.to === to ? before : { from, to }));
  };
  useLayoutEffect(() => {
    measure();
    const observer = new ResizeObserver(measure);
    if (ref.current) observer.observe(ref.current);
    return () => observer.disconnect();
  }, [total, height]);
  useLayoutEffect(() => onChange(range), [range]);
  return { ref, range, onScroll: measure };
}

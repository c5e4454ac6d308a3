/** Running text, by which the width of a letter is measured. */
const text = 'I say we eliminate Player 3, who has been so quiet tonight';
/** The size at which it is measured, in pixels. */
const size = 100;

/** What this page has for a text: its width in pixels, and that of a letter of running text in parts of its font's size. */
export interface Room {
  readonly width: number;
  readonly letter: number;
}

/** Tells how wide the page is, now and whenever that changes. Returns what ends that. */
export function reportRoom(tell: (room: Room) => void): () => void {
  const letter = letterOf(getComputedStyle(document.body).fontFamily);
  const report = () => {
    if (innerWidth > 0) tell({ width: innerWidth, letter });
  };
  addEventListener('resize', report);
  report();
  return () => removeEventListener('resize', report);
}

function letterOf(family: string): number {
  const context = document.createElement('canvas').getContext('2d')!;
  context.font = `${size}px ${family}`;
  return context.measureText(text).width / text.length / size;
}

import * as l10n from '@vscode/l10n';

/** A page's line to VS Code. */
export interface VsCode<Message, Memory> {
  postMessage(message: Message): void;
  /** The last state of `setState`, also from before a reload; of a new page it may be anything. */
  getState(): unknown;
  setState(state: Memory): void;
}

declare function acquireVsCodeApi<Message, Memory>(): VsCode<Message, Memory>;

/** The page's line to VS Code, with its messages and what it remembers; a page gets it once only. */
export function acquireVsCode<Message, Memory>(): VsCode<Message, Memory> {
  return acquireVsCodeApi<Message, Memory>();
}

/** Takes the translations that the page was made with; without any its words are English. To be called before anything is rendered. */
export function readTranslations(): void {
  const { l10n: contents } = document.body.dataset;
  if (contents !== undefined) l10n.config({ contents });
}

/**
 * Gives the focus back to what had it last when the page gets it again without a click: VS Code takes it from an
 * element as soon as an editor has it, and a user of the keyboard would begin at the top. Gives what ends that.
 */
export function keepFocus(): () => void {
  let last: Element | null = null;
  const remember = ({ target }: FocusEvent) => {
    if (target instanceof Element) last = target;
  };
  const restore = () => {
    if (document.activeElement === document.body && last instanceof HTMLElement && last.isConnected)
      last.focus({ preventScroll: true });
  };
  addEventListener('focusin', remember);
  addEventListener('focus', restore);
  return () => {
    removeEventListener('focusin', remember);
    removeEventListener('focus', restore);
  };
}

/** Running text, by which the width of a letter is measured. */
const sample = 'I say we eliminate Player 3, who has been so quiet tonight';
/** The size at which it is measured, in pixels. */
const sampleSize = 100;

/** What this page has for a text: its width in pixels, and that of a letter of running text in parts of its font's size. */
interface Room {
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
  context.font = `${sampleSize}px ${family}`;
  return context.measureText(sample).width / sample.length / sampleSize;
}

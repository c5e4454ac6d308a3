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

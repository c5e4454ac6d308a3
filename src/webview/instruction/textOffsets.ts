/** The offset in an element's text of the character that a click hit; `undefined` where it hit none, or ended a selection. */
export function clickedOffset(element: Element, { clientX, clientY, target }: MouseEvent): number | undefined {
  const selection = getSelection();
  const node = selection?.anchorNode;
  if (!node || !selection.isCollapsed || target === element) return undefined;
  // A click on the right half of a character puts the caret behind it.
  const offset = selection.anchorOffset;
  const isBehind = offset > 0 && isOver(node, offset - 1, clientX, clientY);
  return offsetOf(element, node, isBehind ? offset - 1 : offset);
}

/** The offset in an element's text at which the selection starts; `undefined` when nothing in it is selected. */
export function selectedOffset(element: Element): number | undefined {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || !selection.containsNode(element, true)) return undefined;
  const { startContainer, startOffset } = selection.getRangeAt(0);
  return offsetOf(element, startContainer, startOffset);
}

function isOver(node: Node, offset: number, x: number, y: number): boolean {
  const range = document.createRange();
  range.setStart(node, offset);
  range.setEnd(node, offset + 1);
  const { left, right, top, bottom } = range.getBoundingClientRect();
  return left <= x && x <= right && top <= y && y <= bottom;
}

function offsetOf(element: Element, node: Node, offset: number): number {
  const range = document.createRange();
  range.setStart(element, 0);
  range.setEnd(node, offset);
  return range.toString().length;
}

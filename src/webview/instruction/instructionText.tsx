import * as l10n from '@vscode/l10n';
import type { JSX } from 'preact';
import { memo } from 'preact/compat';
import type { TextSpan } from '../../protocol/guards.ts';
import { type ChangeView, markedLength, type PieceView, type UnknownView } from '../../protocol/instructionProtocol.ts';
import {
  type Line,
  markBlanks,
  mergePieces,
  originAt,
  type Segment,
  sameLine,
  sameSegment,
  segmentLines,
  splitChanges,
  splitPieces,
  withHoles,
} from './segments.ts';
import { vscodeApi } from './vscodeApi.ts';

interface Props {
  readonly title: string;
  readonly pieces: readonly PieceView[];
  /** What was changed since the last save. */
  readonly changes: readonly ChangeView[] | undefined;
  /** What is known only when the program runs; `⟨argument⟩` stands in its place. */
  readonly unknown: readonly UnknownView[] | undefined;
  readonly whitespace: boolean;
  readonly tokenEnds: readonly number[] | undefined;
}

/** The instruction. Its text nodes are the exact text: marks are drawn by the style sheet, so a copy never holds them. */
export function InstructionText({ title, pieces, changes = [], unknown, whitespace, tokenEnds }: Props): JSX.Element {
  const [marked, others] = splitPieces(pieces, markedLength);
  const [markedChanges, otherChanges] = others.length > 0 ? splitChanges(changes, markedLength) : [changes, []];
  const reveal = (span: TextSpan | undefined) => span && vscodeApi.postMessage({ type: 'reveal', span });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section does not keep white space.
    <pre
      class="instruction"
      role="region"
      aria-label={title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls, and leads to the source by Enter, must take the focus.
      tabIndex={0}
      onClick={event => {
        const offset = clickedOffset(event.currentTarget, event);
        if (offset !== undefined) reveal(originAt(pieces, offset));
      }}
      onKeyDown={event => {
        if (event.key !== 'Enter') return;
        const offset = selectedOffset(event.currentTarget);
        reveal(offset === undefined ? pieces.find(({ origin }) => origin)?.origin : originAt(pieces, offset));
      }}
    >
      <Lines lines={segmentLines(withHoles(marked, unknown), tokenEnds, markedChanges)} whitespace={whitespace} />
      <Lines lines={segmentLines(mergePieces(others), [], otherChanges)} whitespace={false} />
    </pre>
  );
}

function Lines({ lines, whitespace }: { lines: readonly Line[]; whitespace: boolean }): JSX.Element {
  return (
    <>
      {lines.map((line, i) => (
        <LineText key={i} line={line} whitespace={whitespace} />
      ))}
    </>
  );
}

const LineText = memo(
  ({ line, whitespace }: { line: Line; whitespace: boolean }) => (
    <>
      {line.map((segment, i) => (
        <SegmentText key={i} segment={segment} whitespace={whitespace} />
      ))}
    </>
  ),
  (before, after) => before.whitespace === after.whitespace && sameLine(before.line, after.line),
);

const SegmentText = memo(
  ({ segment, whitespace }: { segment: Segment; whitespace: boolean }) => {
    const { text, own, token, added, removed, hole, fromPython, pythonEdge } = segment;
    if (text === '') {
      const label = l10n.t('Removed since the last save: {0}', removed ?? '');
      return <span class="removed" role="img" aria-label={label} title={label} />;
    }
    const classes = [
      own ? 'own' : 'fixed',
      ...(hole ? ['hole'] : []),
      ...(fromPython ? ['told'] : []),
      ...(token === undefined ? [] : ['token', `token-${token % 4}`]),
    ];
    const Mark = added ? 'ins' : 'span';
    const change =
      added && (removed === undefined ? l10n.t('Added since the last save') : l10n.t('At the last save: {0}', removed));
    const title = hole ? l10n.t('Known only when the program runs') : fromPython ? l10n.t('Python told this') : change;
    const begins = pythonEdge === 'start' || pythonEdge === 'both';
    const ends = pythonEdge === 'end' || pythonEdge === 'both';
    // Read aloud by the style sheet, which draws nothing of it.
    const aloud = {
      ...(begins && { 'data-begin': l10n.t('told by Python:') }),
      ...(hole && { 'data-begin': l10n.t('known only when the program runs:') }),
      ...(ends && { 'data-end': l10n.t('end of what Python told') }),
    };
    return (
      <Mark class={classes.join(' ')} title={title} {...aloud}>
        {whitespace
          ? markBlanks(text).map(part =>
              part.mark ? (
                <span class={part.text.endsWith('\n') ? 'blank line-end' : 'blank'} data-mark={part.mark}>
                  {part.text}
                </span>
              ) : (
                part.text
              ),
            )
          : text}
      </Mark>
    );
  },
  (before, after) => before.whitespace === after.whitespace && sameSegment(before.segment, after.segment),
);

/** The offset in an element's text of the character that a click hit; `undefined` where it hit none, or ended a selection. */
function clickedOffset(element: Element, { clientX, clientY, target }: MouseEvent): number | undefined {
  const selection = getSelection();
  const node = selection?.anchorNode;
  if (!node || !selection.isCollapsed || target === element) return undefined;
  // A click on the right half of a character puts the caret behind it.
  const offset = selection.anchorOffset;
  const isBehind = offset > 0 && isOver(node, offset - 1, clientX, clientY);
  return offsetOf(element, node, isBehind ? offset - 1 : offset);
}

/** The offset in an element's text at which the selection starts; `undefined` when nothing in it is selected. */
function selectedOffset(element: Element): number | undefined {
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

import type { JSX } from 'preact';
import { memo } from 'preact/compat';
import { markedLength, type PieceView } from '../../view/protocol.ts';
import { type Line, markBlanks, type Segment, sameLine, segmentLines, splitPieces } from './segments.ts';
import { vscodeApi } from './vscodeApi.ts';

interface Props {
  readonly title: string;
  readonly pieces: readonly PieceView[];
  readonly whitespace: boolean;
  readonly tokenEnds: readonly number[] | undefined;
}

/** The instruction. Its text nodes are the exact text: marks are drawn by the style sheet, so a copy never holds them. */
export function InstructionText({ title, pieces, whitespace, tokenEnds }: Props): JSX.Element {
  const [marked, others] = splitPieces(pieces, markedLength);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section does not keep white space.
    <pre
      class="instruction"
      role="region"
      aria-label={title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls, and leads to the source by Enter, must take the focus.
      tabIndex={0}
      onClick={event =>
        getSelection()?.isCollapsed !== false && goToOrigin((event.target as Element).closest('.own') ?? undefined)
      }
      onKeyDown={event => event.key === 'Enter' && goToOrigin(selectedElement() ?? event.currentTarget)}
    >
      <Lines lines={segmentLines(marked, tokenEnds)} whitespace={whitespace} />
      <Lines lines={segmentLines(others)} whitespace={false} />
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

function SegmentText({ segment, whitespace }: { segment: Segment; whitespace: boolean }): JSX.Element {
  const { text, origin, token } = segment;
  const classes = [origin ? 'own' : 'fixed', ...(token === undefined ? [] : ['token', `token-${token % 4}`])];
  return (
    <span class={classes.join(' ')} data-start={origin?.start} data-end={origin?.end}>
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
    </span>
  );
}

/** Leads to where the piece at an element was written, or the first piece in it. */
function goToOrigin(element: Element | undefined): void {
  const piece = element?.closest<HTMLElement>('[data-start]') ?? element?.querySelector<HTMLElement>('[data-start]');
  if (!piece) return;
  const span = { start: Number(piece.dataset.start), end: Number(piece.dataset.end) };
  vscodeApi.postMessage({ type: 'reveal', span });
}

/** Where the selection starts, if something is selected. */
function selectedElement(): Element | undefined {
  const selection = getSelection();
  return selection?.isCollapsed === false ? (selection.anchorNode?.parentElement ?? undefined) : undefined;
}

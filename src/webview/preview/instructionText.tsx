import type { JSX } from 'preact';
import { memo } from 'preact/compat';
import { markedLength, type PieceView } from '../../view/protocol.ts';
import { type Line, markBlanks, type Segment, sameLine, sameSegment, segmentLines, splitPieces } from './segments.ts';
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
  const goTo = (element: Element | undefined) => goToOrigin(element, pieces);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section does not keep white space.
    <pre
      class="instruction"
      role="region"
      aria-label={title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls, and leads to the source by Enter, must take the focus.
      tabIndex={0}
      onClick={event =>
        getSelection()?.isCollapsed !== false && goTo((event.target as Element).closest('.own') ?? undefined)
      }
      onKeyDown={event => event.key === 'Enter' && goTo(selectedElement() ?? event.currentTarget)}
    >
      <Lines lines={segmentLines(marked, tokenEnds)} whitespace={whitespace} />
      <Lines lines={segmentLines(others, [], pieces.length - others.length)} whitespace={false} />
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
  ({ segment: { text, piece, token }, whitespace }: { segment: Segment; whitespace: boolean }) => {
    const classes = [
      piece === undefined ? 'fixed' : 'own',
      ...(token === undefined ? [] : ['token', `token-${token % 4}`]),
    ];
    return (
      <span class={classes.join(' ')} data-piece={piece}>
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
  },
  (before, after) => before.whitespace === after.whitespace && sameSegment(before.segment, after.segment),
);

/** Leads to where the piece at an element was written, or the first piece in it. */
function goToOrigin(element: Element | undefined, pieces: readonly PieceView[]): void {
  const own = element?.closest<HTMLElement>('[data-piece]') ?? element?.querySelector<HTMLElement>('[data-piece]');
  const span = pieces[Number(own?.dataset.piece)]?.origin;
  if (span) vscodeApi.postMessage({ type: 'reveal', span });
}

/** Where the selection starts, if something is selected. */
function selectedElement(): Element | undefined {
  const selection = getSelection();
  return selection?.isCollapsed === false ? (selection.anchorNode?.parentElement ?? undefined) : undefined;
}

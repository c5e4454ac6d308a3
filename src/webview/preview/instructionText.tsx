import type { JSX } from 'preact';
import { memo } from 'preact/compat';
import type { PieceView } from '../../view/protocol.ts';
import { type Line, markBlanks, type Segment, sameLine, segmentLines } from './segments.ts';
import { vscodeApi } from './vscodeApi.ts';
import { useWords } from './words.ts';

interface Props {
  readonly pieces: readonly PieceView[];
  readonly whitespace: boolean;
  readonly tokenEnds: readonly number[] | undefined;
}

/** The instruction. Its text nodes are the exact text: marks are drawn by the style sheet, so a copy never holds them. */
export function InstructionText({ pieces, whitespace, tokenEnds }: Props): JSX.Element {
  const words = useWords();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take the focus to scroll by keyboard.
    <pre class="instruction" tabIndex={0} aria-label={words('instruction')} onClick={goToOrigin}>
      {segmentLines(pieces, tokenEnds).map((line, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is what stands at its place.
        <LineText key={i} line={line} whitespace={whitespace} />
      ))}
    </pre>
  );
}

const LineText = memo(
  ({ line, whitespace }: { line: Line; whitespace: boolean }) => (
    <>
      {line.map((segment, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: segments have no identity but their place.
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

/** A click, but not the end of a selection, leads to where the piece was written. */
function goToOrigin(event: MouseEvent): void {
  if (getSelection()?.isCollapsed === false) return;
  const piece = (event.target as Element).closest<HTMLElement>('[data-start]');
  if (!piece) return;
  const span = { start: Number(piece.dataset.start), end: Number(piece.dataset.end) };
  vscodeApi.postMessage({ type: 'reveal', span });
}

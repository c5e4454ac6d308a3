import type { JSX } from 'preact';
import { memo } from 'preact/compat';
import { markedLength, type PieceView } from '../../protocol/instructionProtocol.ts';
import type { TextSpan } from '../../protocol/textSpan.ts';
import {
  type Line,
  markBlanks,
  mergePieces,
  originAt,
  type Segment,
  sameLine,
  sameSegment,
  segmentLines,
  splitPieces,
} from './segments.ts';
import { clickedOffset, selectedOffset } from './textOffsets.ts';
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
      <Lines lines={segmentLines(marked, tokenEnds)} whitespace={whitespace} />
      <Lines lines={segmentLines(mergePieces(others))} whitespace={false} />
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
  ({ segment: { text, own, token }, whitespace }: { segment: Segment; whitespace: boolean }) => {
    const classes = [own ? 'own' : 'fixed', ...(token === undefined ? [] : ['token', `token-${token % 4}`])];
    return (
      <span class={classes.join(' ')}>
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

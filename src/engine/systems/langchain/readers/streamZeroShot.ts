import type { PieceReader, StreamEvents } from '../../../parsers/shared/streamReader.ts';
import { type GrowingText, LiteralSearch } from '../../../text/index.ts';
import { zeroShotTool } from '../script/agents.ts';
import { type StepLabels, stepTeller } from '../stepPlaces.ts';

/** Where the parts of a step stand. */
export const zeroShotLabels: StepLabels = { tool: 'Action:', toolInput: 'Action Input:' };

/** `parseZeroShot` for an answer that grows: the tool closes with the label of its input, which goes to the end; `finish` takes its place. Linear. */
export function streamZeroShot(response: GrowingText, events: StreamEvents, finish: string): PieceReader {
  const tell = stepTeller(response, events, zeroShotLabels);
  const finishes = new LiteralSearch(finish);
  const tool = zeroShotTool();
  let isOver = false;

  const tellTool = () => {
    const { opened, closed } = tool;
    if (!closed) return events.open('tool', opened!.end);
    isOver = true;
    tell('tool', response.slice(closed.inner.start, closed.inner.end).trim(), false);
    events.open('toolInput', closed.span.end);
  };
  return {
    take(piece, at) {
      let end = finishes.find(piece);
      for (let from = 0; !isOver; ) {
        from = tool.find(piece, from, at);
        if (from < 0 || (end >= 0 && end <= from)) break;
        tellTool();
      }
      for (; end >= 0; end = finishes.find(piece, end)) {
        isOver = true;
        events.reopen();
        events.open('returnValues', at + end - finish.length);
      }
    },
  };
}

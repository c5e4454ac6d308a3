import type { GrowingText } from '../../../text/growing/growingText.ts';
import { LiteralSearch } from '../../../text/growing/literalSearch.ts';
import type { StreamEvents, StreamReader } from '../../shared/streamReader.ts';
import { type StepLabels, stepTeller } from '../stepPlaces.ts';

const actionLabel = 'Action:';
const inputLabel = '\nAction Input:';

/** Where the parts of a step stand. */
export const zeroShotLabels: StepLabels = { tool: 'Action:', toolInput: 'Action Input:' };

/** `parseZeroShot` for an answer that grows: the tool closes with the label of its input, which goes to the end; `finish` takes its place. Linear. */
export function streamZeroShot(response: GrowingText, events: StreamEvents, finish: string): StreamReader {
  const tell = stepTeller(response, events, zeroShotLabels);
  const finishes = new LiteralSearch(finish);
  const actions = new LiteralSearch(actionLabel);
  const inputs = new LiteralSearch(inputLabel);
  let state: 'text' | 'tool' | 'over' = 'text';
  let start = 0;
  return (unit, at) => {
    if (finishes.push(unit)) {
      state = 'over';
      events.reopen();
      events.open('returnValues', at + 1 - finish.length);
    } else if (state === 'text' && actions.push(unit)) {
      state = 'tool';
      start = at + 1;
      events.open('tool', start);
    } else if (state === 'tool' && inputs.push(unit)) {
      state = 'over';
      tell('tool', response.slice(start, at + 1 - inputLabel.length).trim(), false);
      events.open('toolInput', at + 1);
    }
  };
}

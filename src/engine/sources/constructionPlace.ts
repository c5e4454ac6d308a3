import { childOf, type PyNode } from '../code/python/read/syntax.ts';
import type { Construction } from './construction.ts';
import { nameOfPlace } from './constructionName.ts';
import { dependsOnParameters } from './parameterUse.ts';
import type { Frame, Run } from './sourceRun.ts';
import { as, Instance } from './values.ts';

/** Where a construction stands for its reader, and what it is called there. */
export type ConstructionPlace = Pick<Construction, 'place' | 'name' | 'uncalled'> & { readonly isAgain: boolean };

/** The call that a construction stands for: it goes out of each function as long as its arguments come from the function's parameters. */
export function placeOf(node: PyNode, run: Run, self: Instance | undefined): ConstructionPlace {
  let place = node;
  let frame: Frame = run.frame;
  // An instance of a subclass is made where the class is called.
  if (self)
    for (let at: Frame | undefined = frame; at; at = at.caller)
      if (as(at.function?.self, Instance) === self && at.call && functionName(at, run) === '__init__') {
        place = at.call;
        frame = at.caller ?? at;
      }
  while (
    frame.function &&
    frame.call &&
    frame.caller &&
    dependsOnParameters(place, frame.function.node, run.program.text)
  ) {
    place = frame.call;
    frame = frame.caller;
  }
  const isAgain = frame.function !== undefined && frame.isAgain;
  const uncalled = frame.function && !frame.call ? frame.function.node : undefined;
  return { place, name: nameOfPlace(place, run), isAgain, ...(uncalled && { uncalled }) };
}

function functionName(frame: Frame, run: Run): string {
  const name = frame.function && childOf(frame.function.node, 'VariableName');
  return name ? run.program.text.slice(name.from, name.to) : '';
}

import type { GrowingText } from '../../../text/growing/growingText.ts';
import type { StreamEvents, StreamReader } from '../../shared/streamReader.ts';
import { type StepLabels, stepTeller } from '../stepPlaces.ts';

const lessThan = 0x3c;
const names = ['tool', 'tool_input', 'final_answer'] as const;
type Name = (typeof names)[number];
const keys = { tool: 'tool', tool_input: 'toolInput', final_answer: 'returnValues' } as const;
const tags = new Map<string, { readonly name: Name; readonly closes: boolean }>();
for (const name of names) tags.set(`<${name}>`, { name, closes: false }).set(`</${name}>`, { name, closes: true });

/** Where the parts of a step stand. */
export const xmlAgentLabels: StepLabels = {
  tool: '<tool>',
  toolInput: '<tool_input>',
  returnValues: '<final_answer>',
};

/**
 * `parseXmlAgent` for an answer that grows: the first element of each name counts, if it has no other in it. Tool and input
 * are final; an answer is reopened where a tool ends after all. Linear.
 */
export function streamXmlAgent(response: GrowingText, events: StreamEvents): StreamReader {
  const tell = stepTeller(response, events, xmlAgentLabels);
  /** What has come of a tag. */
  let tag = '';
  /** The element that has begun with the last tag; and that which ends where the tag begins. */
  let open: { readonly name: Name; readonly from: number } | undefined;
  let ended: { readonly name: Name; readonly from: number; readonly to: number } | undefined;
  const read = new Set<Name>();
  let hasTool = false;

  const close = ({ name, from, to }: NonNullable<typeof ended>) => {
    if (read.has(name)) return;
    read.add(name);
    if (name === 'final_answer' && hasTool) return;
    // Where an input in front of its tool stands is not looked for.
    if (name === 'tool_input' && !read.has('tool')) return;
    tell(keys[name], response.slice(from, to), name !== 'final_answer');
  };
  const take = (name: Name, closes: boolean, at: number) => {
    if (!closes) {
      open = { name, from: at + 1 };
      if (!read.has(name) && !(name === 'final_answer' && hasTool)) events.open(keys[name], at - name.length - 1);
      return;
    }
    if (name === 'tool' && !hasTool) {
      hasTool = true;
      events.reopen();
    }
    if (ended?.name === name) close(ended);
  };

  return (unit, at) => {
    if (unit === lessThan) {
      ended = open && { ...open, to: at };
      if (open) events.leave();
      open = undefined;
      tag = '<';
    } else if (tag !== '') {
      tag += String.fromCharCode(unit);
      const known = tags.get(tag);
      if (known) {
        tag = '';
        take(known.name, known.closes, at);
      } else if (![...tags.keys()].some(each => each.startsWith(tag))) tag = '';
    }
  };
}

import type { PyValue } from '../../../core/pyValue.ts';
import type { StreamEvents, StreamReader } from '../../../parsers/shared/streamReader.ts';
import {
  type GrowingText,
  type JsonMember,
  type JsonMembers,
  jsonMembers,
  LiteralSearch,
} from '../../../text/index.ts';
import { scriptValue } from '../places.ts';

const backtick = 0x60;
const openBrace = 0x7b;
const isBlank = (unit: number) => /\s/.test(String.fromCharCode(unit));

/** Whose reading it is; each looks for the JSON of a step in its own way, see `agents.ts`. */
export type AgentJson = 'chat' | 'conversational' | 'structured';

/** Where the JSON of a step is: not found yet, in it, behind it, or nowhere for certain. */
type Place = 'lead' | 'prose' | 'label' | 'json' | 'trailing' | 'nowhere';

/**
 * Tool and input of a step that grows, as the members of its JSON close. Only JSON that the answer begins with, or that stands
 * directly behind its first fence, with no brace before it; where the class may look elsewhere in the end, everything is
 * reopened and no more comes. Linear.
 */
export function streamAgentJson(response: GrowingText, events: StreamEvents, kind: AgentJson): StreamReader {
  const answers = new LiteralSearch('Final Answer:');
  const actions = new LiteralSearch('"action":');
  const inputs = new LiteralSearch('action_input');
  const labelled = new LiteralSearch('```json');
  const step = stepFields(response, events, kind);
  let place: Place = 'lead';
  let json: JsonMembers | undefined;
  let ticks = 0;
  let label = '';
  let isFenced = false;
  /** Whether the input's name has come: from then on a fence is not looked for in front of it. */
  let hasInput = false;

  const giveUp = () => {
    events.reopen();
    events.leave();
    place = 'nowhere';
  };
  const begin = (unit: number, at: number) => {
    place = 'json';
    json = jsonMembers(response, {
      open: (key, from) => step.open(key, from),
      close: member => step.close(member),
      end() {
        place = 'trailing';
        if (kind !== 'chat' && (kind === 'structured' || !isFenced || label === 'json')) events.settle();
      },
      fail: giveUp,
    });
    json.push(unit, at);
  };
  /** Outside of JSON: what is in front of it, fences and their labels. */
  const find = (unit: number, at: number) => {
    const isReady = place === 'lead' || (place === 'label' && (label === '' || label === 'json'));
    if (unit === openBrace) {
      if (isReady && !(place === 'lead' && kind === 'structured')) begin(unit, at);
      else place = 'nowhere';
    } else if (ticks === 3 && place !== 'label') {
      isFenced = true;
      place = 'label';
    } else if (place === 'label') {
      if (isReady && isBlank(unit)) return;
      label += String.fromCharCode(unit);
      if (!'json'.startsWith(label)) place = 'nowhere';
    } else if (!isBlank(unit)) place = 'prose';
  };
  /** Whether a fence that has just come takes the place of the JSON that is read. */
  const isElsewhere = (isLabelled: boolean) => {
    if (kind === 'chat') return !isFenced && ticks === 3;
    if (kind !== 'conversational') return false;
    return isFenced ? label === '' && isLabelled : ticks === 3 && !hasInput;
  };

  return (unit, at) => {
    if (place === 'nowhere') return;
    ticks = unit === backtick ? ticks + 1 : 0;
    const isLabelled = labelled.push(unit);
    if (inputs.push(unit)) hasInput = true;
    if (kind === 'chat') {
      if (actions.push(unit)) step.release();
      if (answers.push(unit)) {
        giveUp();
        // It goes to the end of the answer.
        events.open('returnValues', at + 1 - 'Final Answer:'.length);
        return;
      }
    }
    if (place !== 'json' && place !== 'trailing') return find(unit, at);
    if (place === 'json') json?.push(unit, at);
    if (isElsewhere(isLabelled)) giveUp();
  };
}

/** What the stream says of the members of a step's JSON. */
function stepFields(response: GrowingText, events: StreamEvents, kind: AgentJson) {
  let action: JsonMember | undefined;
  let input: JsonMember | undefined;
  /** A chat agent looks for JSON only where `"action":` is written. */
  let isHeld = kind === 'chat';
  const isAnswer = () => kind !== 'chat' && action?.value === 'Final Answer';
  const read = ({ span, value }: JsonMember, made?: (value: unknown) => unknown): PyValue =>
    scriptValue(response.slice(span.start, span.end), value, made);
  // An input that is empty, zero or false is an empty object there.
  const inputOf = (member: JsonMember) => read(member, kind === 'structured' ? value => value || {} : undefined);
  const tell = (key: string, { span, inner }: JsonMember, value: () => PyValue) =>
    events.close({ key, value, span, inner, final: false });
  const tellAll = () => {
    if (isHeld || !action) return;
    const member = action;
    if (!isAnswer()) tell('tool', member, () => read(member));
    if (input) tellInput(input);
  };
  const tellInput = (member: JsonMember) => {
    if (isAnswer()) tell('returnValues', member, () => new Map([['output', read(member)]]));
    else tell('toolInput', member, () => inputOf(member));
  };

  return {
    open(key: string, from: number) {
      if (key === 'action') {
        if (action) events.reopen();
        action = undefined;
        events.open('tool', from);
      } else if (key === 'action_input') {
        if (input) events.reopen(isAnswer() ? 'returnValues' : 'toolInput');
        input = undefined;
        events.open(isAnswer() ? 'returnValues' : 'toolInput', from);
      } else events.leave();
    },
    close(member: JsonMember) {
      events.leave();
      if (member.key === 'action') {
        action = member;
        tellAll();
      } else if (member.key === 'action_input') {
        input = member;
        if (action && !isHeld) tellInput(member);
      }
    },
    release() {
      if (!isHeld) return;
      isHeld = false;
      tellAll();
    },
  };
}

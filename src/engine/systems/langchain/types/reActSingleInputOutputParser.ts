import type { StreamEvents, StreamReader } from '../../../parsers/shared/streamReader.ts';
import { type GrowingText, LiteralSearch } from '../../../text/index.ts';
import { agentType } from '../agentType.ts';
import { readReActStep } from '../python/classic/textSteps.ts';
import { parseReAct } from '../script/agents.ts';
import { reActGrammar } from '../stepGrammars.ts';
import { type StepLabels, stepTeller } from '../stepParts.ts';

const letterA = 0x41;
const colon = 0x3a;
const isBlank = (unit: number) => /\s/.test(String.fromCharCode(unit));
const isLineEnd = (unit: number) => unit === 0x0a || unit === 0x0d || unit === 0x2028 || unit === 0x2029;
const isDigit = (unit: number) => unit >= 0x30 && unit <= 0x39;

const marker = 'Final Answer:';

/** Where the parts of a step stand. */
const reActLabels: StepLabels = { tool: 'Action', toolInput: 'Input', returnValues: marker };

/**
 * `parseReAct` for an answer that grows: the tool closes with the label of its input, the input with its line. Both are
 * final, as a final answer beside them is an error. An answer closes with a second one's label alone. Linear.
 */
function streamReAct(response: GrowingText, events: StreamEvents): StreamReader {
  const tell = stepTeller(response, events, reActLabels);
  const labels = labelScanner();
  const answers = new LiteralSearch(marker);
  /** Where the first tool begins that may still be the one: 'next', with the next unit that is not blank. */
  let tool: number | 'next' | undefined;
  /** Whether the tool's line has ended; and whether something follows that is its input's label, or the tool is not one. */
  let isLineOver = false;
  let isDoomed = false;
  let lastSolid = -1;
  /** The tool in front of the label that may be going on. */
  let before: { readonly start: number; readonly end: number } | undefined;
  let input: { readonly start: number } | 'next' | 'over' | undefined;
  let answer = -1;
  let isAnswered = false;

  const solid = (at: number) => {
    if (tool === 'next') {
      tool = at;
      isLineOver = false;
      events.open('tool', at);
    } else if (tool !== undefined && isLineOver) isDoomed = true;
    lastSolid = at;
  };
  const drop = () => {
    if (!isDoomed) return;
    isDoomed = false;
    tool = undefined;
    events.leave();
  };
  const beginLabel = (at: number) => {
    drop();
    const start = tool === 'next' ? at : tool;
    before = start === undefined ? undefined : { start, end: Math.max(start, lastSolid + 1) };
  };
  const read = (unit: number, at: number) => {
    if (labels.begins(unit)) beginLabel(at);
    if (!isBlank(unit)) solid(at);
    else if (typeof tool === 'number' && isLineEnd(unit)) isLineOver = true;
    const label = labels.push(unit);
    if (label === 'input' && before) {
      tell('tool', response.slice(before.start, before.end), true);
      input = 'next';
      events.open('toolInput', at + 1);
      return;
    }
    if (label !== undefined || !labels.isInside()) drop();
    if (label === 'action') tool ??= 'next';
  };
  const readInput = (unit: number, at: number) => {
    if (input === 'next') {
      if (!isBlank(unit)) input = { start: at };
    } else if (typeof input === 'object' && isLineEnd(unit)) {
      const text = response.slice(input.start, at).trim().replace(/^"|"$/g, '');
      input = 'over';
      tell('toolInput', text, true);
    }
  };
  const readAnswer = (at: number) => {
    const start = at + 1 - marker.length;
    if (answer === -1) {
      answer = at + 1;
      if (input === undefined) events.open('returnValues', start);
    } else if (!isAnswered) {
      isAnswered = true;
      tell('returnValues', response.slice(answer, start).trim(), true);
    }
  };

  return (unit, at) => {
    if (input === undefined) read(unit, at);
    else readInput(unit, at);
    if (answers.push(unit)) readAnswer(at);
  };
}

/** Finds `/Action\s*(?:\d+\s*)?:/` and `/Action\s*(?:\d+\s*)?Input\s*(?:\d+\s*)?:/`, unit by unit. */
function labelScanner() {
  let word: 'Action' | 'Input' = 'Action';
  /** How much of the word has come; behind it, what of the number has. */
  let matched = 0;
  let number: 'before' | 'in' | 'behind' = 'before';
  const reset = () => {
    word = 'Action';
    matched = 0;
  };
  const expects = (unit: number) => unit === word.charCodeAt(matched);
  const behindWord = (unit: number): 'action' | 'input' | undefined => {
    if (unit === colon) {
      const label = word === 'Action' ? 'action' : 'input';
      reset();
      return label;
    }
    if (isDigit(unit) && number !== 'behind') number = 'in';
    else if (isBlank(unit)) number = number === 'before' ? 'before' : 'behind';
    else if (word === 'Action' && unit === 0x49) {
      word = 'Input';
      matched = 1;
    } else {
      reset();
      if (unit === letterA) matched = 1;
    }
    return undefined;
  };

  return {
    /** Whether a label may be going on. */
    isInside: (): boolean => matched > 0,
    /** Whether a label may begin with this unit. */
    begins: (unit: number): boolean => unit === letterA,
    push(unit: number): 'action' | 'input' | undefined {
      if (matched === word.length) return behindWord(unit);
      if (expects(unit)) {
        if (++matched === word.length) number = 'before';
      } else {
        reset();
        if (unit === letterA) matched = 1;
      }
      return undefined;
    },
  };
}

/** LangChain's `ReActSingleInputOutputParser`, of both runtimes. */
export const reActSingleInputOutputParser = agentType({
  type: 'ReActSingleInputOutputParser',
  want: 'tool-calls',
  answer: 'Thought: … Action: search Action Input: …',
  summary: 'A ReAct agent’s step: an action with one line of input, or a final answer',
  documentation: `Reads \`Action:\` and \`Action Input:\`, also numbered (\`Action 1:\`); the input is one line in JavaScript and all that follows in Python, without quotes around it.

- An action beside a final answer is an \`OutputParserException\`; so is text with neither.
- The answer is what stands between the first \`Final Answer:\` and the next in JavaScript, and behind the last in Python.`,
  template: `{
  "type": "ReActSingleInputOutputParser",
  "runtime": "js",
  "description": "A step of a ReAct agent",
  "toolNames": ["search", "calculator"]
}
`,
  example: 'Thought: I look it up.\nAction: search\nAction Input: weather in Paris',
  marks: () => ['Action:', 'Action Input:', 'Final Answer:'],
  mark: /^Action\s*(?:\d+\s*)?:.*\nAction\s*(?:\d+\s*)?Input\s*(?:\d+\s*)?:/m,
  python: { read: readReActStep, grammar: config => reActGrammar(config, 'python') },
  js: {
    takesToolNames: true,
    labels: reActLabels,
    reader: streamReAct,
    grammar: config => reActGrammar(config, 'js'),
    parse: parseReAct,
  },
});

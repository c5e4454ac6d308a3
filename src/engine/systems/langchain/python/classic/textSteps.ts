import { EngineError } from '../../../../core/errors.ts';
import type { Span } from '../../../../core/span.ts';
import type { Reading } from '../../../../parsers/parser.ts';
import { pythonPattern, stripSpan } from '../../../../python/index.ts';
import { type LangchainError, pythonException } from '../../langchainError.ts';
import { agentAction, agentFinish, bare, strippedPart } from './answerStep.ts';

const marker = 'Final Answer:';

/** As `Action\s*\d*\s*:` and `Action\s*\d*\s*Input\s*\d*\s*:` find their places, in linear time. */
const actionLabel = pythonPattern('Action\\s*(?:\\d+\\s*)?:');
const inputLabel = pythonPattern('Action\\s*(?:\\d+\\s*)?Input\\s*(?:\\d+\\s*)?:');

/** Where a pattern's first match stands, at a place or behind it. */
function firstMatch(pattern: () => RegExp, text: string, from = 0): Span | undefined {
  const { source, flags } = pattern();
  const search = new RegExp(source, `${flags}g`);
  search.lastIndex = from;
  const match = search.exec(text);
  return match ? { start: match.index, end: search.lastIndex } : undefined;
}

/** The first action that has an input behind it. */
function actionIn(text: string): { readonly label: Span; readonly tool: Span; readonly input: Span } | undefined {
  const label = firstMatch(actionLabel, text);
  const input = label && firstMatch(inputLabel, text, label.end);
  if (!label || !input) return undefined;
  return {
    label,
    tool: stripSpan(text, label.end, input.start),
    input: { start: stripSpan(text, input.end).start, end: text.length },
  };
}

/** `text.strip(characters)` of one character. */
function stripped(text: string, { start, end }: Span, character: string): Span {
  let [from, to] = [start, end];
  while (from < to && text[from] === character) from++;
  while (to > from && text[to - 1] === character) to--;
  return { start: from, end: to };
}

/** The step's tool and its input, without blanks and then quotes around it. */
function step(text: string, tool: Span, input: Span): Reading {
  const parts = [tool, input].map(({ start, end }) => text.slice(start, end)) as [string, string];
  return agentAction(text, parts, [bare(tool), bare(input)])!;
}

/** The end of a step: what follows the last marker. */
function answerBehind(text: string, mark: string): Reading {
  const { text: output, place } = strippedPart(text, text.lastIndexOf(mark) + mark.length);
  return agentFinish(text, output, place);
}

/** What the two ReAct parsers raise for a text without a whole step. */
function noStep(text: string, missingAction: string): LangchainError {
  const error = pythonException(`Could not parse LLM output: \`${text}\``, text);
  const observation = !firstMatch(actionLabel, text)
    ? missingAction
    : firstMatch(inputLabel, text)
      ? undefined
      : "Invalid Format: Missing 'Action Input:' after 'Action:'";
  // An input in front of its action has no place.
  if (observation === undefined) return pythonException(`Could not parse LLM output: \`${text}\``);
  error.observation = observation;
  error.send_to_llm = true;
  return error;
}

const both = 'Parsing LLM output produced both a final answer and a parse-able action:';

/** `ReActSingleInputOutputParser.parse`. Throws `OutputParserException`. */
export function readReActStep(text: string): Reading {
  const found = actionIn(text);
  const hasAnswer = text.includes(marker);
  if (found && hasAnswer) throw pythonException(`${both}: ${text}`);
  if (found) return step(text, found.tool, stripped(text, stripped(text, found.input, ' '), '"'));
  if (hasAnswer) return answerBehind(text, marker);
  throw noStep(text, "Invalid Format: Missing 'Action:' after 'Thought:'");
}

/** `MRKLOutputParser.parse`. An answer before the action ends at the next empty line, and where there is none before the text's last letter. Throws `OutputParserException`. */
export function readMrklStep(text: string): Reading {
  const found = actionIn(text);
  const answer = text.indexOf(marker);
  if (found && answer >= 0) {
    if (answer > found.label.start) throw pythonException(`${both}: ${text}`);
    const start = answer + marker.length;
    const blank = text.indexOf('\n\n', start);
    const end = blank < 0 ? Math.max(start, lastLetter(text)) : blank;
    const { text: output, place } = strippedPart(text, start, end);
    return agentFinish(text.slice(0, blank < 0 ? lastLetter(text) : blank), output, place);
  }
  if (found) {
    const input = stripped(text, found.input, ' ');
    const isQuery = text.startsWith('SELECT ', input.start) && input.end - input.start >= 'SELECT '.length;
    return step(text, found.tool, isQuery ? input : stripped(text, input, '"'));
  }
  if (answer >= 0) return answerBehind(text, marker);
  // The quote that is missing is missing there.
  throw noStep(text, "Invalid Format: Missing 'Action:' after 'Thought:");
}

/** Where the last code point of a text begins. */
function lastLetter(text: string): number {
  const last = text.codePointAt(text.length - 2) ?? 0;
  return text.length - (last > 0xffff ? 2 : 1);
}

/** `agents.conversational`'s `ConvoOutputParser.parse`. Throws `OutputParserException`. */
export function readConversationalStep(text: string, aiPrefix = 'AI'): Reading {
  const prefix = `${aiPrefix}:`;
  if (text.includes(prefix)) return answerBehind(text, prefix);
  const [tool, input] = ['Action: ', 'Action Input: '];
  const start = text.indexOf(tool);
  const label = start < 0 ? -1 : text.indexOf(input, start + tool.length);
  if (label < 0) throw pythonException(`Could not parse LLM output: \`${text}\``);
  const rest = { start: label + input.length, end: text.length };
  return step(text, stripSpan(text, start + tool.length, label), stripped(text, stripped(text, rest, ' '), '"'));
}

/** `agents.react`'s `ReActOutputParser.parse`: `Action: tool[input]` in the last line. Throws `OutputParserException`. */
export function readReActLine(text: string): Reading {
  const prefix = 'Action: ';
  const whole = stripSpan(text);
  const line = text.lastIndexOf('\n', whole.end - 1) + 1;
  const start = Math.max(line, whole.start);
  if (whole.start === whole.end || !text.startsWith(prefix, start) || start + prefix.length > whole.end)
    throw pythonException(`Could not parse LLM Output: ${text}`);
  const from = start + prefix.length;
  const open = text.indexOf('[', from);
  const close = open < 0 ? -1 : text.indexOf(']', open);
  if (close < 0 || close >= whole.end)
    throw pythonException(`Could not parse action directive: ${text.slice(from, whole.end)}`);
  const [tool, input] = [
    { start: from, end: open },
    { start: open + 1, end: close },
  ];
  if (text.slice(tool.start, tool.end) === 'Finish')
    return agentFinish(text, text.slice(input.start, input.end), bare(input));
  return step(text, tool, input);
}

/** The keys of `SelfAskOutputParser`. */
export interface SelfAskKeys {
  readonly followups: readonly string[];
  readonly finish: string;
}

/** `SelfAskOutputParser.parse`, which looks at the last line. Throws `OutputParserException`. */
export function readSelfAsk(text: string, { followups, finish }: SelfAskKeys): Reading {
  const start = text.lastIndexOf('\n') + 1;
  const line = text.slice(start);
  if (followups.some(each => line.includes(each))) {
    const { text: input, place } = strippedPart(text, text.lastIndexOf(':') + 1);
    return agentAction(text, ['Intermediate Answer', input], [undefined, place])!;
  }
  if (!line.includes(finish)) throw pythonException(`Could not parse output: ${text}`);
  // As many characters are left out as the finish has, wherever it stands in the line.
  const from = start + offsetOf(line, Array.from(finish).length);
  return agentFinish(text, text.slice(from), bare({ start: from, end: text.length }));
}

/** The UTF-16 offset of a code point. */
function offsetOf(text: string, points: number): number {
  let at = 0;
  for (let left = points; left > 0 && at < text.length; left--) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return at;
}

const escapes: Readonly<Record<string, string>> = {
  '[[tool]]': '<tool>',
  '[[/tool]]': '</tool>',
  '[[tool_input]]': '<tool_input>',
  '[[/tool_input]]': '</tool_input>',
  '[[observation]]': '<observation>',
  '[[/observation]]': '</observation>',
};

/** `agents.output_parsers`' `XMLAgentOutputParser.parse`; `isEscaped`: `escape_format` is `minimal`. Throws `ValueError`. */
export function readXmlStep(text: string, isEscaped: boolean): Reading {
  const unescaped = (part: string) =>
    isEscaped ? part.replace(/\[\[\/?(?:tool|tool_input|observation)\]\]/g, tag => escapes[tag] ?? tag) : part;
  const value = ({ inner }: { readonly inner: Span }) => unescaped(text.slice(inner.start, inner.end));
  const [tool, ...tools] = elements(text, 'tool');
  if (tool) {
    if (tools.length > 0)
      throw malformed(`tool invocation: expected exactly one <tool> block, but found ${tools.length + 1}.`);
    const [input, ...inputs] = elements(text, 'tool_input');
    if (inputs.length > 0)
      throw malformed(`tool invocation: expected at most one <tool_input> block, but found ${inputs.length + 1}.`);
    return agentAction(text, [value(tool), input ? value(input) : ''], [tool, input])!;
  }
  if (!text.includes('<final_answer>') || !text.includes('</final_answer>'))
    throw malformed('output: expected either a tool invocation or a final answer in XML format.');
  const [answer, ...answers] = elements(text, 'final_answer');
  if (!answer || answers.length > 0)
    throw malformed('output: expected exactly one <final_answer>...</final_answer> block.');
  return agentFinish(text, value(answer), answer);
}

function malformed(what: string): EngineError {
  return new EngineError('ValueError', `Malformed ${what}`);
}

/** What `re.findall` finds of an element, each up to the next closing tag. Linear. */
function elements(text: string, name: string): readonly { readonly span: Span; readonly inner: Span }[] {
  const [open, close] = [`<${name}>`, `</${name}>`];
  const found: { span: Span; inner: Span }[] = [];
  for (let start = text.indexOf(open); start >= 0; ) {
    const end = text.indexOf(close, start + open.length);
    if (end < 0) break;
    const span = { start, end: end + close.length };
    found.push({ span, inner: { start: start + open.length, end } });
    start = text.indexOf(open, span.end);
  }
  return found;
}

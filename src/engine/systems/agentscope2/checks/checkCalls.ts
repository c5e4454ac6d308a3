import { EngineError } from '../../../core/errors.ts';
import type { Problem } from '../../../core/problem.ts';
import { isPyDict, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import { type Say, sayTo } from '../../../messages/checkTurns.ts';
import { jsonLoads, toJsonText } from '../../../python/index.ts';
import { loadArguments, readToolCall } from '../readToolCall.ts';
import type { LoadedConversation, LoadedMessage, PlacedBlock } from './loadedConversation.ts';

/** Formatters that need a call's input as an object. */
const readInputs = ['Anthropic', 'Gemini', 'Ollama'];

/** Calls and results that do not belong together, inputs that are not objects, and what is not finished. */
export function checkCalls(loaded: LoadedConversation): Problem[] {
  const problems: Problem[] = [];
  const rules = loaded.type?.rules;
  const say = sayTo(problems, rules);
  const warn = sayTo(problems, undefined);
  const schemas = schemasOf(loaded.conversation.tools ?? []);
  const open = new Map<string, PlacedBlock>();
  const called = new Map<string, LoadedMessage>();
  for (const placed of loaded.blocks) {
    const { block, message } = placed;
    if (placed.inside) continue;
    if (block.type === 'tool_call') {
      open.set(block.id, placed);
      called.set(block.id, message);
      checkInput(
        placed,
        block.name,
        block.input,
        schemas.get(block.name),
        loaded,
        sayOfInput(block.input, loaded, say, warn),
      );
    } else if (block.type === 'tool_result') {
      const caller = called.get(block.id);
      const orphan = `No tool call with id \`${block.id}\` comes before this result.`;
      if (!caller) say('result-without-call', orphan, placed, rules?.calls);
      else if (caller !== message) say('torn-call', tornWords, placed);
      open.delete(block.id);
      if (block.state === 'running' && isFinished(message))
        say(
          'unfinished-state',
          'The state of this result is `running`, which is also what it is where none is given.',
          placed,
        );
    }
  }
  for (const placed of open.values()) {
    const { id, state } = placed.block as PlacedBlock['block'] & { readonly state: string };
    const isToRun = ['pending', 'allowed'].includes(state);
    const more = isToRun ? ` Its state is \`${state}\`: an agent that goes on from here runs it.` : '';
    const isLast = placed.message === loaded.messages.at(-1);
    const report = isToRun && isLast ? warn : say;
    report('call-without-result', `The tool call \`${id}\` has no result.${more}`, placed, rules?.calls);
  }
  return problems;
}

/** Arguments are sent as they stand: those that are no JSON, as where they were cut off, are refused; others only warn. */
function sayOfInput(input: string, { type }: LoadedConversation, say: Say, warn: Say): Say {
  if (input === '' || jsonLoads(input).ok) return warn;
  if (!type || readInputs.includes(type.provider)) return say;
  return (code, text, place) => say(code, `${text} Every later request sends it as it stands.`, place);
}

const tornWords =
  'The call that this answers stands in another message. Agents of AgentScope 2 write one message for both; compression tears these apart.';

/** Whether a message says that it is finished. */
function isFinished({ message: { written } }: LoadedMessage): boolean {
  return (written.get('finished_at') ?? null) !== null || (written.get('finished_reason') ?? null) !== null;
}

function checkInput(
  placed: PlacedBlock,
  name: string,
  input: string,
  schema: PyValue | undefined,
  { type }: LoadedConversation,
  say: Say,
): void {
  const read = jsonLoads(input);
  const isObject = read.ok && isPyDict(read.value);
  try {
    if (schema === undefined) {
      if (!isObject)
        say(
          'tool-input',
          `This \`input\` has to be repaired: the tool is called with \`${toJsonText(loadArguments(input), 0)}\`.`,
          placed,
        );
      return;
    }
    const { checked, executed } = readToolCall({ name, schema }, input);
    const [before, after] = [checked, executed].map(each => toJsonText(each, 0));
    if (before !== after)
      say(
        'tool-input',
        `This \`input\` has to be repaired. It is checked as \`${before}\`, but the tool is called with \`${after}\`.`,
        placed,
      );
    else if (!isObject)
      say('tool-input', `This \`input\` has to be repaired: the tool is called with \`${after}\`.`, placed);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const isRaised =
      !isObject && input !== '' && type && readInputs.includes(type.provider) && error.class === 'ToolJSONDecodeError';
    const raised = isRaised ? ` ${type.name} raises for it, in every later request too.` : '';
    const reason = error.class === 'ToolJSONDecodeError' ? 'it is no JSON object' : error.message.split('\n', 1)[0];
    say('tool-input', `The agent refuses this \`input\`: ${reason}.${raised}`, placed);
  }
}

/** The schemas of the conversation's tools, by their names. */
function schemasOf(tools: readonly PyValue[]): ReadonlyMap<string, PyValue> {
  const dict = (value: PyValue | undefined): PyDict => (value !== undefined && isPyDict(value) ? value : new Map());
  return new Map(
    tools.flatMap(tool => {
      const described = dict(dict(tool).get('function'));
      const [name, schema] = [described.get('name'), described.get('parameters')];
      return typeof name === 'string' && schema !== undefined ? [[name, schema] as const] : [];
    }),
  );
}

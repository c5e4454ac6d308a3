import { once } from '../../core/once.ts';
import { fromPlain, type PyDict } from '../../core/pyValue.ts';
import {
  type AnswerGrammar,
  automatonOf,
  charRange,
  charsOf,
  choice,
  complement,
  type Grammar,
  intersect,
  jsonBreak,
  jsonGap,
  literal,
  NoGrammarError,
  notBlank,
  oneLine,
  oneOf,
  optional,
  part,
  repetition,
  sequence,
  stripped,
  textUntil,
  textWithout,
} from '../../grammar/index.ts';
import type { JsonSchema } from '../../json/jsonSchema.ts';
import { jsonGrammar, plainAnswer, withRulesOf } from '../../parsers/shared/answerGrammars.ts';
import { textsOf } from './definitionModels.ts';

/** What a step's parts are called. */
interface StepKeys {
  readonly input: string;
  readonly values: string;
}

const script: StepKeys = { input: 'toolInput', values: 'returnValues' };
const python: StepKeys = { input: 'tool_input', values: 'return_values' };

/** What begins an action, as the patterns of the classes find it. */
const actionWords = [':', ' ', '\t', '\n', '\r', '\v', '\f', '\u00a0', ...'0123456789'].map(each => `Action${each}`);
const finalAnswer = 'Final Answer:';

const unquoted = once(() =>
  automatonOf(
    sequence(
      oneOf(complement(charsOf('"'))),
      repetition(
        sequence(
          repetition(oneOf(charRange('\u0001', '\u{10ffff}')), 0, Number.POSITIVE_INFINITY),
          oneOf(complement(charsOf('"'))),
        ),
        0,
        1,
      ),
    ),
  ),
);
const bareLine = once(() => intersect(intersect(oneLine(), stripped()), unquoted()));

/** A ReAct step: a thought, and an action with its input on a line each, or the final answer. */
export function reActGrammar(config: PyDict, runtime: 'js' | 'python'): AnswerGrammar {
  const keys = runtime === 'js' ? script : python;
  const names = textsOf(config.get('toolNames'));
  const words = [...actionWords, finalAnswer];
  const line = textWithout(bareLine(), words);
  const tool = part(['tool'], 'text', names.length > 0 ? choice(...names.map(literal)) : line);
  const input = part([keys.input], 'text', line);
  const answer = textUntil('', {
    without: words,
    part: { path: [keys.values, 'output'], reads: 'stripped' },
    also: notBlank(),
  });
  return plainAnswer(
    sequence(
      literal('Thought:'),
      choice(
        sequence(textUntil('\nAction:', { without: words }), literal(' '), tool, literal('\nAction Input: '), input),
        sequence(textUntil(`\n${finalAnswer}`, { without: words }), literal(' '), answer),
      ),
    ),
  );
}

/** An XML agent's step. A `<` inside a value is not read as it is written. */
export function xmlStepGrammar(runtime: 'js' | 'python'): AnswerGrammar {
  const keys = runtime === 'js' ? script : python;
  const marks = ['tool', 'tool_input', 'observation'].flatMap(name => [`[[${name}]]`, `[[/${name}]]`]);
  const own = automatonOf(repetition(oneOf(complement(charsOf('<'))), 1, Number.POSITIVE_INFINITY));
  const text = textWithout(own, marks);
  const value = (path: readonly string[]) => part(path, 'text', text);
  return plainAnswer(
    choice(
      sequence(
        literal('<tool>'),
        value(['tool']),
        literal('</tool><tool_input>'),
        value([keys.input]),
        literal('</tool_input>'),
      ),
      sequence(literal('<final_answer>'), value([keys.values, 'output']), literal('</final_answer>')),
    ),
  );
}

/** How a step's JSON is written: in a fence, and with what before it. */
interface JsonStepForm {
  readonly fence: string;
  /** The answer is a step too, with this action; else it stands behind the words, outside of JSON. */
  readonly final: { readonly action: string } | { readonly words: string };
}

/** The final answer is a step like a call, with an action of its own. */
export const answerAsStep: JsonStepForm = { fence: '```json', final: { action: 'Final Answer' } };

/** The final answer stands behind words, and a call's JSON in a fence. */
export const answerBehindWords: JsonStepForm = { fence: '```', final: { words: finalAnswer } };

/** A step as JSON in a fence: the tool and its input, or the final answer. */
export function jsonStepGrammar(
  config: PyDict,
  runtime: 'js' | 'python',
  { fence, final }: JsonStepForm,
): AnswerGrammar {
  const keys = runtime === 'js' ? script : python;
  const names = textsOf(config.get('toolNames'));
  const finalAction = 'action' in final ? final.action : final.words;
  const rules = new Map<string, Grammar>();
  const words = ['```', finalAction, 'Final Answer'];
  const value = (path: readonly string[], schema: JsonSchema) =>
    withRulesOf(jsonGrammar(fromPlain(schema) as PyDict, words, path), rules);
  const blob = (tool: Grammar, input: Grammar) =>
    sequence(
      ...[literal(`${fence}\n{`), jsonBreak, literal('"action":'), optional(literal(' ')), tool, literal(','), jsonGap],
      ...[literal('"action_input":'), optional(literal(' ')), input, jsonBreak, literal('}\n```')],
    );
  const text: JsonSchema = { type: 'string' };
  // An empty input becomes an empty object, in JavaScript.
  const nonEmpty: JsonSchema = { type: 'string', minLength: 1 };
  const tool = value(['tool'], names.length > 0 ? { enum: names } : { ...text, minLength: 1 });
  const call = blob(tool, value([keys.input], nonEmpty));
  const output = [keys.values, 'output'];
  if ('action' in final)
    return { start: choice(call, blob(literal(JSON.stringify(final.action)), value(output, text))), rules };
  const answer = textUntil('', {
    without: [final.words, '```'],
    part: { path: output, reads: 'stripped' },
    also: notBlank(),
  });
  return { start: choice(call, sequence(literal(`${final.words} `), answer)), rules };
}

/** A text of one line without blanks around, in which none of the words stands. */
function lineWithout(path: readonly string[], words: readonly string[]): Grammar {
  return part(path, 'text', textWithout(intersect(oneLine(), stripped()), words));
}

/** A self-ask agent's step: a follow-up question, or the final answer, on one line. Throws `NoGrammarError` for labels of an own kind. */
export function selfAskGrammar({
  followups,
  finish,
}: {
  readonly followups: readonly string[];
  readonly finish: string;
}): AnswerGrammar {
  const [first] = followups;
  if (
    first === undefined ||
    !first.endsWith(':') ||
    finish.trim() === '' ||
    followups.some(each => finish.includes(each))
  )
    throw new NoGrammarError('Its labels do not show where a question begins.');
  const input = lineWithout([python.input], [':', finish.trim()]);
  const answer = lineWithout([python.values, 'output'], followups);
  return plainAnswer(choice(sequence(literal(`${first} `), input), sequence(literal(finish), answer)));
}

/** The last line of a step of the ReAct paper's agent, with a thought before it. */
export function reActLineGrammar(): AnswerGrammar {
  const tool = lineWithout(['tool'], ['[', 'Finish']);
  const action = sequence(tool, literal('['), lineWithout([python.input], [']']), literal(']'));
  const finish = sequence(literal('Finish['), lineWithout([python.values, 'output'], [']']), literal(']'));
  return plainAnswer(
    sequence(
      literal('Thought: '),
      { kind: 'text', automaton: oneLine(), closing: '' },
      literal('\nAction: '),
      choice(action, finish),
    ),
  );
}

import type { PyDict } from '../../core/pyValue.ts';
import { intersect } from '../../grammar/automaton.ts';
import { charRange, charsOf, complement } from '../../grammar/charRanges.ts';
import { notBlank, oneLine, stripped, textUntil } from '../../grammar/delimitedText.ts';
import {
  type AnswerGrammar,
  choice,
  type Grammar,
  literal,
  oneOf,
  part,
  repetition,
  sequence,
} from '../../grammar/grammar.ts';
import { automatonOf } from '../../grammar/network.ts';
import { plainAnswer } from '../../parsers/shared/answerGrammars.ts';
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

const unquoted = automatonOf(
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
);
const bareLine = intersect(intersect(oneLine, stripped), unquoted);

/** A ReAct step: a thought, and an action with its input on a line each, or the final answer. */
export function reActGrammar(config: PyDict, runtime: 'js' | 'python'): AnswerGrammar {
  const keys = runtime === 'js' ? script : python;
  const names = textsOf(config.get('toolNames'));
  const words = [...actionWords, finalAnswer];
  const tool: Grammar =
    names.length > 0
      ? part(['tool'], 'text', choice(...names.map(literal)))
      : part(['tool'], 'text', {
          kind: 'text',
          automaton: intersect(bareLine, textUntil('', { without: words }).automaton),
          closing: '',
        });
  const input = part([keys.input], 'text', {
    kind: 'text',
    automaton: intersect(bareLine, textUntil('', { without: words }).automaton),
    closing: '',
  });
  const answer = textUntil('', {
    without: words,
    part: { path: [keys.values, 'output'], reads: 'stripped' },
    also: notBlank,
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
  const text = intersect(
    automatonOf(repetition(oneOf(complement(charsOf('<'))), 1, Number.POSITIVE_INFINITY)),
    textUntil('', { without: marks }).automaton,
  );
  const value = (path: readonly string[]) =>
    part(path, 'text', { kind: 'text', automaton: text, closing: '', words: marks });
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

import { type AnswerGrammar, literal, NoGrammarError, notBlank, sequence, textUntil } from '../../grammar/index.ts';
import { checkDelimiters, plainAnswer } from '../../parsers/shared/answerGrammars.ts';
import { defaultActionRegex } from './defaults.ts';
import type { readSettings } from './readSettings.ts';
import { ActionSearch } from './scanActions.ts';

const command = { path: ['0', 'command'], reads: 'stripped' } as const;

/** A thought and one action, as far as the pattern shows what stands around it. Throws `NoGrammarError` for other patterns and modes. */
export function actionGrammar({ mode, actionRegex }: ReturnType<typeof readSettings>): AnswerGrammar {
  if (mode !== 'actions_text')
    throw new NoGrammarError('The actions are calls of a tool, which the provider holds to its schema.');
  if (actionRegex === defaultActionRegex)
    return plainAnswer(
      sequence(
        textUntil('```mswea_bash_command'),
        literal('\n'),
        textUntil('\n```', { part: command, also: notBlank() }),
      ),
    );
  if (!ActionSearch.of(actionRegex))
    throw new NoGrammarError('The pattern of an action does not show what stands around it.');
  const [begin = '', end = ''] = actionRegex.split('(.*?)');
  checkDelimiters([begin, end]);
  return plainAnswer(sequence(textUntil(begin), textUntil(end, { part: command, also: notBlank() })));
}

import {
  type AnswerGrammar,
  type Automaton,
  choice,
  intersect,
  literal,
  NoGrammarError,
  notBeginning,
  notBlank,
  notBlankFirst,
  optional,
  part,
  sequence,
  textUntil,
} from '../../grammar/index.ts';
import { plainAnswer } from '../../parsers/shared/answerGrammars.ts';

const thought = { path: ['thought'], reads: 'stripped' } as const;
const action = { path: ['action'], reads: 'stripped' } as const;
const fence = '```';

/** A thought in which no line begins with a fence. */
function thoughtWithout(word: string): Automaton {
  return intersect(notBeginning(word), notBlank());
}

/** A thought, and a command in a bare fence, both on lines of their own, in which no line begins with a fence. */
export function fencedAction(): AnswerGrammar {
  return plainAnswer(
    sequence(
      textUntil(`\n${fence}`, { part: thought, also: thoughtWithout(fence) }),
      literal('\n'),
      textUntil(`\n${fence}`, { part: action, also: intersect(notBeginning(fence), notBlankFirst()) }),
      optional(literal('\n')),
    ),
  );
}

/** A thought, and a command between tags, each of which stands once. */
export function taggedAction(): AnswerGrammar {
  return plainAnswer(
    sequence(
      textUntil('<command>', { without: ['</command>'], part: thought, also: notBlank() }),
      textUntil('</command>', { without: ['<command>'], part: action, also: notBlank() }),
    ),
  );
}

/** A thought, and a command in one `bash` fence. */
export function bashAction(): AnswerGrammar {
  return plainAnswer(
    sequence(
      textUntil('```bash', { part: { path: ['thought'], reads: 'within' }, also: notBlank() }),
      literal('\n'),
      textUntil(`\n${fence}`, { part: { path: ['action'], reads: 'text' }, also: notBlank() }),
    ),
  );
}

/** One of the commands at the beginning, and what follows a blank behind it. Throws `NoGrammarError` where there is none. */
export function commandLine(names: readonly string[]): AnswerGrammar {
  const words = names.filter(name => /^\S+$/.test(name));
  if (words.length === 0) throw new NoGrammarError('No command is known, so no answer reads.');
  const rest = optional(sequence(literal(' '), textUntil('')));
  return plainAnswer(part(['action'], 'text', sequence(choice(...words.map(literal)), rest)));
}

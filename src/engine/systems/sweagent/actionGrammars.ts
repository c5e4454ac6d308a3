import {
  type AnswerGrammar,
  type Automaton,
  charRange,
  choice,
  type Grammar,
  intersect,
  literal,
  NoGrammarError,
  notBeginning,
  notBlank,
  notBlankFirst,
  oneOf,
  optional,
  part,
  repetition,
  SchemaGrammar,
  sequence,
  textUntil,
} from '../../grammar/index.ts';
import type { JsonSchema } from '../../json/jsonSchema.ts';
import { plainAnswer } from '../../parsers/shared/answerGrammars.ts';
import type { Command } from './sweAgentCommand.ts';

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

/** A thought and a command as one JSON object, with all arguments that a command declares: SWE-agent ends where one is missing. */
export function jsonCall(commands: readonly Command[]): AnswerGrammar {
  const calls = commands.map(
    ({ name, arguments: parameters }): JsonSchema => ({
      type: 'object',
      properties: {
        name: { const: name },
        arguments: {
          type: 'object',
          properties: Object.fromEntries(parameters.map(each => [each.name, schemaOf(each)])),
          required: parameters.map(each => each.name),
          additionalProperties: false,
        },
      },
      required: ['name', 'arguments'],
      additionalProperties: false,
    }),
  );
  if (calls.length === 0) throw new NoGrammarError('No command is known.');
  const made = new SchemaGrammar({}, []);
  const thought = part(['thought'], 'json', made.value({ type: 'string' }, ''));
  const start = sequence(
    ...[literal('{"thought":'), optional(literal(' ')), thought, literal(','), optional(literal(' '))],
    ...[literal('"command":'), optional(literal(' ')), made.value({ anyOf: calls }, ''), literal('}')],
  );
  return { start, rules: made.rules };
}

function schemaOf({ type }: Command['arguments'][number]): JsonSchema {
  return /^(?:string|integer|number|boolean)$/.test(type) ? { type } : { type: 'string' };
}

const opening = '<function=';
const digits = repetition(oneOf(charRange('0', '9')), 1, 6);
const range = sequence(literal('['), digits, literal(', '), digits, literal(']'), literal('</parameter>'));

/** A thought, and one call of a command between tags. */
export function taggedCall(commands: readonly Command[]): AnswerGrammar {
  const calls = commands.map(({ name, arguments: parameters }) =>
    sequence(
      literal(`${name}>\n`),
      ...parameters.map(each => (each.required ? parameter(each.name) : optional(parameter(each.name)))),
      literal('</function>'),
    ),
  );
  if (calls.length === 0) throw new NoGrammarError('No command is known.');
  return plainAnswer(sequence(textUntil(opening, { part: thought }), choice(...calls)));
}

function parameter(name: string): Grammar {
  const value = name === 'view_range' ? range : textUntil('</parameter>', { without: ['</function>'] });
  return sequence(literal(`<parameter=${name}>`), value, literal('\n'));
}

import {
  type AnswerGrammar,
  charRange,
  choice,
  type Grammar,
  literal,
  NoGrammarError,
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

const thought = { path: ['thought'], reads: 'stripped' } as const;
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

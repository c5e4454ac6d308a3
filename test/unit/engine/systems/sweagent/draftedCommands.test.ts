import { deepEqual } from 'node:assert/strict';
import { toPlain } from '../../../../../src/engine/core/pyValue.ts';
import { typeNamed } from '../../parsers/typeNamed.ts';

const called = (name: unknown, given: unknown) => ({
  function_calling: JSON.stringify({
    choices: [{ message: { content: 'x', tool_calls: [{ function: { name, arguments: JSON.stringify(given) } }] } }],
  }),
  json: JSON.stringify({ thought: 't', command: { name, arguments: given } }),
});

/** Calls, and the commands that a draft makes of them, each argument with its type and, where it may be left out, a question mark. */
const drafts: readonly (readonly [
  calls: readonly ReturnType<typeof called>[],
  commands: readonly string[] | 'none',
])[] = [
  [
    [called('find', { n: 1, file_name: 'a' }), called('find', { file_name: 'b' })],
    ['find file_name:string n:integer?'],
  ],
  [
    [called('look', { a: 'a', b: 1.5, c: true }), called('look', { a: null, d: [1], e: {} })],
    ['look a:string b:number? c:boolean? d:array? e:object?'],
  ],
  [[called('look', { 'a b': 1, '1x': 2, ok: true, 'a-b_1': 'x' })], ['look ok:boolean a-b_1:string']],
  [[called('bash', { command: 'ls' }), called('bash', { command: 'pwd' })], []],
  [[called('bash', { command: 'ls' }), called('bash', {})], ['bash command:string?']],
  [[called('bash', { command: 'ls', n: 1 })], ['bash command:string n:integer']],
  [[called('bash', { cmd: 'ls' })], ['bash cmd:string']],
  [
    [called('bash', { command: 'ls' }), called('look', {})],
    ['bash command:string', 'look'],
  ],
  [[called('look', [1])], ['look']],
  [[called('look', 'x')], ['look']],
  [[called('', { a: 1 })], 'none'],
  [[called(3, { a: 1 })], 'none'],
  [[called(undefined, {})], 'none'],
  [Array.from({ length: 52 }, (_, i) => called(`c${i}`, {})), Array.from({ length: 50 }, (_, i) => `c${i}`)],
];

suite('commands that a draft makes of calls', () => {
  for (const type of ['function_calling', 'json'] as const)
    for (const [calls, commands] of drafts)
      test(`${type}: ${calls[0]![type].slice(0, 120)}`, () => {
        const draft = typeNamed(type).responses?.draft?.(calls.map(each => each[type]));
        const made = draft && (toPlain(draft) as { commands?: readonly Drafted[] });
        deepEqual(made === undefined ? 'none' : (made.commands ?? []).map(told), commands);
      });

  test('a command says what it does by its name, an argument what it is', () => {
    const draft = typeNamed('json').responses!.draft!([called('look', { in_the_file: 'a' }).json]);
    const argument = { name: 'in_the_file', type: 'string', description: 'the in the file', required: true };
    deepEqual(toPlain(draft!), { commands: [{ name: 'look', docstring: 'runs look', arguments: [argument] }] });
  });
});

interface Drafted {
  readonly name: string;
  readonly arguments?: readonly { readonly name: string; readonly type: string; readonly required: boolean }[];
}

function told({ name, arguments: given = [] }: Drafted): string {
  return [name, ...given.map(each => `${each.name}:${each.type}${each.required ? '' : '?'}`)].join(' ');
}

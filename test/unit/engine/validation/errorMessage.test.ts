import assert from 'node:assert/strict';
import { errorMessage } from '../../../../src/engine/validation/errorMessage.ts';
import { compositeName, inside, type LineError } from '../../../../src/engine/validation/validator.ts';

const error = (msg: string): LineError => ({ type: 't', msg, input: 1, place: inside(undefined, 'v'), within: false });
const lines = (msg: string) =>
  `v\n  ${msg} [type=t, input_value=1, input_type=int]\n    For further information visit https://errors.pydantic.dev/2.13/v/t`;

suite('validation: messages', () => {
  test('of some errors all are told', () => {
    const message = errorMessage('M', [error('a'), error('b')]);
    assert.equal(message, `2 validation errors for M\n${lines('a')}\n${lines('b')}`);
  });

  test('one that grows past twenty million characters ends with the number of errors that are left', () => {
    const long = error('x'.repeat(20_000_000));
    const message = errorMessage('M', [long, error('b'), error('c')]);
    assert.match(message.slice(-100), /\/v\/t\n… and 2 more errors$/);
    assert.ok(errorMessage('M', [error('x'.repeat(19_000_000)), error('b')]).endsWith(lines('b')));
  });

  test('a name made of others is cut off where it is too long', () => {
    const names = (...parts: string[]) => parts.map(name => ({ name }));
    assert.equal(compositeName('union[', names('int', 'str')), 'union[int,str]');
    assert.equal(compositeName('tuple[', names('int', 'str'), ', '), 'tuple[int, str]');
    assert.equal(compositeName('a', []), 'a]');
    assert.equal(compositeName('list[', names('x'.repeat(20_000))), `list[${'x'.repeat(9995)}…`);
    assert.equal(compositeName('list[', names('x'.repeat(9995))), `list[${'x'.repeat(9995)}]`);
    const unasked = {
      get name(): string {
        throw new Error('asked');
      },
    };
    assert.match(compositeName('union[', [...names('x'.repeat(20_000)), unasked]), /x…$/);
  });
});

import { equal, throws } from 'node:assert/strict';
import { EngineError } from '../../../../../src/engine/core/errors.ts';
import { attempt, resultOrError } from '../../../../../src/engine/parsers/shared/attempt.ts';

suite('what may raise', () => {
  const raised = new EngineError('KeyError', 'a');
  const raise = (error: Error) => () => {
    throw error;
  };

  test('gives its result', () => {
    equal(
      attempt(() => 5),
      5,
    );
    equal(
      resultOrError(() => 5),
      5,
    );
  });

  test('or what it raises', () => {
    equal(attempt(raise(raised)), undefined);
    equal(resultOrError(raise(raised)), raised);
  });

  test('a fault of the program is thrown on', () => {
    for (const read of [attempt, resultOrError]) throws(() => read(raise(new TypeError('own'))), { message: 'own' });
  });
});

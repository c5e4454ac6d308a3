import { ResponseError } from '../../../../../src/engine/core/errors.ts';
import { toyType } from './toyType.ts';

/** The first number of an answer. */
export const toyCount = toyType({
  type: 'ToyCount',
  summary: 'The first number of an answer',
  want: 'list',
  answer: '42',
  example: 'There are 42.',
  template: '{\n  "type": "ToyCount",\n  "description": "How many"\n}\n',
  create: () => ({
    instruction: () => [{ text: 'Say how many there are.' }],
    read({ text }) {
      const found = /\d{1,9}/.exec(text ?? '');
      if (!found) throw new ResponseError('ToyError', 'There is no number.');
      const span = { start: found.index, end: found.index + found[0].length };
      return { value: Number(found[0]), fields: [{ key: 'count', value: Number(found[0]), span, inner: span }] };
    },
  }),
});

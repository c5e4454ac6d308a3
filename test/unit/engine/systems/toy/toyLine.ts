import { ResponseError } from '../../../../../src/engine/core/errors.ts';
import { toyType } from './toyType.ts';

/** The last line of an answer. */
export const toyLine = toyType({
  type: 'ToyLine',
  summary: 'The last line of an answer',
  want: 'list',
  answer: 'blue',
  example: 'I think so.\nblue',
  template: '{\n  "type": "ToyLine",\n  "description": "A colour"\n}\n',
  create: () => ({
    instruction: () => [{ text: 'End with a line that is the answer.' }],
    read({ text }) {
      const from = (text ?? '').lastIndexOf('\n') + 1;
      const value = (text ?? '').slice(from);
      const span = { start: from, end: from + value.length };
      if (value === '') throw new ResponseError('ToyError', 'The last line is empty.', { span });
      return { value, fields: [{ key: 'line', value, span, inner: span }] };
    },
  }),
});

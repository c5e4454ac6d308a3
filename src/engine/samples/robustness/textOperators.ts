import type { MutationOperator } from './operator.ts';

const text = { family: 'text', on: 'prose', needs: 'text' } as const;

/** What happens to a text on its way: line ends, marks and blanks. */
export const textOperators: readonly MutationOperator[] = [
  {
    ...text,
    name: 'crlf',
    summary: 'Windows line endings',
    needs: 'several lines',
    mutate: ({ text }) => (text.includes('\n') ? text.replace(/\r?\n/g, '\r\n') : undefined),
  },
  {
    ...text,
    name: 'byte-order-mark',
    summary: 'a byte order mark at the start',
    mutate: ({ text }) => `\ufeff${text}`,
  },
  {
    ...text,
    name: 'blanks-around',
    summary: 'blank lines and spaces around the answer',
    mutate: ({ text }, random) => `${'\n'.repeat(1 + random.below(3))}  ${text}${' '.repeat(1 + random.below(3))}\n\n`,
  },
  {
    ...text,
    name: 'indented',
    summary: 'everything indented',
    mutate: ({ text }) => text.replace(/^(?=[^\r\n])/gm, '    '),
  },
];

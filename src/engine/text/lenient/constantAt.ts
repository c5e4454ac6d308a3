import type { PyValue } from '../../core/pyValue.ts';

const constants: readonly (readonly [string, PyValue])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];

/** The constant whose letters, in any case, stand at a place of a text, with its value. */
export function constantAt(text: string, start: number): readonly [name: string, value: PyValue] | undefined {
  return constants.find(([name]) => text.slice(start, start + name.length).toLowerCase() === name);
}

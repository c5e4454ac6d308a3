import { deepEqual, ok } from 'node:assert/strict';
import { formattingChoices } from '../../../src/views/formattingChoices.ts';

suite('formattingChoices', () => {
  const { counters: choices, counterTypes } = formattingChoices();

  test('a counter that needs no model is picked by its name, under the system that its summary begins with', () => {
    const found = choices.filter(({ value }) => !value.includes(':'));
    const groups = Object.fromEntries(found.map(({ value, label, group }) => [`${value}=${label}`, group]));
    deepEqual(groups['CharTokenCounter=CharTokenCounter'], 'AgentScope');
    ok(found.every(({ group }) => group !== undefined && !group.includes(',')));
  });

  test('one that needs a model is picked with one, under its own name', () => {
    deepEqual(
      choices.filter(({ value }) => value.startsWith('GeminiTokenCounter')),
      [
        { value: 'GeminiTokenCounter:gemini-2.5-pro', label: 'gemini-2.5-pro', group: 'GeminiTokenCounter' },
        { value: 'GeminiTokenCounter:gemini-2.5-flash', label: 'gemini-2.5-flash', group: 'GeminiTokenCounter' },
      ],
    );
    const types = counterTypes.map(({ type }) => type);
    const withModels = new Set(choices.filter(({ value }) => value.includes(':')).map(({ group }) => group));
    deepEqual([...withModels].sort(), types.toSorted());
  });
});

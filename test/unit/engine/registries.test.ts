import { deepEqual, equal, ok } from 'node:assert/strict';
import { formatters, truncations } from '../../../src/engine/conversation/index.ts';
import type { RegistryEntry } from '../../../src/engine/core/registryEntry.ts';
import { logReaders } from '../../../src/engine/evaluation/index.ts';
import { exportFormats, importFormats } from '../../../src/engine/interchange/index.ts';
import { mutationOperators } from '../../../src/engine/samples/index.ts';
import { parserTypes } from '../../../src/engine/systems/registry.ts';
import { tokenCounterTypes } from '../../../src/engine/tokens/index.ts';

const registries: Readonly<Record<string, readonly RegistryEntry[]>> = {
  parserTypes,
  formatters,
  truncations,
  tokenCounterTypes,
  exportFormats,
  importFormats,
  mutationOperators,
  logReaders,
};

suite('published lists', () => {
  for (const [name, entries] of Object.entries(registries))
    test(`${name}: every entry has an id and a title of its own`, () => {
      ok(entries.length > 1);
      equal(new Set(entries.map(({ id }) => id)).size, entries.length);
      equal(new Set(entries.map(({ title }) => title)).size, entries.length);
      for (const { id, title } of entries) {
        ok(/^[\w-]+$/.test(id), id);
        ok(title.trim() === title && title !== '', id);
      }
    });

  test('an entry’s id is the name that files give it', () => {
    for (const { id, type } of [...parserTypes, ...tokenCounterTypes]) equal(id, type);
    for (const { id, name } of [...formatters, ...truncations, ...mutationOperators, ...logReaders]) equal(id, name);
    deepEqual(
      ['MarkdownJsonDictParser', 'custom'].map(id => parserTypes.find(each => each.id === id)?.title),
      ['MarkdownJsonDictParser (AgentScope)', 'Custom'],
    );
  });
});

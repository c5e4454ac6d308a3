import assert from 'node:assert/strict';
import type { Host } from '../../../../src/engine/core/host.ts';
import { createParser, exampleResponse, readDefinitions } from '../../../../src/engine/definition/index.ts';
import { parserTypes } from '../../../../src/engine/systems/registry.ts';
import { answers, type GoodAnswer } from './faults/answers.ts';
import { faults } from './faults/faults.ts';

// A repair takes names, keys and values from the answer or the definition, and never from anywhere else.

const host: Host = {
  async runPattern({ source, flags, text, groups }) {
    const found = [...text.matchAll(new RegExp(source, [...new Set(`${flags}gd`)].join('')))];
    const spans = found.flatMap(match => [
      match.indices![0]!,
      ...groups.map(group => match.indices![group] ?? [-1, -1]),
    ]);
    return { ok: true, spans: Int32Array.from(spans.flat()) };
  },
};

/** A text with its escapes undone. */
const plain = (text: string) =>
  text.replace(/\\(?:u([\da-fA-F]{4})|([nrtbf])|(.))/g, (_, code?: string, blank?: string, sign = '') =>
    code ? String.fromCharCode(Number.parseInt(code, 16)) : blank ? ' ' : sign,
  );
/** What the classes of agents call an answer, and the languages of their fences. */
const agentKeys = ['returnValues', 'return_values', 'output', 'json', 'bash'];
/** Of types without an answer in `answers.ts` the one that the registry has. */
const unlisted = parserTypes
  .filter(
    ({ type }) => type !== 'custom' && !answers.some(({ keys }) => keys.type === type) && type !== 'response_template',
  )
  .map(({ type, template, answer = '' }) => {
    const [definition] = readDefinitions(template, 'x.parser.json').definitions;
    const keys = JSON.parse(template.replace(/^\s*\/\/.*$/gm, '')) as GoodAnswer['keys'];
    return { name: type, keys, text: exampleResponse(definition!) ?? answer };
  });
const all = () => [...answers, ...unlisted, ...templates];

/** The words of a class's values that stand in no answer to it. */
async function wordsOfClass(type: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { keys, text } of all()) {
    if (keys.type !== type) continue;
    const [definition] = readDefinitions(JSON.stringify(keys), 'x.parser.json').definitions;
    const read = await createParser(definition!, host).parse(text);
    if (read.ok)
      found.push(
        ...textsIn(read.value)
          .flatMap(wordsOf)
          .filter(each => !wordsOf(text).includes(each)),
      );
  }
  return found;
}

/** The tags and labels of an example; of a template none, whose openings may hold a name of its own. */
function markupOf({ type }: { readonly type: string }, example: string): readonly string[] {
  if (type === 'response_template') return [];
  return example.match(/<[^<>\n]{1,60}>|\[\/?[A-Z_]+\]|```\w*|^[\p{L} ]+:/gmu) ?? [];
}

const word = /[\p{L}\p{N}_]+/gu;
const wordsOf = (text: string): readonly string[] => text.match(word) ?? [];

/** The keys and texts of plain data. */
function textsIn(value: unknown): readonly string[] {
  // A log holds the answer as it was written.
  if (typeof value === 'string') return [plain(value)];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [key, ...textsIn(item)]);
}

/** Names that stand for the answer's own in the openings of templates. */
const templates = [
  ['<call>(?P<name>\\w+)', '</call>', '<call>fetch', '</call>'],
  ['<function=(?P<name>[^>]+)>', '</function>', '<function=fetch>', '</function>'],
  ['\\[TOOL:(?P<name>[\\w.]+)\\]', '[/TOOL]', '[TOOL:fetch]', '[/TOOL]'],
].map(([open_pattern, close, begin, end]) => ({
  name: `response_template ${open_pattern}`,
  keys: {
    type: 'response_template',
    response_template: {
      start_anchor: '<bot>',
      fields: {
        calls: {
          open_pattern,
          close,
          repeats: true,
          content: 'json',
          transform: { name: '{name}', arguments: '{content}' },
        },
        content: { close: '<end>' },
      },
    },
  },
  text: `${begin}{"query": "green tea"}${end}`,
}));

suite('a repair invents nothing', () => {
  for (const { name, keys, text } of all())
    test(name, async () => {
      const source = JSON.stringify(keys);
      const [definition] = readDefinitions(source, 'x.parser.json').definitions;
      const parser = createParser(definition!, host);
      // What the class itself puts into a value, whatever the answer is; and what its format is written with.
      const own = await wordsOfClass(keys.type);
      const { marks } = definition!.parserType.responses ?? {};
      const written = [...(marks?.(definition!.source) ?? []), ...markupOf(keys, exampleResponse(definition!) ?? '')];
      const said = new Set([...wordsOf(source), ...own, ...written.flatMap(wordsOf), ...agentKeys]);
      for (const fault of faults) {
        const response = fault.make(text, '');
        if (response === undefined || response === text) continue;
        const known = new Set([
          ...said,
          ...[response, plain(response), plain(plain(response)), response.replaceAll('\\', '')].flatMap(wordsOf),
        ]);
        const { candidates } = await parser.diagnose(response);
        // Without edits it is the framework's own reading.
        for (const { value } of candidates.filter(({ edits }) => edits.length > 0))
          for (const each of textsIn(value).flatMap(wordsOf))
            assert.ok(known.has(each), `${fault.name}: ${each} in ${JSON.stringify(value)} of ${response}`);
      }
    });
});

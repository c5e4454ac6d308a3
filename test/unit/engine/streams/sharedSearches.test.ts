import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createParser, createReader, type Field, readDefinitions } from '../../../../src/node/engine.ts';
import { propertyRuns } from '../../../propertyRuns.ts';

// Where parse and a stream share a search, a fault of it shows in neither of them against the other: so here both are held
// against the pattern or the words of the source system.

/** The value that the source system gives; `undefined`: it raises. */
type Read = (text: string) => unknown;

const lastBetween: Read = text => {
  const open = text.lastIndexOf('<command>');
  const close = text.lastIndexOf('</command>');
  return open < 0 || close < 0 ? undefined : text.slice(open + '<command>'.length, Math.max(close, open + 9)).trim();
};
const blocks: Read = text => {
  const found = [...text.matchAll(/```bash\n(.*?)\n```/gs)].map(([, body]) => body);
  return found.length === 0 ? undefined : found.join('\n');
};
const firstCode: Read = text => /```js(.*?)```/s.exec(text)?.[1];
const xmlStep: Read = text => {
  const of = (pattern: RegExp) => pattern.exec(text)?.[1] ?? '';
  if (text.includes('</tool>')) return of(/<tool>([^<]*)<\/tool>/);
  return text.includes('<final_answer>') ? of(/<final_answer>([^<]*?)(?:<\/final_answer>|$)/) : undefined;
};
const zeroShot: Read = text => {
  if (text.includes('Final Answer:')) return text.split('Final Answer:').at(-1)!.trim();
  return /Action:(.*?)(?:\nAction Input:|$)/s.exec(text)?.[1]?.trim();
};

/** What the parser's value has in the place of what the source gives. */
type Part = (value: { readonly [key in 'action' | 'tool' | 'returnValues']?: unknown }) => unknown;
const action: Part = value => value.action;
const code: Part = value => value;
const step: Part = value => value.tool ?? (value.returnValues as { readonly output: string }).output;

const forms: readonly (readonly [
  keys: { readonly type: string; readonly language_name?: string },
  words: readonly string[],
  read: Read,
  part: Part,
])[] = [
  [{ type: 'xml_thought_action' }, ['<command>', '</command>', 'ls', ' ', '<com', 'mand>', '</'], lastBetween, action],
  [{ type: 'all_bash_code_blocks' }, ['```bash\n', '\n```', 'ls', '\n', '```', '`', 'bash\n'], blocks, action],
  [{ type: 'MarkdownCodeBlockParser', language_name: 'js' }, ['```js', '```', '`', 'js', 'x'], firstCode, code],
  [
    { type: 'XMLAgentOutputParser' },
    ['<tool>', '</tool>', '<final_answer>', '</final_answer>', 's', '<', '<to', 'ol>', '</tool_input>', '<b>'],
    xmlStep,
    step,
  ],
  [
    { type: 'ZeroShotAgentOutputParser' },
    ['Action:', '\nAction Input:', 'x', '\nAction', 'Final Answer:'],
    zeroShot,
    step,
  ],
];

suite('searches that parse and streams share', () => {
  for (const [keys, words, read, part] of forms)
    test(`${keys.type}: what the source system finds, whole and in pieces @slow`, async () => {
      const [definition] = readDefinitions(JSON.stringify(keys), 'x.parser.json').definitions;
      const parser = createParser(definition!);
      // A long piece is searched in another way than a short one.
      const word = fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom(...words) },
        { weight: 1, arbitrary: fc.constant('word '.repeat(8)) },
      );
      await fc.assert(
        fc.asyncProperty(fc.array(fc.array(word, { maxLength: 4 }), { maxLength: 5 }), async pieces => {
          const cut = pieces.map(each => each.join(''));
          const text = cut.join('');
          const result = await parser.parse(text);
          const wanted = read(text);
          assert.equal(result.ok, wanted !== undefined);
          if (!result.ok) return;
          assert.deepEqual(part(result.value as object), wanted);
          const reader = createReader(definition!);
          const last = cut.map(piece => reader.push(piece)).at(-1);
          for (const { key, value, span } of last?.closed ?? []) {
            const same: Field | undefined = result.fields.find(field => field.key === key);
            assert.deepEqual({ value, span }, same && { value: same.value, span: same.span });
          }
        }),
        { numRuns: propertyRuns(400, 1500) },
      );
    });
});

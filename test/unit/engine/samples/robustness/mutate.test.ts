import assert from 'node:assert/strict';
import type { Random } from '../../../../../src/engine/core/random.ts';
import type { Field } from '../../../../../src/engine/core/result.ts';
import { anatomyOf } from '../../../../../src/engine/samples/robustness/anatomy.ts';
import { mutationOperators } from '../../../../../src/engine/samples/robustness/operators.ts';

/** A choice that is always the same: the one at an index, or the last where there are fewer. */
const choosing = (index: number): Random => ({
  below: limit => Math.min(index, limit - 1),
  pick: items => items[Math.min(index, items.length - 1)]!,
});
const first = 0;
const last = Number.MAX_SAFE_INTEGER;

/** The fields of a text that were read from `begin` and `end` around a value: `[A]|[/A]`. */
function fieldsOf(text: string, around: readonly string[]): readonly Field[] {
  return around.map(written => {
    const [begin = '', end = ''] = written.split('|');
    const start = text.indexOf(begin);
    const from = start + begin.length;
    const line = text.indexOf('\n', from);
    const until = end === '' ? (line < 0 ? text.length : line) : text.indexOf(end, from);
    const inner = { start: from, end: until };
    return { key: begin, value: text.slice(from, until), span: { start, end: until + end.length }, inner };
  });
}

function mutate(name: string, text: string, around: readonly string[], choice: number): string | undefined {
  const operator = mutationOperators.find(each => each.name === name);
  const mutated = operator!.mutate(anatomyOf(text, fieldsOf(text, around), ''), choosing(choice));
  return typeof mutated === 'string' ? mutated : mutated?.text;
}

const tagged = '[A]one two[/A]\n[B]three[/B]';
const inTags = ['[A]|[/A]', '[B]|[/B]'];
const labels = 'Thought: rain\nAction: walk';
const inLabels = ['Thought:|', 'Action:|'];
const nested = '<call>\n<x>12345</x>\n</call>';

/** `undefined`: the operator does not apply. */
type Row = readonly [
  operator: string,
  what: string,
  text: string,
  around: readonly string[],
  mutated: string | undefined,
  choice?: number,
];

const rows: readonly Row[] = [
  ['cut-in-value', 'the first place in a text', tagged, inTags, '[A]o', first],
  ['cut-in-value', 'the last place, before its last two letters', tagged, inTags, '[A]one two[/A]\n[B]thr', last],
  ['cut-in-value', 'a short text', '[A]one[/A]', ['[A]|[/A]'], undefined],
  ['cut-in-value', 'a text in JSON, not its key', '{"long name": "abcd"}', [], '{"long name": "a', first],
  ['cut-in-value', 'JSON without texts', '{"long name": [12345]}', [], undefined],
  ['cut-before-end', 'the last tag', tagged, inTags, '[A]one two[/A]\n[B]three'],
  ['cut-before-end', 'labels have no end', labels, inLabels, undefined],
  ['cut-before-end', 'JSON, without the words behind it', 'So: {"a": [1]} ok', [], 'So: {"a": [1]'],
  ['cut-early', 'the first character', 'abcdefghi', [], 'a', first],
  ['cut-early', 'the first third', 'abcdefghi', [], 'abc', last],
  ['cut-early', 'a short answer', 'abcde', [], undefined],

  ['fence-language-other', 'shell', '```sh\nls\n```', [], '```shell\nls\n```'],
  ['fence-language-other', 'bash', '```bash\nls\n```', [], '```sh\nls\n```'],
  ['fence-language-other', 'python', '```python\n1\n```', [], '```py\n1\n```'],
  ['fence-language-other', 'javascript', '```javascript\n1\n```', [], '```js\n1\n```'],
  ['fence-language-other', 'typescript', '```typescript\n1\n```', [], '```ts\n1\n```'],
  ['fence-language-other', 'json', '```json\n1\n```', [], '```jsonc\n1\n```'],
  ['fence-added', 'tags that are not XML', tagged, inTags, `\`\`\`\n${tagged}\n\`\`\``],
  ['fence-added', 'tags behind a line', `So:\n${tagged}`, inTags, `So:\n\`\`\`\n${tagged}\n\`\`\``],
  ['fence-added', 'tags behind a word', 'So: <a>x</a>', ['<a>|</a>'], 'So: \n```xml\n<a>x</a>\n```'],
  ['fence-added', 'JSON', '{"a": 1}', [], '```json\n{"a": 1}\n```'],
  ['fence-added', 'an answer that has one', '```\nls\n```', [], undefined],

  ['trailing-comma', 'in one line', '{"a": 1}', [], '{"a": 1,}'],
  ['trailing-comma', 'before the line of the bracket', '{\n  "a": 1\n}', [], '{\n  "a": 1,\n}'],
  ['trailing-comma', 'behind an object', '[{"a": 1} ]', [], '[{"a": 1}, ]'],
  ['trailing-comma', 'no members', '{ }', [], undefined],
  ['python-literals', 'all three', '[true, false, null]', [], '[True, False, None]'],
  ['python-literals', 'none', '["true", 1]', [], undefined],
  ['unquoted-keys', 'words only', '{"a b": 1, "c": 2}', [], '{"a b": 1, c: 2}'],
  ['unquoted-keys', 'none', '["a"]', [], undefined],
  ['no-break-spaces', 'behind a tab', '{\t "a": 1}', [], '{\t\u00a0"a":\u00a01}'],
  ['no-break-spaces', 'tabs alone', '{\t"a":\t1}', [], undefined],

  ['list-parentheses', 'numbers of two digits', '9. foo\n10. bar', ['9. |', '10. |'], '9) foo\n10) bar'],
  ['list-parentheses', 'one item', '9. foo', ['9. |'], undefined],

  ['two-answers', 'an answer among words', 'So: [1] ok', [], 'So: [1] ok\n\n[1]'],
  ['draft-before', 'words alone', 'Just so.', [], undefined],
  ['draft-in-reasoning', 'words alone', 'Just so.', [], undefined],
  ['two-answers', 'blanks', ' \n', [], undefined],

  ['tag-case', 'marks before the name', '[/1a]x[//1a]', ['[/1a]|[//1a]'], '[/1A]x[//1A]'],
  [
    'tag-spaces',
    'long names',
    '[my thought]x[/my thought]',
    ['[my thought]|[/my thought]'],
    '[ my thought ]x[/ my thought ]',
  ],
  ['tag-spaces', 'names in lines', '[my\nx]y[/my\nx]', ['[my\nx]|[/my\nx]'], '[ my\nx ]y[/ my\nx ]'],
  ['tag-emphasis', 'labels', labels, inLabels, '**Thought:** rain\n**Action:** walk'],
  ['tag-end-missing', 'labels', labels, inLabels, undefined],
  ['tag-end-missing', 'the last', tagged, inTags, '[A]one two[/A]\n[B]three', last],
];

suite('mutations of a text', () => {
  for (const [operator, what, text, around, expected, choice = first] of rows)
    test(`${operator}: ${what}`, () => assert.equal(mutate(operator, text, around, choice), expected));

  test('cut-before-end: the tag around others', () => {
    const start = nested.indexOf('<x>') - 1;
    const end = nested.indexOf('</call>');
    const field: Field = {
      key: 'k',
      value: { x: 12345 },
      span: { start: 0, end: nested.length },
      inner: { start, end },
    };
    const operator = mutationOperators.find(({ name }) => name === 'cut-before-end')!;
    assert.equal(operator.mutate(anatomyOf(nested, [field], ''), choosing(first)), nested.slice(0, end));
  });

  const words: readonly (readonly [operator: string, form: RegExp])[] = [
    ['prose-before', /^(\p{Lu}[^\n]{9,}[.!:])\n\n\{"a": 1\}$/u],
    ['prose-after', /^\{"a": 1\}\n\n(\p{Lu}[^\n]{9,}[.!])$/u],
    ['reasoning-before', /^<think>\n(\p{Lu}[^\n]{9,}\.)\n<\/think>\n\n\{"a": 1\}$/u],
    ['reasoning-end-only', /^(\p{Lu}[^\n]{9,}\.)\n<\/think>\n\n\{"a": 1\}$/u],
    [
      'draft-in-reasoning',
      /^<think>\n(\p{Lu}[^\n]{9,}\.) Something like:\n\{"a": "\.\.\."\}\n<\/think>\n\n\{"a": 1\}$/u,
    ],
  ];
  for (const [operator, form] of words)
    test(`${operator}: whole sentences, each another one`, () => {
      const said = [0, 1, 2].map(choice => form.exec(mutate(operator, '{"a": 1}', [], choice) ?? '')?.[1]);
      assert(
        said.every(sentence => sentence !== undefined),
        JSON.stringify(said),
      );
      assert.equal(new Set(said).size, said.length);
    });
});

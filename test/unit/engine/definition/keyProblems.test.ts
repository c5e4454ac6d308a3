import assert from 'node:assert/strict';
import type { Problem } from '../../../../src/engine/core/problem.ts';
import type { Edit } from '../../../../src/engine/core/span.ts';
import { readDefinitions } from '../../../../src/engine/definition/index.ts';

const codes = ['unknown-value-key', 'unasked-key', 'unreachable-key', 'listed-twice', 'impossible-expectation'];

function apply(text: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.span.start - a.span.start)
    .reduce((old, { span, text }) => old.slice(0, span.start) + text + old.slice(span.end), text);
}

function problemsOf(text: string): readonly Problem[] {
  return readDefinitions(text, 'x.parser.json').problems.filter(({ code }) => codes.includes(code));
}

/** Each problem as its code, the text that it underlines and its message; then its fixes, which all must help. */
function problems(text: string): string[] {
  return problemsOf(text).map(problem => {
    const { code, span, message, fixes = [] } = problem;
    for (const { title, edits } of fixes) {
      const fixed = apply(text, edits);
      const { problems } = readDefinitions(fixed, 'x.parser.json');
      const count = (all: readonly Problem[]) => all.filter(one => one.message === message).length;
      assert.ok(count(problems) < count(problemsOf(text)), `${title} does not help:\n${fixed}`);
      assert.ok(
        problems.every(one => one.code !== 'syntax-error'),
        fixed,
      );
    }
    return `${code} ${text.slice(span.start, span.end)}: ${[message, ...fixes.map(({ title }) => title)].join(' | ')}`;
  });
}

suite('problems with keys', () => {
  const hint = '"content_hint": {"thought": "t", "speak": "s"}';
  const dict = (rest: string) => `{"type": "MarkdownJsonDictParser", ${rest}}`;
  const tag = (name: string) =>
    `{"name": "${name}", "tag_begin": "<${name}_>", "content_hint": "x", "tag_end": "</${name}_>"}`;
  const tags = (rest: string) =>
    `{"type": "MultiTaggedContentParser", "tagged_contents": [${tag('thought')}, ${tag('speak')}]${rest}}`;
  const sample = (expect: string) => `"samples": [{"text": "x", "expect": ${expect}}]`;
  const schema =
    '"content_schema": {"type": "object", "properties": {"thought": {"type": "string"}, "speak": {"type": "string"}}}';

  for (const [name, text, expected] of [
    ['nothing', dict(hint), []],
    [
      'a misspelt key in a filter',
      dict(`${hint}, "keys_to_content": "speek"`),
      [
        'unknown-value-key "speek": `keys_to_content` names `speek`, but the hint has no such key. Did you mean `speak`? | Change to "speak" | Add "speek" to the hint',
      ],
    ],
    [
      'an unknown key in a list that has the nearest one',
      dict(`${hint}, "keys_to_memory": ["speak", "speek", "vote"]`),
      [
        'unknown-value-key "speek": `keys_to_memory` names `speek`, but the hint has no such key. Known keys: `thought` and `speak`. | Add "speek" to the hint | Remove "speek" from keys_to_memory',
        'unknown-value-key "vote": `keys_to_memory` names `vote`, but the hint has no such key. Known keys: `thought` and `speak`. | Add "vote" to the hint | Remove "vote" from keys_to_memory',
      ],
    ],
    [
      'a required key that the hint does not have',
      dict(`${hint}, "required_keys": ["thought", "vote_for"]`),
      [
        'unasked-key "vote_for": `vote_for` is required, but the hint has no such key. Known keys: `thought` and `speak`. | Add "vote_for" to the hint | Remove "vote_for" from required_keys',
      ],
    ],
    [
      'an empty name',
      dict(`${hint}, "required_keys": [""], "keys_to_metadata": [""]`),
      [
        'unasked-key "": `""` is required, but the hint has no such key. Known keys: `thought` and `speak`. | Remove "" from required_keys',
        'unknown-value-key "": `keys_to_metadata` names `""`, but the hint has no such key. Known keys: `thought` and `speak`. | Remove "" from keys_to_metadata',
      ],
    ],
    [
      'a hint with placeholders',
      dict(
        String.raw`"content_hint": "{\"thought\": what you think, \"speak\": <words>, \"and a mood\"}", "keys_to_content": "though", "keys_to_memory": true, "keys_to_metadata": ["mood", "vote"]`,
      ),
      [
        'unknown-value-key "though": `keys_to_content` names `though`, but the hint has no such key. Did you mean `thought`? | Change to "thought"',
      ],
    ],
    ['a hint that is text', dict('"content_hint": "{thought, speak}", "keys_to_content": "speek"'), []],
    ['no hint', dict('"keys_to_content": "speek", "required_keys": ["x"]'), []],
    [
      'an instruction that speaks of the key',
      dict(`${hint}, "format_instruction": "{content_hint} and perhaps mood", "keys_to_metadata": ["mood"]`),
      [],
    ],
    [
      'text that holds JSON',
      dict('"content_hint": "{\\"speak\\": 1}", "keys_to_content": "speek"'),
      [
        'unknown-value-key "speek": `keys_to_content` names `speek`, but the hint has no such key. Did you mean `speak`? | Change to "speak"',
      ],
    ],
    [
      'a schema',
      dict(`${schema}, "keys_to_content": "speek", "required_keys": ["vote"]`),
      [
        'unknown-value-key "speek": `keys_to_content` names `speek`, but the schema has no such property. Did you mean `speak`? | Change to "speak"',
        'unasked-key "vote": `vote` is required, but the schema has no such property. Known keys: `thought` and `speak`. | Remove "vote" from required_keys',
      ],
    ],
    [
      'tags',
      tags(', "keys_allow_missing": ["spek"], "keys_to_content": "Thought"'),
      [
        'unknown-value-key "spek": `keys_allow_missing` names `spek`, but no tag has this name. Did you mean `speak`? | Change to "speak" | Remove "spek" from keys_allow_missing',
        'unknown-value-key "Thought": `keys_to_content` names `Thought`, but no tag has this name. Did you mean `thought`? | Change to "thought"',
      ],
    ],
    ['a module of one’s own', '{"type": "custom", "module": "a.mjs", "keys_to_content": "x"}', []],
    [
      'wrong values are told once, elsewhere',
      dict(`${hint}, "keys_to_content": 3, "keys_to_memory": ["thought", 4]`),
      [],
    ],
    [
      'a key that goes nowhere',
      dict(`${hint}, "keys_to_content": "speak", "keys_to_memory": ["speak"]`),
      [
        'unreachable-key "thought": `thought` goes to neither content, memory nor metadata. | Add "thought" to keys_to_memory | Add "thought" to keys_to_metadata',
      ],
    ],
    [
      'a key that goes nowhere, metadata off',
      dict(`${hint}, "keys_to_content": "speak", "keys_to_memory": "speak", "keys_to_metadata": false`),
      [
        'unreachable-key "thought": `thought` goes to neither content, memory nor metadata. | Add "thought" to keys_to_metadata',
      ],
    ],
    [
      'a name twice',
      dict(
        `${hint}, "keys_to_memory": ["speak", "thought", "speak" /* again */, "speak"], "required_keys": ["thought", /* x */ "thought"]`,
      ),
      [
        'listed-twice "speak": `keys_to_memory` lists `speak` twice. | Remove the second "speak"',
        'listed-twice "speak": `keys_to_memory` lists `speak` twice. | Remove the second "speak"',
        'listed-twice "thought": `required_keys` lists `thought` twice. | Remove the second "thought"',
      ],
    ],
    [
      'expectations that a list of keys cannot meet',
      dict(
        `${hint}, "keys_to_memory": ["speak"], "keys_to_metadata": [], ${sample('{"memory": {"speek": 1}, "metadata": {"a": 1}, "content": {"x": 1}}')}`,
      ),
      [
        'impossible-expectation "speek": `memory` cannot have `speek`, which `keys_to_memory` does not let pass. Did you mean `speak`? | Change to "speak"',
        'impossible-expectation "a": `metadata` cannot have `a`, which `keys_to_metadata` does not let pass.',
      ],
    ],
    [
      'expectations of nothing, and of no object',
      dict(`${hint}, "keys_to_memory": ["speak", "thought"], ${sample('{"memory": "x", "metadata": {"a": 1}}')}`),
      [
        'impossible-expectation "x": `memory` is always an object, not a string.',
        'impossible-expectation {"a": 1}: `metadata` is always `null`: `keys_to_metadata` lets nothing pass.',
      ],
    ],
    [
      'nothing is expected',
      dict(`${hint}, "keys_to_content": false, ${sample('{"content": null, "metadata": null}')}`),
      [],
    ],
    [
      'keys of an exact value',
      tags(
        `, "keys_to_content": "speak", ${sample('{"value": {"speak": {"x": 1}, "spek": 1}, "memory": {"vote": 1}, "content": {"y": 1}}')}`,
      ),
      [
        'impossible-expectation "spek": `value` cannot have `spek`, which the value never has. It has `thought` and `speak`.',
        'impossible-expectation "vote": `memory` cannot have `vote`, which the value never has. It has `thought` and `speak`.',
      ],
    ],
    [
      'an error and a value',
      dict(`${hint}, ${sample('{"value": {"speak": 1}, "error": "JsonParsingError"}')}`),
      ['impossible-expectation "error": A response gives an error or a value, never both. Expect one of them.'],
    ],
    ['keys that a model may add', dict(`${hint}, ${sample('{"value": {"vote": 1}}')}`), []],
    [
      'a type without filters',
      `{"type": "MarkdownJsonObjectParser", ${sample('{"value": 1, "content": 1}')}}`,
      ['impossible-expectation "content": `MarkdownJsonObjectParser` has no filters, so no response gives `content`.'],
    ],
  ] as const)
    test(name, () => assert.deepEqual(problems(text), expected));

  test('fixes keep the layout', () => {
    const text = `{\r\n  "type": "MarkdownJsonDictParser",\r\n  "content_hint": {\r\n    "a": "x", // first\r\n  },\r\n  "keys_to_content": "b😀"\r\n}`;
    const fix = problemsOf(text)[0]?.fixes?.at(-1);
    assert.equal(apply(text, fix?.edits ?? []), text.replace('// first\r\n', '// first\r\n    "b😀": "the b😀",\r\n'));
    const empty = '{"type": "MarkdownJsonDictParser", "content_hint": {}, "keys_to_content": "b"}';
    assert.equal(apply(empty, problemsOf(empty)[0]?.fixes?.[0]?.edits ?? []), empty.replace('{}', '{ "b": "the b" }'));
  });

  test('many problems are bounded @slow', () => {
    const names = Array.from({ length: 20_000 }, (_, i) => `unknown${i}`);
    const text = JSON.stringify({
      type: 'MarkdownJsonDictParser',
      content_hint: Object.fromEntries(names.map(name => [`${name}x`, ''])),
      keys_to_content: names,
      keys_to_memory: [],
      required_keys: [...names, ...names],
    });
    assert.equal(problemsOf(text).length, 150);
  });
});

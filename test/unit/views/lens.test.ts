import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createParser, readDefinitions, split } from '../../../src/engine/index.ts';
import { diagnosisModel } from '../../../src/views/diagnosisModel.ts';
import { type LensExtras, lensRows } from '../../../src/views/lens.ts';
import type { LensPlace, LensWords, ValueItem } from '../../../src/views/lensItem.ts';
import { fitted, maxRow } from '../../../src/views/lensRoom.ts';
import { type ResponseModel, responseModel } from '../../../src/views/responseModel.ts';
import { selectedText } from '../../../src/views/selectedText.ts';

const words: LensWords = {
  unescaped: 'unescaped',
  repaired: 'repaired',
  binary: 'contains NUL characters',
  nothingRecognised: 'nothing recognised',
  strays: { lost: count => `${count} lost`, 'left-over': count => `${count} left over` },
  toolError: 'tool error',
  notRun: 'not run: Restricted Mode',
  warnings: count => `${count} warnings`,
  atLine: (cause, line) => `${cause}, line ${line}`,
  after: (cause, piece) => `${cause} after ${piece}`,
  repair: (confidence, lossy) => `Apply Repair (${confidence} %${lossy ? ', lossy' : ''})`,
  repairs: (count, confidence) => `${count} Repairs (${confidence} %)…`,
  repairTooltip: value => value,
  showRepair: { title: 'Show Repair', tooltip: '' },
  explain: cause => `Explain ${cause}`,
  partly: error => `Mended: ${error}`,
  feedback: { title: 'Feedback', tooltip: '' },
  save: { title: 'Save as Sample', tooltip: '' },
  clear: { title: 'Clear', tooltip: '' },
  trust: { title: 'Manage Workspace Trust', tooltip: '' },
};

function placeIn(text: string): (offset: number) => LensPlace {
  return offset => {
    const line = text.slice(0, offset).split('\n').length - 1;
    return { line, indent: /^ */.exec(text.split('\n')[line] ?? '')![0].length };
  };
}

async function modelOf(definition: object, text: string): Promise<ResponseModel> {
  const read = readDefinitions(JSON.stringify(definition), 'file:///x.parser.json').definitions[0]!;
  const result = await createParser(read).parse(text);
  return responseModel({ definition: read, result, splits: result.ok ? split(read, result) : undefined, text });
}

/** The rows as VS Code draws them: the line's number, its indentation, and the titles. */
function drawn(model: ResponseModel, text: string, extras: LensExtras = {}): string[] {
  const place = placeIn(text);
  return lensRows(model, words, place, extras).map(({ line, items }) => {
    const start = text.split('\n').slice(0, line).join('\n').length + (line > 0 ? 1 : 0);
    return `${line}: ${' '.repeat(place(start).indent)}${items.map(({ title }) => title).join(' | ')}`;
  });
}

const tagged = (more: object = {}) => ({
  type: 'MultiTaggedContentParser',
  tagged_contents: ['thought', 'speak', 'suspects'].map(name => ({
    name,
    tag_begin: `[${name.toUpperCase()}]`,
    content_hint: 'x',
    tag_end: `[/${name.toUpperCase()}]`,
  })),
  keys_to_content: 'speak',
  keys_to_memory: ['thought', 'speak'],
  keys_to_metadata: ['suspects'],
  ...more,
});
const answer = '[THOUGHT]Hm.[/THOUGHT]\n[SPEAK]Player 2 it is.[/SPEAK]\n[SUSPECTS]["Player 2"][/SUSPECTS]';

/** Whether a row has its editor's width, or nothing that could be left out. */
function isShort(row: string): boolean {
  const titles = row.replace(/^\d+: +/, '');
  const isNames = /^([✓⚠✗] \S+( · [\w ]+( \(\+\d\))?)?|toC|toM|Apply|\d+ Rep|Feedback)[^"{[]*$/.test(titles);
  return titles.length <= 33 || (isNames && titles.length <= maxRow);
}

suite('lens rows', () => {
  test('splits of one value are one lens', async () => {
    const definition = {
      type: 'MarkdownJsonDictParser',
      name: 'wolf discussion',
      content_hint: { speak: 'x', finish_discussion: true },
      keys_to_content: 'speak',
      keys_to_memory: 'speak',
      keys_to_metadata: ['finish_discussion'],
    };
    const text = '```json\n{\n"speak": "I say we eliminate Player 3.",\n"finish_discussion": true\n}\n```';
    assert.deepEqual(drawn({ ...(await modelOf(definition, text)), name: 'wolf discussion' }, text), [
      '0: ✓ wolf discussion',
      '2: toContent = toMemory "I say w…"',
      '3: toMetadata {finish_discussion}',
    ]);
    const chinese = text.replace('I say we eliminate Player 3.', '我们今晚应该投票给三号玩家');
    assert.equal(drawn(await modelOf(definition, chinese), chinese)[1], '2: toContent = toMemory "我们今…"');
  });

  test('where two share a line and do not fit, the later moves to the next part that feeds it', async () => {
    const definition = {
      type: 'MarkdownJsonDictParser',
      content_hint: { thought: 'x', speak: 'x' },
      keys_to_content: ['thought', 'speak'],
      keys_to_memory: 'thought',
      keys_to_metadata: ['speak'],
    };
    const text = '```json\n{\n"thought": "Who knows that?",\n"speak": "Not I."\n}\n```';
    assert.deepEqual(drawn(await modelOf(definition, text), text), [
      '0: ✓ x | Save as Sample | Clear',
      '2: toContent {thought,…} | toMemory',
      '3: toMetadata {speak}',
    ]);
    const later = { ...definition, keys_to_memory: ['speak', 'thought'], keys_to_metadata: false };
    assert.deepEqual(drawn(await modelOf(later, text), text).slice(1), [
      '2: toContent {thought, speak}',
      '3: toMemory {speak, thought}',
    ]);
  });

  test('each split stands above the first part that feeds it', async () => {
    assert.deepEqual(drawn(await modelOf(tagged(), answer), answer), [
      '0: ✓ x | toMemory {thought, speak}',
      '1: toContent "Player 2 it is."',
      '2: toMetadata {suspects}',
    ]);
  });

  test('names come first and whole, whatever shares their line', async () => {
    const line = answer.replaceAll('\n', ' ').replace('Player 2 it is.', 'I say we eliminate Player 2 tonight.');
    assert.deepEqual(drawn(await modelOf(tagged(), line), line), ['0: ✓ x | toContent | toMemory | toMetadata']);
    const nested = `${' '.repeat(38)}${line}`;
    assert.deepEqual(drawn(await modelOf(tagged(), nested), nested), [
      `0: ${' '.repeat(38)}✓ x | toContent | toMemory | toMetadata`,
    ]);
  });

  test('a filter that raises is a warning, never a tick, and says so in the hover', async () => {
    const model = await modelOf(tagged({ keys_to_content: 'speek' }), answer);
    const [row] = lensRows(model, words, placeIn(answer));
    assert.equal(row?.items[0]?.title, '⚠ x');
    assert.match(row?.items[0]?.tooltip ?? '', /toContent: KeyError: 'speek'/);
    assert.ok(row?.items.some(({ title }) => title.startsWith('toContent ✗ KeyError')));
  });

  test('an error says its class and its text, and above its place what the model is told', async () => {
    const text = '```json\n{\n  speak: "x"\n}\n```';
    const model = await modelOf({ type: 'MarkdownJsonDictParser', content_hint: { speak: 'x' } }, text);
    const [row, lower] = lensRows(model, words, placeIn(text));
    assert.deepEqual([lower?.line, lower?.items.map(({ title }) => title)], [2, ['Feedback']]);
    assert.deepEqual(
      row?.items.map(({ title }) => title),
      ['✗ JsonParsingError · Expecting…'],
    );
    assert.match(row?.items[0]?.tooltip ?? '', /JsonParsingError: The content between/);
  });

  test('a missing tag', async () => {
    const text = '[THOUGHT]Hm.[/THOUGHT]\n[SPEAK]I say';
    const [row] = drawn(await modelOf(tagged(), text), text);
    assert.equal(row, '0: ✗ TagNotFoundError · Missing ta…');
  });

  suite('with the cause', () => {
    const dict = { type: 'MarkdownJsonDictParser', content_hint: { thought: 'x', speak: 'x' } };

    async function drawnWithCause(definition: object, text: string): Promise<string[]> {
      const read = readDefinitions(JSON.stringify(definition), 'file:///x.parser.json').definitions[0]!;
      const diagnosis = diagnosisModel(await createParser(read).diagnose(text), { text, selected: selectedText(text) });
      return drawn(await modelOf(definition, text), text, { diagnosis });
    }

    test("it stands beside the framework's class, and the repair above its place", async () => {
      assert.deepEqual(await drawnWithCause(dict, '```json\n{\n  "thought": "Hm"\n  "speak": "x"\n}\n```'), [
        '0: ✗ JsonParsingError · missing comma',
        '2:   Apply Repair (99 %) | Feedback',
      ]);
    });

    test('where there is nothing to repair, or mending is not enough, that is said', async () => {
      assert.deepEqual(await drawnWithCause(dict, 'I’m sorry, but I can’t help with that.'), [
        '0: ✗ JsonParsingError · refusal | Feedback',
      ]);
      const strict = { ...dict, required_keys: ['thought'] };
      assert.deepEqual(await drawnWithCause(strict, "```json\n{'speak': 'x'}\n```"), [
        '0: ✗ JsonParsingError · single quotes',
        '1: Mended: RequiredFieldNotFoundError',
      ]);
    });

    test('what is cut off is called so, whatever the edits add', async () => {
      const [row] = await drawnWithCause(dict, '```json\n{"thought": "Hm", "sp');
      assert.match(row ?? '', /^0: ✗ JsonParsingError · cut off \(\+1\)|^0: ✗ TagNotFoundError · cut off/);
    });

    test('where one line has all, the repair is in the light bulb', async () => {
      const line = '[thought]Hm.[/thought] [SPEAK]I say[/SPEAK] [SUSPECTS][][/SUSPECTS]';
      assert.deepEqual(await drawnWithCause(tagged(), line), ['0: ✗ TagNotFoundError · tag case | Feedback']);
    });

    test('several causes and several repairs are counted', async () => {
      const cut = '[THOUGHT]Hm.[/THOUGHT]\n[SPEAK]I say[/SPEAK]\n[SUSPECTS]["Player';
      assert.deepEqual(await drawnWithCause(tagged(), cut), [
        '0: ✗ TagNotFoundError · cut off (+1)',
        '2: 2 Repairs (75 %)… | Feedback',
      ]);
      const several = '```json\n{"thought": "Hm",\n\'speak\': True,}\n```';
      assert.deepEqual(await drawnWithCause(dict, several), [
        '0: ✗ JsonParsingError · single quotes (+2)',
        '2: Apply Repair (99 %) | Feedback',
      ]);
    });

    test('no row is longer than its editor, whatever the causes', async () => {
      const broken = fc.constantFrom(
        '"thought": "a"',
        "'speak': True",
        '"x" 1',
        ',',
        '\n',
        `\n${' '.repeat(50)}`,
        '}',
        '"',
      );
      await fc.assert(
        fc.asyncProperty(fc.array(broken, { maxLength: 8 }), fc.constantFrom(0, 12, 60), async (pieces, indent) => {
          const text = `${' '.repeat(indent)}\`\`\`json {${pieces.join(' ')}}\n\`\`\``;
          for (const row of await drawnWithCause(dict, text)) assert.ok(isShort(row), row);
        }),
        { numRuns: 60 },
      );
    });
  });

  test('a module that was not run is not an error of a framework', () => {
    const model: ResponseModel = {
      name: 'review',
      type: 'custom',
      error: {
        class: 'ModuleNotTrusted',
        message: 'Modules run only in a trusted workspace.',
        cause: 'x',
        details: [],
        violations: [],
        stack: [],
      },
      told: false,
      highlights: [],
      extra: [],
      parts: [],
      partCount: 0,
      strays: [],
      repairs: [],
      warnings: [],
      unescaped: false,
      binary: false,
    };
    const [row] = drawn(model, 'text');
    assert.equal(row, '0: $(shield) not run: Restricted Mode');
  });

  test('the field of a log is shown', async () => {
    const [row] = drawn(await modelOf(tagged(), answer), answer, { field: 'choices[0].text' });
    assert.equal(row, '0: ✓ x | toMemory {thought, speak}');
  });

  test('beside values a field is in the hover', async () => {
    const line = answer.replaceAll('\n', ' ').replace('Player 2 it is.', 'No.');
    const [row] = drawn(await modelOf(tagged({ keys_to_memory: 'speak' }), line), line, {
      field: 'choices[0].message.content',
    });
    assert.equal(row, '0: ✓ x | toContent = toMemory | toMetadata');
    const model = await modelOf({ ...tagged(), keys_to_metadata: false, keys_to_memory: false }, line);
    const [roomy] = drawn(model, line, { field: 'choices[0].message.content' });
    assert.equal(roomy, '0: ✓ x | toContent | toMemory = toMetadata');
    const [item] = lensRows(model, words, placeIn(line), { field: 'choices[0].message.content' })[0]!.items;
    assert.match(item?.tooltip ?? '', /choices\[0\]\.message\.content/);
  });

  test('a field is known by its end, where there is room', async () => {
    const [row] = drawn(await modelOf(tagged({ keys_to_memory: ['speak'] }), answer), answer, {
      field: 'choices[0].message.content',
    });
    assert.equal(row, '0: ✓ x · choices[0].message.content');
  });

  test('no row is longer than its editor, whatever the response', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ maxLength: 60 }), { minLength: 3, maxLength: 3 }),
        fc.array(fc.constantFrom('\n', ' ', '', '\n    ', `\n${' '.repeat(30)}`), { minLength: 3, maxLength: 3 }),
        fc.string({ maxLength: 100 }),
        async ([a, b, c], [x, y, z], field) => {
          const text = `${z}[THOUGHT]${a}[/THOUGHT]${x}[SPEAK]${b}[/SPEAK]${y}[SUSPECTS]${c}[/SUSPECTS]`;
          for (const row of drawn(await modelOf(tagged(), text), text, { field })) assert.ok(isShort(row), row);
        },
      ),
      { numRuns: 100 },
    );
  });

  const item = (name: string, length: number, kind: 'split' | 'highlight' = 'split'): ValueItem => ({
    lines: [0],
    name,
    preview: name.repeat(length),
    tooltip: name,
    action: kind === 'split' ? { kind, target: 'content' } : { kind, name, path: ['value'] },
  });
  const rows: readonly (readonly [what: string, items: readonly ValueItem[], width: number, row: string])[] = [
    [
      'what is short is whole, and the others share the rest',
      [item('a', 30), item('b', 4), item('c', 30)],
      46,
      'a aaaaaaaaaaaaa… | b bbbb | c ccccccccccccc…',
    ],
    ['all of it where there is room', [item('a', 3), item('b', 4)], 34, 'a aaa | b bbbb'],
    ['a letter more than even goes to the last', [item('a', 9), item('b', 9)], 20, 'a aaaa… | b bbbbb…'],
    ['the last one’s value goes first', [item('a', 9), item('b', 9)], 18, 'a aaaaaaaaa | b'],
    ['names alone where no value has room', [item('a', 9), item('b', 9)], 2, 'a | b'],
    ['a highlight goes before the name of a split', [item('a', 9), item('b', 9, 'highlight')], -5, 'a'],
  ];
  for (const [what, items, width, row] of rows)
    test(`values are cut evenly: ${what}`, () =>
      assert.equal(
        fitted(items, width)
          .map(({ title }) => title)
          .join(' | '),
        row,
      ));
});

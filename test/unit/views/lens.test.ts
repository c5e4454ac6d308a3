import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createParser, readDefinitions, split } from '../../../src/engine/index.ts';
import { diagnosisModel } from '../../../src/views/diagnosisModel.ts';
import { type LensExtras, lensRows } from '../../../src/views/lens.ts';
import type { LensPlace, LensWords, ValueItem } from '../../../src/views/lensItem.ts';
import { fittedValues, roomAbove, rowWidth } from '../../../src/views/lensRow.ts';
import { type ResponseModel, responseModel } from '../../../src/views/responseModel.ts';
import { selectedText } from '../../../src/views/selectedText.ts';

const words: LensWords = {
  unescaped: 'unescaped',
  repaired: 'repaired',
  binary: 'contains NUL characters',
  nothingRecognised: 'nothing recognised',
  strays: { lost: count => `${count} lost`, 'left-over': count => `${count} left over` },
  toolError: 'tool error',
  splits: { content: 'content', memory: 'memory', metadata: 'metadata' },
  among: (number, count) => `${number} of ${count}`,
  parseAll: { title: 'Parse All', tooltip: '' },
  shownRepair: confidence => `Show Repair (${confidence} %)`,
  copyRepaired: { title: 'Copy Repaired', tooltip: '' },
  missingKeys: names => `missing key ${names.map(name => `"${name}"`).join(', ')}`,
  notRun: 'not run: Restricted Mode',
  warnings: count => `${count} warnings`,
  asksAgain: (reader, tokens) => `${reader} asks again (${tokens})`,
  atLine: (cause, line) => `${cause}, line ${line}`,
  after: (cause, piece) => `${cause} after ${piece}`,
  repair: (confidence, lossy) => `Apply Repair (${confidence} %${lossy ? ', lossy' : ''})`,
  repairs: (count, confidence) => `${count} Repairs (${confidence} %)…`,
  repairTooltip: value => value,
  showRepair: { title: 'Show Repair', tooltip: '' },
  explain: cause => `Explain ${cause}`,
  partly: error => `Mended: ${error}`,
  feedback: { title: 'Feedback', tooltip: '' },
  sameLimit: { title: 'Same Limit', tooltip: '' },
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
  const result = await createParser(read).parse(text, { suspicions: true });
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

/** Whether a row has its editor's width, or only what is never left out: the verdict, and of the values the first. */
function isShort(row: string, letters: number): boolean {
  const [, indent = '', titles = ''] = /^\d+:( +)?(.*)$/s.exec(row) ?? [];
  const room = roomAbove(indent.length - 1, letters);
  const all = titles.split(' | ');
  return rowWidth(all.map(title => ({ title }))) <= room + 1 || all.length <= 2;
}

suite('lens rows', () => {
  const discussion = {
    type: 'MarkdownJsonDictParser',
    content_hint: { speak: 'x', finish_discussion: true },
    keys_to_content: 'speak',
    keys_to_memory: 'speak',
    keys_to_metadata: ['finish_discussion'],
  };
  const speech = 'I say we eliminate Player 3, who has been so quiet since the day began.';
  const lines = `\`\`\`json\n{\n"speak": "${speech}",\n"finish_discussion": true\n}\n\`\`\``;
  const line = JSON.stringify({ speak: speech, finish_discussion: true });

  test('values first, the name and commands behind them; of one value one lens, of one key its value', async () => {
    const named = async (text: string) => ({ ...(await modelOf(discussion, text)), name: 'wolf discussion' });
    assert.deepEqual(drawn(await named(lines), lines), [
      '0: ✓ wolf discussion | Save as Sample | Clear',
      `2: content, memory "${speech}"`,
      '3: metadata true',
    ]);
    assert.deepEqual(drawn(await named(line), line), [
      `0: ✓ | content, memory "I say we eliminate Player 3, who has been so quiet sinc…" | metadata true`,
    ]);
    const short = '{"speak": "Ann.", "finish_discussion": true}';
    assert.deepEqual(drawn(await named(short), short), [
      '0: ✓ | content, memory "Ann." | metadata true | wolf discussion · repaired | Save as Sample',
    ]);
  });

  /** The letters of values at the widths of an editor beside a preview, in a window of 1400 and of 1000 pixels. */
  for (const [letters, own, together] of [
    [62, 40, 30],
    [33, 15, 15],
  ] as const)
    test(`at ${letters} letters a value of its own row has ${own}, those of one line have ${together}`, async () => {
      const [, , metadata] = drawn(await modelOf(discussion, lines), lines, { letters });
      const [, value] = drawn(await modelOf(discussion, lines), lines, { letters });
      assert.ok(value!.length - '2: content, memory '.length >= own, value);
      assert.equal(metadata, '3: metadata true');
      const [row] = drawn(await modelOf(discussion, line), line, { letters });
      const said = /"([^"]*)"/.exec(row!)![0].length + 'true'.length;
      assert.ok(said >= together && /\btrue\b/.test(row!), row);
    });

  for (const [letters, together] of [
    [62, 30],
    [33, 15],
  ] as const)
    test(`at ${letters} letters two long values of one line both show their beginning, ${together} letters together`, async () => {
      const both = { ...discussion, keys_to_metadata: ['reason'], content_hint: { speak: 'x', reason: 'y' } };
      const text = JSON.stringify({ speak: speech, reason: 'Nobody who was at the table said a word of it.' });
      const [row] = drawn(await modelOf(both, text), text, { letters });
      const values = row!.match(/"[^"]*"/g)!;
      assert.ok(values.length === 2 && values.join('').length >= together, row);
    });

  test('one of several answers says which, and offers all', async () => {
    const model = await modelOf(discussion, lines);
    const among = { number: 1, count: 10, isAll: false };
    assert.equal(drawn(model, lines, { among })[0], '0: ✓ 1 of 10 · x | Parse All | Save as Sample | Clear');
    assert.equal(
      drawn(model, lines, { among: { ...among, isAll: true } })[0],
      '0: ✓ 1 of 10 · x | Save as Sample | Clear',
    );
  });

  test('Chinese has the room of two letters', async () => {
    const chinese = lines.replace(speech, '我们今晚应该投票给三号玩家');
    assert.equal(
      drawn(await modelOf(discussion, chinese), chinese, { letters: 33 })[1],
      '2: "我们今晚应该投票给三号玩家"',
    );
  });

  test('a split that has nothing has no lens; one with several keys says their values', async () => {
    const definition = { ...discussion, keys_to_metadata: false, keys_to_memory: ['speak', 'finish_discussion'] };
    assert.deepEqual(drawn(await modelOf(definition, lines), lines).slice(1), [
      '2: content "I say we eliminate Player 3, who ha…" | memory {speak: "I say we eliminate Player 3…}',
    ]);
  });

  test('what is odd is a ⚠ with its reason, and its sentence in the hover', async () => {
    const odd = `${lines}\n\nNo, better:\n\n${lines.replace('eliminate', 'keep')}`;
    const model = await modelOf(discussion, odd);
    const [row] = lensRows(model, words, placeIn(odd));
    assert.equal(row?.items[0]?.title, '⚠ answers lost · x');
    assert.match(row?.items[0]?.tooltip ?? '', /Several answers stood there, and the value has one of them/);
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
      '2: content {thought: "Who knows that?", speak: "Not I."} | memory "Who knows that?"',
      '3: metadata "Not I."',
    ]);
    const later = { ...definition, keys_to_memory: ['speak', 'thought'], keys_to_metadata: false };
    assert.deepEqual(drawn(await modelOf(later, text), text, { letters: 33 }).slice(1), [
      '2: content {thought: "Who kno…}',
      '3: memory {speak: "Not I.", tho…}',
    ]);
  });

  test('each split stands above the first part that feeds it', async () => {
    assert.deepEqual(drawn(await modelOf(tagged(), answer), answer), [
      '0: ✓ | memory {thought: "Hm.", speak: "Player 2 it is."} | x | Save as Sample | Clear',
      '1: content "Player 2 it is."',
      '2: metadata "["Player 2"]"',
    ]);
  });

  test('a filter that raises is a warning, never a tick, and says so in the hover', async () => {
    const model = await modelOf(tagged({ keys_to_content: 'speek' }), answer);
    const [row] = lensRows(model, words, placeIn(answer));
    assert.equal(row?.items[0]?.title, '⚠ KeyError');
    assert.match(row?.items[0]?.tooltip ?? '', /toContent: KeyError: 'speek'/);
    assert.ok(row?.items.some(({ title }) => title.startsWith("content ✗ KeyError · 'speek'")));
  });

  test('an error says its class and its text, and above its place what the model is told', async () => {
    const text = '```json\n{\n  speak: "x"\n}\n```';
    const model = await modelOf({ type: 'MarkdownJsonDictParser', content_hint: { speak: 'x' } }, text);
    const [row, lower] = lensRows(model, words, placeIn(text));
    assert.deepEqual([lower?.line, lower?.items.map(({ title }) => title)], [2, ['Feedback']]);
    assert.deepEqual(
      row?.items.map(({ title }) => title),
      ['✗ JsonParsingError · Expecting property name, line 3', 'Save as Sample', 'Clear'],
    );
    assert.match(row?.items[0]?.tooltip ?? '', /JsonParsingError: The content between/);
  });

  test('that another reader is asked in silence comes before the words of an error that nobody explains', async () => {
    const model = await modelOf({ type: 'MarkdownCodeBlockParser', language_name: 'py' }, 'Well.');
    const silent = { ...model, fallback: { reader: 'JSONAdapter', tokens: 209 } };
    const [row] = drawn(silent, 'Well.', { letters: 62 });
    assert.match(row!, /^0: ✗ TagNotFoundError · JSONAdapter asks agai/);
  });

  test('a missing tag', async () => {
    const text = '[THOUGHT]Hm.[/THOUGHT]\n[SPEAK]I say';
    const [row] = drawn(await modelOf(tagged(), text), text);
    assert.equal(row, '0: ✗ TagNotFoundError · Missing tag [/SPEAK] in response: [THOUGHT]Hm.[/THOUGHT], line 2');
  });

  suite('with the cause', () => {
    const dict = { type: 'MarkdownJsonDictParser', content_hint: { thought: 'x', speak: 'x' } };

    async function drawnWithCause(definition: object, text: string, extras: LensExtras = {}): Promise<string[]> {
      const read = readDefinitions(JSON.stringify(definition), 'file:///x.parser.json').definitions[0]!;
      const diagnosis = diagnosisModel(await createParser(read).diagnose(text), { text, selected: selectedText(text) });
      return drawn(await modelOf(definition, text), text, { diagnosis, ...extras });
    }

    test("it stands beside the framework's class, and the repair above its place", async () => {
      assert.deepEqual(await drawnWithCause(dict, '```json\n{\n  "thought": "Hm"\n  "speak": "x"\n}\n```'), [
        `0: ✗ missing comma after "Hm", line 3 · JsonParsingError · Expecting ',' delimiter | Save as Sample`,
        '2:   Apply Repair (99 %) | Feedback | Show Repair | Explain missing comma',
      ]);
    });

    test('where there is nothing to repair, or mending is not enough, that is said', async () => {
      assert.deepEqual(await drawnWithCause(dict, 'I’m sorry, but I can’t help with that.'), [
        '0: ✗ refusal, line 1 · JsonParsingError · Expecting value | Feedback | Save as Sample | Clear',
      ]);
      const strict = { ...dict, required_keys: ['thought'] };
      assert.deepEqual(await drawnWithCause(strict, "```json\n{'speak': 'x'}\n```"), [
        '0: ✗ single quotes, line 2 · JsonParsingError · Expecting property name | Save as Sample | Clear',
        '1: Mended: RequiredFieldNotFoundError | Feedback | Explain single quotes',
      ]);
    });

    test('what is cut off is called so, whatever the edits add', async () => {
      const [row] = await drawnWithCause(dict, '```json\n{"thought": "Hm", "sp');
      assert.match(row ?? '', /^0: ✗ cut off \(\+1\), line 2 · (?:JsonParsingError|TagNotFoundError)/);
    });

    test('that the same limit cannot help stands beside the feedback of what is cut off alone', async () => {
      const rows = async (text: string) => (await drawnWithCause(dict, text)).join('\n');
      assert.match(await rows('```json\n{"thought": "Hm", "sp'), /Feedback \| Same Limit/);
      assert.doesNotMatch(await rows('```json\n{"thought": "Hm",\n\'speak\': "x"}\n```'), /Same Limit/);
    });

    test('in what cannot be edited a repair is only shown', async () => {
      const [, lower] = await drawnWithCause(dict, '```json\n{\n  "thought": "Hm"\n  "speak": "x"\n}\n```', {
        isReadOnly: true,
      });
      assert.equal(lower, '2:   Show Repair (99 %) | Copy Repaired | Feedback | Explain missing comma');
    });

    test('where one line has all, the repair is in the light bulb', async () => {
      const line = '[thought]Hm.[/thought] [SPEAK]I say[/SPEAK] [SUSPECTS][][/SUSPECTS]';
      assert.deepEqual(await drawnWithCause(tagged(), line), [
        '0: ✗ tag case, line 1 · TagNotFoundError · Missing tags [THOUGHT] and [/THOUGHT] in… | Feedback',
      ]);
    });

    test('several causes and several repairs are counted', async () => {
      const cut = '[THOUGHT]Hm.[/THOUGHT]\n[SPEAK]I say[/SPEAK]\n[SUSPECTS]["Player';
      assert.deepEqual(await drawnWithCause(tagged(), cut), [
        '0: ✗ cut off (+1), line 3 · TagNotFoundError · Missing tag [/SUSPECTS] in response: [THOUGHT]Hm…',
        '2: 2 Repairs (75 %)… | Feedback | Same Limit | Show Repair | Explain cut off',
      ]);
      const several = '```json\n{"thought": "Hm",\n\'speak\': True,}\n```';
      assert.deepEqual(await drawnWithCause(dict, several), [
        '0: ✗ single quotes (+2), line 3 · JsonParsingError · Expecting property name | Save as Sample',
        '2: Apply Repair (99 %) | Feedback | Show Repair | Explain single quotes',
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
          for (const row of await drawnWithCause(dict, text, { letters: 33 })) assert.ok(isShort(row, 33), row);
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
      hasFeedback: false,
      highlights: [],
      extra: [],
      parts: [],
      partCount: 0,
      suspicions: [],
      strays: [],
      repairs: [],
      warnings: [],
      unescaped: false,
      binary: false,
    };
    const [row] = drawn(model, 'text');
    assert.equal(row, '0: $(shield) not run: Restricted Mode | Manage Workspace Trust | Clear');
  });

  test('the field of a log is shown', async () => {
    const [row] = drawn(await modelOf(tagged(), answer), answer, { field: 'choices[0].text' });
    assert.equal(
      row,
      '0: ✓ | memory {thought: "Hm.", speak: "Player 2 it is."} | x · choices[0].text | Save as Sample',
    );
  });

  test('beside values a field comes behind them, or is in the hover', async () => {
    const line = answer.replaceAll('\n', ' ').replace('Player 2 it is.', 'No.');
    const [row] = drawn(await modelOf(tagged({ keys_to_memory: 'speak' }), line), line, {
      field: 'choices[0].message.content',
    });
    assert.equal(row, '0: ✓ | content, memory "No." | metadata "["Player 2"]" | x · choices[0].message.content');
    const model = await modelOf({ ...tagged(), keys_to_metadata: false, keys_to_memory: false }, line);
    const [item] = lensRows(model, words, placeIn(line), { field: 'choices[0].message.content' })[0]!.items;
    assert.match(item?.tooltip ?? '', /choices\[0\]\.message\.content/);
  });

  test('a field is known by its end, where there is room', async () => {
    const [row] = drawn(await modelOf(tagged({ keys_to_memory: ['speak'] }), answer), answer, {
      field: 'choices[0].message.content',
    });
    assert.equal(row, '0: ✓ x · choices[0].message.content | Save as Sample | Clear');
    const [narrow] = drawn(await modelOf(tagged({ keys_to_memory: ['speak'] }), answer), answer, {
      field: 'choices[0].message.content',
      letters: 33,
    });
    assert.equal(narrow, '0: ✓ x · …[0].message.content');
  });

  test('no row is longer than its editor, whatever the response', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ maxLength: 60 }), { minLength: 3, maxLength: 3 }),
        fc.array(fc.constantFrom('\n', ' ', '', '\n    ', `\n${' '.repeat(30)}`), { minLength: 3, maxLength: 3 }),
        fc.string({ maxLength: 100 }),
        async ([a, b, c], [x, y, z], field) => {
          const text = `${z}[THOUGHT]${a}[/THOUGHT]${x}[SPEAK]${b}[/SPEAK]${y}[SUSPECTS]${c}[/SUSPECTS]`;
          for (const row of drawn(await modelOf(tagged(), text), text, { field, letters: 33 }))
            assert.ok(isShort(row, 33), row);
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
  const rows: readonly (readonly [what: string, items: readonly ValueItem[], room: number, row: string])[] = [
    [
      'what is short is whole, and the others share the rest',
      [item('l', 90), item('b', 4), item('l', 90)],
      66,
      `l ${'l'.repeat(42)}… | b bbbb | l ${'l'.repeat(42)}…`,
    ],
    ['all of it where there is room', [item('a', 3), item('b', 4)], 34, 'a aaa | b bbbb'],
    ['a highlight goes before a split', [item('a', 30), item('b', 30, 'highlight')], 30, `a ${'a'.repeat(20)}…`],
    ['then the names go', [item('name', 9), item('more', 9)], 38, 'namenamena… | moremoremor…'],
    [
      'then of the values what is more than a beginning',
      [item('name', 9), item('more', 9)],
      28,
      'namenam… | moremore…',
    ],
    ['then the later values', [item('name', 9), item('more', 9)], 24, 'name namenamena…'],
    ['the first has what there is', [item('name', 9), item('more', 9)], 8, 'name…'],
  ];
  for (const [what, items, room, row] of rows)
    test(`values are cut evenly: ${what}`, () =>
      assert.equal(
        fittedValues(items, room)
          .map(({ title }) => title)
          .join(' | '),
        row,
      ));
});

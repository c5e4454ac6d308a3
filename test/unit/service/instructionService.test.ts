import assert from 'node:assert/strict';
import { instructionService } from '../../../src/service/instructionService.ts';
import { shownLength } from '../../../src/views/firstPieces.ts';

suite('authoring service', () => {
  const service = instructionService({});
  const fileName = 'x.parser.json';
  const block = (hint: string) => ({ type: 'MarkdownCodeBlockParser', language_name: 'python', content_hint: hint });
  const two = JSON.stringify({ parsers: { first: block('one'), second: block('two') } }, undefined, 1);
  const ask = (text: string, more: object = {}) => service.instruction({ text, fileName, ...more });

  test('the instruction in pieces that lead to their origins', async () => {
    const text = JSON.stringify(block('what </script> to write'));
    const { view, text: whole } = await ask(text);
    assert.equal(view?.pieces.map(piece => piece.text).join(''), whole);
    assert.equal(view?.length, whole?.length);
    assert.match(whole!, /what <\/script> to write/);
    const origins = view!.pieces.flatMap(({ text: piece, origin }) =>
      origin ? [[piece, text.slice(origin.start, origin.end)]] : [],
    );
    assert.ok(
      origins.some(([piece, origin]) => piece!.includes('what </script>') && origin!.includes('what </script>')),
    );
  });

  for (const [name, more, expected] of [
    ['the first by default', {}, 'first'],
    ['by name', { name: 'second' }, 'second'],
    ['by offset', { offset: two.indexOf('two') }, 'second'],
    ['by offset, before all', { offset: 0 }, 'first'],
    ['by offset, at its name', { offset: two.indexOf('second') }, 'second'],
    [
      'by offset, at the start of the line of its name',
      { offset: two.lastIndexOf('\n', two.indexOf('second')) + 1 },
      'second',
    ],
    ['by offset, at the end of the line before', { offset: two.lastIndexOf('\n', two.indexOf('second')) }, 'first'],
    ['a name that is gone gives way to the offset', { name: 'old', offset: two.length }, 'second'],
  ] as const) {
    test(`picks ${name}`, async () => {
      const { view, names } = await ask(two, more);
      assert.deepEqual([view?.name, names], [expected, ['first', 'second']]);
    });
  }

  test('of definitions in one line each begins at its name', async () => {
    const line = JSON.stringify(JSON.parse(two));
    const name = async (offset: number) => (await ask(line, { offset })).view?.name;
    assert.equal(await name(line.indexOf('"second"') - 1), 'first');
    assert.equal(await name(line.indexOf('"second"')), 'second');
  });

  test('compares with the saved text, definition by definition', async () => {
    const { view } = await ask(two, { name: 'second', savedText: two.replace('two', '2') });
    const [{ start, end, removed } = { start: 0, end: 0 }, ...others] = view?.changes ?? [];
    const shown = view?.pieces.map(piece => piece.text).join('');
    assert.deepEqual([shown?.slice(start, end), removed, others], ['two', '2', []]);
    const other = await ask(two, { name: 'first', savedText: two.replace('two', '2') });
    assert.equal(other.view?.changes, undefined);
  });

  for (const [name, text, where] of [
    ['no JSON', '{\n  "type": ', '2:'],
    ['an unknown type', '{ "type": "Nothing" }', '1:11'],
    ['a key that is missing', '{ "type": "MultiTaggedContentParser", "tagged_contents": [{}] }', '1:59'],
    ['a file without definitions', '{ "parsers": {} }', '1:1'],
    ['an empty file', '', '1:1'],
  ] as const) {
    test(`says why there is none: ${name}`, async () => {
      const { view, broken } = await ask(text);
      assert.equal(view, undefined);
      assert.ok(`${broken?.line}:${broken?.column}`.startsWith(where), `${broken?.line}:${broken?.column}`);
    });
  }

  test('one broken definition leaves the others usable', async () => {
    const text = JSON.stringify({ parsers: { bad: { type: 'Nothing' }, good: block('x') } });
    assert.equal((await ask(text)).view?.name, 'good');
  });

  test('a long instruction is bounded, between two characters', async () => {
    const { view, text } = await ask(JSON.stringify(block('😀'.repeat(shownLength))));
    const shown = view!.pieces.map(piece => piece.text).join('');
    assert.ok(text!.startsWith(shown) && !/[\uD800-\uDBFF]$/.test(shown));
    assert.ok(shown.length <= shownLength && shown.length > shownLength - 2);
    assert.equal(view!.length, text!.length);
  });

  test('the keys of a large definition are bounded', async () => {
    const content_hint = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`key ${i}`, '']));
    const { view } = await ask(JSON.stringify({ type: 'MarkdownJsonDictParser', content_hint }));
    assert.deepEqual([view?.keys?.length, view?.moreKeys], [200, 100]);
  });

  test('another text that there is not is the instruction', async () => {
    const { view, text } = await ask(two, { view: 'Function Schemas' });
    assert.deepEqual([view?.textName, view?.views], [undefined, undefined]);
    assert.match(text!, /one/);
  });

  test('definitions are told without their source', async () => {
    const { definitions } = await service.readDefinitions(two, fileName);
    assert.deepEqual(
      definitions.map(({ name, type, filters, span }) => [name, type, filters, two.slice(span.start, span.start + 1)]),
      [
        ['first', 'MarkdownCodeBlockParser', false, '{'],
        ['second', 'MarkdownCodeBlockParser', false, '{'],
      ],
    );
    assert.deepEqual(structuredClone(definitions), definitions);
  });

  test('what a module’s parser is, where the definition names it', async () => {
    const text = '{ "type": "custom", "module": "lib/a.py", "parser": "P" }';
    const about = { kind: 'class' };
    const runs = (answer: unknown) => instructionService({ runModule: async () => answer } as never);
    const aboutAt = (word: string, answer: unknown = { ok: true, value: '', about }) =>
      runs(answer).moduleAbout(text, fileName, text.indexOf(word));
    const spanOf = (word: string) => ({ start: text.indexOf(word), end: text.indexOf(word) + word.length });
    assert.deepEqual(await aboutAt('"lib/a.py"'), { about, span: spanOf('"lib/a.py"') });
    assert.deepEqual(await aboutAt('"P"'), { about, span: spanOf('"P"') });
    assert.deepEqual((await aboutAt(' }'))?.span, spanOf('"P"'));
    assert.equal(await aboutAt('"type"'), undefined);
    assert.equal(await aboutAt('"P"', { ok: true, value: '' }), undefined);
    assert.equal(await aboutAt('"P"', { ok: false, error: { class: 'ImportError', message: 'no' } }), undefined);
    const other = '{ "type": "MarkdownJsonDictParser", "module": "lib/a.py" }';
    assert.equal(await runs({}).moduleAbout(other, fileName, other.indexOf('lib')), undefined);
  });

  test('the instruction of a saved module is asked for again, any other is made once', async () => {
    let asked = 0;
    const own = instructionService({ runModule: async () => ({ ok: true, value: `${++asked}` }) } as never);
    const text = '{ "type": "custom", "module": "a.mjs" }';
    const changes = async () => {
      const { view } = await own.instruction({ text, fileName, savedText: `${text} ` });
      return view?.changes?.map(({ removed }) => removed);
    };
    assert.notDeepEqual(await changes(), await changes());
  });

  test('definitions of files are told at once, and problems with them', async () => {
    const [first, second] = await service.outlineDefinitions([
      { text: two, fileName },
      { text: '{', fileName },
    ]);
    assert.deepEqual(
      first?.map(({ name }) => name),
      ['first', 'second'],
    );
    assert.deepEqual(second, []);
    const problems = await service.checkDefinitions('{ "type": "Nothing" }', fileName, {});
    assert.deepEqual(
      problems.map(({ code }) => code),
      ['unknown-type'],
    );
    assert.match(await service.moduleTemplate('python'), /def /);
  });
});

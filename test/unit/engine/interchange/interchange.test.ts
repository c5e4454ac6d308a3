import assert from 'node:assert/strict';
import { EngineError } from '../../../../src/engine/core/errors.ts';
import { readDefinitions } from '../../../../src/engine/definition/index.ts';
import {
  exportDefinitions,
  exportFormats,
  importDefinitions,
  importedText,
  importFormats,
} from '../../../../src/engine/interchange/index.ts';
import type { ExportFormat, ImportFormat } from '../../../../src/engine/parsers/interchange.ts';

const read = (text: string) => readDefinitions(text, 'thing.parser.json').definitions;
const config = (text: string) => read(text)[0]!.source.config;
const whole = { start: 0, end: 1 };
const full =
  '{ "type": "MarkdownJsonDictParser", "content_hint": { "a": 1.0, "b": [1, 2] }, "keys_to_content": false }';

/** A form whose text is nothing, and which is read as `back`. */
function formats(back: readonly string[], losses: ReturnType<ExportFormat['write']>['losses'] = []) {
  const form = { id: 'fake', title: 'Fake', summary: '' };
  const exporter: ExportFormat = {
    ...form,
    extension: '.json',
    language: 'json',
    refuses: () => undefined,
    write: () => ({ text: '', losses }),
  };
  const importer: ImportFormat = {
    ...form,
    extensions: ['.json'],
    languages: [],
    read: () => ({
      definitions: back.map(text => ({ name: 'thing', config: config(text), span: whole })),
      problems: [],
    }),
  };
  return { exportFormats: [exporter], importFormats: [importer] };
}

function keys(back: readonly string[], losses?: Parameters<typeof formats>[1]) {
  const answer = exportDefinitions(read(full), 'fake', formats(back, losses));
  return answer.ok && answer.losses.map(({ key }) => key);
}

suite('exportDefinitions and importDefinitions', () => {
  test('what the form does not say itself is found by reading the text back', () => {
    assert.deepEqual(keys([full]), []);
    assert.deepEqual(keys([full.replace('1.0', '1')]), ['content_hint.a']);
    assert.deepEqual(keys([full.replace('[1, 2]', '[1]')]), ['content_hint.b.1']);
    assert.deepEqual(keys([full.replace('[1, 2]', '"x"')]), ['content_hint.b']);
    assert.deepEqual(keys([full.replace('"keys_to_content": false', '"description": "more"')]), ['keys_to_content']);
    assert.deepEqual(keys([full, full]), [undefined]);
    assert.deepEqual(keys([]), [undefined]);
  });

  test('losses are in the order of the file: those of all definitions, then of each', () => {
    const two = read(`{ "parsers": { "b": ${full}, "a": { "type": "identity" } } }`);
    const known = [{ definition: 'a', message: '1' }, { message: '2' }, { definition: 'b', message: '3' }];
    const answer = exportDefinitions(two, 'fake', { ...formats([], known), importFormats: [] });
    assert.deepEqual(answer.ok && answer.losses.map(({ message }) => message), ['2', '3', '1']);
  });

  test('what the form says is not said twice', () => {
    const known = [{ definition: 'thing', key: 'content_hint', message: '' }];
    assert.deepEqual(keys(['{ "type": "MarkdownJsonDictParser" }'], known), ['content_hint', 'keys_to_content']);
    const other = [{ definition: 'thing', key: 'content_hint.x', message: '' }];
    assert.deepEqual(keys(['{ "type": "MarkdownJsonDictParser", "keys_to_content": false }'], other), [
      'content_hint.x',
      'content_hint',
    ]);
  });

  test('what cannot be used cannot be exported, with the reason', () => {
    const cases: readonly [string, RegExp][] = [
      ['{ "type": "MarkdownCodeBlockParser" }', /language_name/],
      ['{ "type": "RegexTaggedContentParser", "tagged_content_pattern": "x" }', /^AssertionError: /],
    ];
    for (const [text, message] of cases) {
      const answer = exportDefinitions(read(text), 'typescript');
      assert.ok(!answer.ok);
      assert.match(answer.refusals[0]!.message, message);
    }
    assert.throws(
      () => exportDefinitions([], 'nothing'),
      new EngineError('UnknownFormat', 'There is no form `nothing` to export to.'),
    );
    assert.throws(() => importDefinitions('', 'nothing', ''), EngineError);
  });

  test('every form has a name, and one that can be read says by which', () => {
    for (const { id, title, summary, extension, readBy = id } of exportFormats) {
      assert.ok(title && summary && extension.startsWith('.'), id);
      assert.ok(
        importFormats.some(format => format.id === readBy),
        id,
      );
    }
    assert.equal(new Set(exportFormats.map(({ id }) => id)).size, exportFormats.length);
    assert.equal(importDefinitions('[]', 'openai-tools-strict', 'x.json').definitions.length, 0);
  });

  test('several definitions are a file of several; equal names are told apart', () => {
    const one = { name: 'a', config: config(full), span: whole };
    const text = importedText({ definitions: [one, one, { ...one, name: 'a_2' }, one, { ...one, name: '__proto__' }] });
    assert.deepEqual(
      read(text).map(({ name }) => name),
      ['a', 'a_2', 'a_2_2', 'a_3', '__proto__'],
    );
    assert.equal(importedText({ definitions: [] }), '');
    assert.deepEqual(
      read(importedText({ definitions: [one] })).map(({ source }) => source.config),
      [one.config],
    );
  });

  test('what nests without end is refused in words, in every form @slow', () => {
    const deep = (text: string) => text.repeat(400_000);
    const texts: readonly [string, string][] = [
      ['x.py', `x = MarkdownJsonObjectParser(${deep('[{(')}`],
      // The parser's stack holds it: refused all the same, as the stack does not always hold as much.
      ['x.py', `x = MarkdownJsonObjectParser(${'[{('.repeat(20_000)}`],
      ['x.ts', `const a = z.object(${deep('[{(')}`],
      ['x.json', deep('{"a":[')],
      ['x.yaml', deep('- ')],
      ['x.yaml', deep('? ')],
      ['x.yaml', deep('[')],
    ];
    for (const [name, text] of texts) {
      const { definitions, problems } = importDefinitions(text, undefined, name);
      assert.equal(definitions.length, 0, name);
      assert.match(problems[0]!.message, /nested/i, name);
    }
  });

  test('the problems of one text are bounded, and how many more there are is said', () => {
    const many = (text: string) => Array.from({ length: 3000 }, () => text).join(',');
    const texts: readonly [string, string][] = [
      ['x.ts', `const a = z.object({ a: z.tuple([${many('z.foo()')}]) })`],
      ['x.json', `[{ "name": "f", "parameters": {} }, ${many('1')}]`],
    ];
    for (const [name, text] of texts) {
      const { problems } = importDefinitions(text, undefined, name);
      assert.equal(problems.length, 1001, name);
      assert.equal(problems[1000]!.message, 'There are 2000 more problems like these.');
    }
  });

  const names: readonly (readonly [extensions: readonly string[], forms: readonly string[]])[] = [
    [
      ['.py', '.pyi'],
      ['python', 'response-template'],
    ],
    [['.ts', '.mts', '.cts', '.tsx', '.js', '.mjs', '.cjs'], ['typescript']],
  ];
  for (const [extensions, forms] of names)
    for (const extension of extensions)
      test(`what a file *${extension} may hold`, () => {
        const titles = importFormats.flatMap(({ id, title }) => (forms.includes(id) ? [title] : [])).join(', ');
        const { problems } = importDefinitions('', undefined, `x${extension}`);
        assert.equal(problems[0]!.message, `There is nothing here that can be imported (${titles}).`);
      });

  test('a text that is too large, or of no form', () => {
    assert.match(
      importDefinitions(' '.repeat(20 * 1024 * 1024 + 1), undefined, 'x.json').problems[0]!.message,
      /larger than 20 MB/,
    );
    for (const name of ['x.json', 'x.py', 'x.ts', 'x.yaml', 'x.md', 'x'])
      assert.equal(importDefinitions('', undefined, name).problems[0]?.severity, 'error', name);
  });
});

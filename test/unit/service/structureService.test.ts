import assert from 'node:assert/strict';
import type { Host, ModuleOutcome } from '../../../src/engine/index.ts';
import { DefinitionCache } from '../../../src/service/definitionCache.ts';
import { structureService } from '../../../src/service/structureService.ts';

suite('structure of a definition file', () => {
  const service = structureService({}, new DefinitionCache({}));
  const text = `{\r\n  "parsers": {
    "a \\"b\\"": { "type": "identity", "samples": [{ "name": "one", "file": "x/ö.md" }, 3, { "text": "t" }] },
    "own": { "type": "custom", "module": "m.mjs", },
  },\n}`;
  const at = (part: string, name: string) => {
    const before = text.slice(0, text.indexOf(part)).split('\n');
    return [name, before.length - 1, before.at(-1)?.length];
  };

  test('definitions and samples by name, with their places', async () => {
    const parts = await service.namedParts(text, 'f.parser.json');
    assert.deepEqual(
      parts.map(({ name, start }) => [name, start.line, start.character]),
      [at('"a \\"', 'a "b"'), at('"one"', 'one'), at('{ "text"', 'sample 3'), at('"own"', 'own')],
    );
    assert.deepEqual(
      parts.map(({ kind, container }) => `${kind} of ${container}`),
      ['definition of identity', 'sample of a "b"', 'sample of a "b"', 'definition of custom'],
    );
  });

  test('no module runs for names and files', async () => {
    let ran = 0;
    const host: Host = {
      runModule: async () => {
        ran++;
        return { ok: true, value: 'Say it.' } as unknown as ModuleOutcome;
      },
    };
    const own = structureService(host, new DefinitionCache(host));
    assert.equal((await own.namedParts(text, 'f.parser.json')).length, 4);
    assert.equal((await own.fileReferences(text, 'f.parser.json')).length, 2);
    assert.equal(ran, 0);
    await own.instructionText({ name: 'own', text: '{ "type": "custom", "module": "m.mjs" }', fileName: 'f' }, 9);
    assert.ok(ran > 0);
  });

  test('the files that definitions name, without their quotes', async () => {
    const references = await service.fileReferences(text, 'f.parser.json');
    assert.deepEqual(
      references.map(({ kind, definition, span }) => [kind, definition, text.slice(span.start, span.end)]),
      [
        ['sample', 'a "b"', 'x/ö.md'],
        ['module', 'own', 'm.mjs'],
      ],
    );
    const typing = '{ "type": "custom", "module": "';
    const [open] = await service.fileReferences(typing, 'f.parser.json');
    assert.deepEqual(open?.span, { start: typing.length, end: typing.length });
    const sample = '{ "samples": [{ "file": "a/b';
    const [typed] = await service.fileReferences(`${sample}\n "type": "identity" }`, 'f.parser.json', sample.length);
    assert.deepEqual(typed && sample.slice(typed.span.start, typed.span.end), 'a/b');
  });

  test('the instruction of one definition, its error, or its length', async () => {
    const instruction = (own: string, limit = 100) =>
      service.instructionText({ name: 'a', text: own, fileName: 'f.parser.json' }, limit);
    const block = '{ "type": "MarkdownJsonObjectParser", "format_instruction": "123456" } // no end';
    assert.deepEqual(await instruction(block), { text: '123456' });
    assert.deepEqual(await instruction(block, 5), { length: 6 });
    assert.deepEqual(await instruction('{ "type": "MultiTaggedContentParser", "tagged_contents": [{}] }'), {
      error: {
        class: 'TypeError',
        message:
          "TaggedContent.__init__() missing 4 required positional arguments: 'name', 'tag_begin', 'content_hint', and 'tag_end'",
      },
    });
    assert.equal(await instruction('{ "type": "no such" }'), undefined);
    assert.equal(await instruction('['), undefined);
  });
});

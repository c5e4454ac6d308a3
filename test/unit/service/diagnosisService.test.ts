import assert from 'node:assert/strict';
import fc from 'fast-check';
import { applyEdits, createParser, readDefinitions } from '../../../src/engine/index.ts';
import { nodeHost } from '../../../src/node/nodeHost.ts';
import { DefinitionCache } from '../../../src/service/definitionCache.ts';
import { diagnosisService } from '../../../src/service/diagnosisService.ts';
import { selectedText } from '../../../src/views/selectedText.ts';

const config = { type: 'MarkdownJsonDictParser', content_hint: { thought: 'x', speak: 'x' } };
const definition = { text: JSON.stringify(config), fileName: 'd.parser.json', name: 'd' };
const parser = createParser(readDefinitions(definition.text, definition.fileName).definitions[0]!, nodeHost);
const fenced = (json: string) => `\`\`\`json\n${json}\n\`\`\``;

suite('diagnosisService', () => {
  const { diagnose } = diagnosisService(new DefinitionCache(nodeHost));

  test('a cause has its place, and the edits lead to the value', async () => {
    const text = fenced('{"thought": "Hm"\n"speak": "I agree"}');
    const [best] = (await diagnose(definition, { text })).candidates;
    assert.ok(best);
    assert.deepEqual(best.causes, [
      {
        code: 'missing-comma',
        summary: 'Two members or items stand side by side without a comma.',
        span: { start: 24, end: 24 },
        count: 1,
        after: '"Hm"',
      },
    ]);
    assert.deepEqual(best.value.long, '{thought, speak}');
    assert.equal(best.lossy, false);
    const result = await parser.parse(applyEdits(text, best.edits));
    assert.deepEqual(result.ok && result.value, { thought: 'Hm', speak: 'I agree' });
  });

  test('a response in a JSON string is repaired there: what is put in is escaped', async () => {
    const response = fenced('{"thought": "He said no", \'speak\': "a"}');
    const line = `{"answer": ${JSON.stringify(response)}}`;
    const span = { start: 12, end: line.length - 2 };
    const text = line.slice(span.start, span.end);
    const [best] = (await diagnose(definition, { text, surroundings: { line, span } })).candidates;
    assert.ok(best);
    const after = line.slice(0, span.start) + applyEdits(text, best.edits) + line.slice(span.end);
    const { answer } = JSON.parse(after) as { answer: string };
    const result = await parser.parse(answer);
    assert.deepEqual(result.ok && result.value, { thought: 'He said no', speak: 'a' });
    assert.equal(text.slice(best.causes[0]!.span.start, best.causes[0]!.span.end), "'");
  });

  test('what reads as it is has no repair, and neither has a definition that makes no parser', async () => {
    assert.deepEqual(await diagnose(definition, { text: fenced('{"thought": "a", "speak": "b"}') }), {
      candidates: [],
      causes: [],
    });
    const broken = { ...definition, text: JSON.stringify({ type: 'MarkdownJsonDictParser', content_hint: [] }) };
    await diagnose(broken, { text: 'x' }).then(
      ({ candidates }) => assert.deepEqual(candidates, []),
      error => assert.match(String(error), /./),
    );
  });

  test('thousands of edits become one', async () => {
    const items = Array.from({ length: 2000 }, (_, i) => `'${i}'`).join(', ');
    const text = fenced(`{"thought": [${items}], "speak": ""}`);
    const [best] = (await diagnose(definition, { text })).candidates;
    assert.ok(best);
    assert.equal(best.edits.length, 1);
    assert.equal(best.causes[0]?.count, 4000);
    assert.equal((await parser.parse(applyEdits(text, best.edits))).ok, true);
  });

  test('whatever is broken, alone or in a JSON string: every repair reads', async () => {
    const piece = fc.constantFrom('"thought": "a"', "'speak': True", '"x" 1', ',', '\n', 'é😀', '}', '"', '\\');
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 8 }), fc.boolean(), async (pieces, isEscaped) => {
        const response = fenced(`{${pieces.join(' ')}}`);
        const line = `${JSON.stringify({ 'a"b': response })},`;
        const start = line.indexOf(':') + 2;
        const span = { start, end: line.length - 3 };
        const text = isEscaped ? line.slice(span.start, span.end) : response;
        const given = isEscaped ? { text, surroundings: { line, span } } : { text };
        for (const { edits } of (await diagnose(definition, given)).candidates) {
          const edited = applyEdits(text, edits);
          const after = line.slice(0, start) + edited + line.slice(span.end);
          const around = { line: after, span: { start, end: start + edited.length } };
          const read = isEscaped ? selectedText(edited, around).text : edited;
          assert.equal((await parser.parse(read)).ok, true, read);
        }
      }),
      { numRuns: 200 },
    );
  });
});

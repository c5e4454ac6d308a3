import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createParser, readDefinitions } from '../../../../src/engine/definition/index.ts';

// What is said of tags is true: it is tried with the answer that the instruction shows.
suite('problems of tags and the answers that are read', () => {
  const word = (maxLength: number) =>
    fc.string({ unit: fc.constantFrom('a', 'b', '[', ']', '/', '\n', '😀'), maxLength });
  const pairs = fc.array(fc.record({ tag_begin: word(4), content_hint: word(6), tag_end: word(4) }), { maxLength: 5 });
  const about = (tags: readonly object[]) => {
    const tagged_contents = tags.map((tag, i) => ({ name: `t${i}`, ...tag }));
    const text = JSON.stringify({ type: 'MultiTaggedContentParser', tagged_contents });
    return { text, ...readDefinitions(text, 'test.parser.json') };
  };

  test('without a problem, each tag reads its own hint @slow', () =>
    fc.assert(
      fc.asyncProperty(pairs, async tags => {
        const { definitions, problems } = about(tags);
        const parser = createParser(definitions[0]!);
        const [, ...lines] = parser.formatInstruction().split('below: \n');
        const result = await parser.parse(lines.join('below: \n'));
        const isRead =
          result.ok && tags.every((tag, i) => (result.value as Record<string, string>)[`t${i}`] === tag.content_hint);
        const said = problems.filter(({ code, severity }) => /tag/.test(code) && severity === 'warning');
        // What is the same by chance, or a matter of taste, may be said all the same.
        if (said.length === 0) assert.ok(isRead, JSON.stringify(tags));
      }),
      { numRuns: 2000 },
    ));

  test('every place is in the text, and every fix leaves JSON', () =>
    fc.assert(
      fc.property(pairs, tags => {
        const { text, problems } = about(tags);
        for (const { span, fixes = [] } of problems) {
          assert.ok(span.start <= span.end && span.end <= text.length);
          for (const { edits } of fixes)
            for (const edit of edits)
              assert.doesNotThrow(() =>
                JSON.parse(text.slice(0, edit.span.start) + edit.text + text.slice(edit.span.end)),
              );
        }
      }),
    ));
});

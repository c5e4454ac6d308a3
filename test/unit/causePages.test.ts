import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import {
  answerCauses,
  type Cause,
  causeCatalogue,
  createParser,
  diagnose,
  type MarkupCause,
  markupCauses,
  readDefinitions,
  violationCatalogue,
} from '../../src/engine/index.ts';

// What media/causes.md says of each cause is true: its examples are run.
suite('the page of causes', () => {
  const [, ...written] = readFileSync('media/causes.md', 'utf8').split(/^## /m);
  const sections = new Map(written.map(section => [section.slice(0, section.indexOf('\n')), section]));

  test('has a section for every cause, and for no other', () =>
    assert.deepEqual(
      [...sections.keys()],
      [
        ...new Set(
          [causeCatalogue, markupCauses, answerCauses, violationCatalogue].flatMap(catalogue => Object.keys(catalogue)),
        ),
      ],
    ));

  for (const [cause, summary] of Object.entries(causeCatalogue))
    test(cause, () => {
      const section = sections.get(cause) ?? '';
      assert.equal(section.split('\n')[2], summary);
      const [, , text] = /^(`{3,})text\n([\s\S]*?)\n\1$/m.exec(section) ?? [];
      const [, json] = /^```json\n([\s\S]*?)\n```$/m.exec(section.slice(section.indexOf('Read as:'))) ?? [];
      const [best] = diagnose(text!).candidates;
      assert.ok(best?.causes.includes(cause as Cause), `${best?.causes}`);
      assert.deepEqual(best!.value, JSON.parse(json!));
      assert.equal(best!.lossy, cause === 'cut-off');
    });

  for (const [cause, { summary }] of Object.entries(markupCauses))
    test(cause, async () => {
      const section = sections.get(cause) ?? '';
      assert.equal(section.split('\n')[2], summary);
      const [, source] = /^```jsonc\n([\s\S]*?)\n```$/m.exec(section) ?? [];
      const [, , text] = /^(`{3,})text\n([\s\S]*?)\n\1$/m.exec(section) ?? [];
      const [, json] = /^```json\n([\s\S]*?)\n```$/m.exec(section) ?? [];
      const [definition] = readDefinitions(source!, 'x.parser.json').definitions;
      // The page cannot show a carriage return.
      const response = text!.replaceAll('␍', '\r');
      const [best] = (await createParser(definition!).diagnose(response)).candidates;
      assert.ok(best?.causes.includes(cause as MarkupCause), `${best?.causes}`);
      assert.deepEqual(best!.value, JSON.parse(json!));
    });

  for (const [cause, summary] of Object.entries(answerCauses))
    test(cause, async () => {
      const section = sections.get(cause) ?? '';
      assert.equal(section.split('\n')[2], summary);
      const [, source] = /^```jsonc\n([\s\S]*?)\n```$/m.exec(section) ?? [];
      // There is no response where there is no key, nor where the provider made none.
      if (cause === 'refused-key' || cause === 'malformed-call') return assert.equal(source, undefined);
      const [, text] = /^```text\n([\s\S]*?)\n```$/m.exec(section) ?? [];
      const [definition] = readDefinitions(source!, 'x.parser.json').definitions;
      const { candidates, causes } = await createParser(definition!).diagnose(text!);
      assert.deepEqual([candidates, causes.map(({ code }) => code)], [[], [cause]]);
    });

  for (const [cause, summary] of Object.entries(violationCatalogue))
    test(`${cause}, of a schema`, () => {
      if (cause in markupCauses) return;
      const section = sections.get(cause) ?? '';
      assert.equal(section.split('\n')[2], summary);
      const [, schema] = /^```jsonc\n([\s\S]*?)\n```$/m.exec(section) ?? [];
      const [, text] = /^```text\n([\s\S]*?)\n```$/m.exec(section) ?? [];
      const [, json] = /^```json\n([\s\S]*?)\n```$/m.exec(section) ?? [];
      const { candidates, violations } = diagnose(text!, { schema: JSON.parse(schema!) });
      assert.equal(violations[0]?.cause, cause);
      assert.deepEqual(candidates[0]?.value, json === undefined ? undefined : JSON.parse(json));
    });
});

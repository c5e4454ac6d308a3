import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import {
  evaluate,
  quietSuspicions,
  readDefinitions,
  type SuspicionCode,
  suspicionCatalogue,
} from '../../src/engine/index.ts';

// What media/suspicions.md says of each suspicion is true: its examples are judged.
suite('the page of suspicions', () => {
  const [, ...written] = readFileSync('media/suspicions.md', 'utf8').split(/^## /m);
  const sections = new Map(written.map(section => [section.slice(0, section.indexOf('\n')), section]));

  test('has a section for every suspicion, and for no other', () =>
    assert.deepEqual([...sections.keys()], Object.keys(suspicionCatalogue)));

  for (const [code, summary] of Object.entries(suspicionCatalogue)) {
    test(code, async () => {
      const section = sections.get(code) ?? '';
      assert.equal(section.split('\n')[2], summary);
      // This one is told by all rows.
      if (code === 'odd-type') return;
      const [, source] = /^```jsonc\n([\s\S]*?)\n```$/m.exec(section) ?? [];
      const [odd, fine] = [...section.matchAll(/^(`{3,})text\n([\s\S]*?)\n\1$/gm)].map(found => found[2]!);
      const [definition] = readDefinitions(source!, 'x.parser.json').definitions;
      const on = quietSuspicions.filter(each => each === code);
      const codes = async (response: string, off: readonly SuspicionCode[] = []) => {
        const verdicts = [];
        for await (const { verdict, suspicions } of evaluate(definition!, [response], { off, on }))
          verdicts.push(verdict, ...suspicions.map(each => each.code));
        return verdicts;
      };
      assert.deepEqual(await codes(odd!), ['suspicious', code]);
      assert.deepEqual(await codes(odd!, [code as SuspicionCode]), ['ok']);
      assert.deepEqual(await codes(fine!), ['ok']);
    });
  }

  test('and the settings name every suspicion', () => {
    const { configuration } = JSON.parse(readFileSync('package.json', 'utf8')).contributes;
    const settings = [configuration].flat().flatMap(({ properties }) => Object.entries(properties));
    const named = (name: string) =>
      (settings.find(([key]) => key === name)![1] as { items: { enum: readonly string[] } }).items.enum;
    assert.deepEqual(named('parserlens.evaluation.off'), Object.keys(suspicionCatalogue));
    assert.deepEqual(named('parserlens.evaluation.on'), quietSuspicions);
  });
});

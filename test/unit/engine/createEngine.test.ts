import { deepEqual, equal, ok } from 'node:assert/strict';
import { createEngine } from '../../../src/engine/createEngine.ts';
import type { Host } from '../../../src/engine/index.ts';
import * as facade from '../../../src/engine/index.ts';
import { takingHosts, unbound } from '../takingHosts.ts';

const pattern = JSON.stringify({
  type: 'RegexTaggedContentParser',
  tagged_content_pattern: '(?P<name>\\w+)=(?P<content>\\w+)',
  samples: [{ text: 'a=1' }],
});

/** A host that says which of its members were asked for. */
function listening(): { host: Host; asked: Set<string> } {
  const asked = new Set<string>();
  const host = new Proxy<Host>(
    {},
    {
      get(_, member) {
        asked.add(String(member));
        return undefined;
      },
    },
  );
  return { host, asked };
}

suite('createEngine', () => {
  test('has all of the façade', () => {
    deepEqual(Object.keys(createEngine()).sort(), Object.keys(facade).sort());
  });

  test('binds every function that takes a host', () => {
    const names = takingHosts(facade);
    ok(names.includes('createParser') && names.includes('judgeSample'), 'the search finds such functions');
    deepEqual(unbound(facade, createEngine()), []);
  });

  test('the host serves, unless a call brings its own', async () => {
    const bound = listening();
    const own = listening();
    const engine = createEngine(bound.host);
    const [definition] = engine.readDefinitions(pattern, 'x.parser.json').definitions;
    const [sample] = definition!.samples;
    await engine.createParser(definition!).parse('a=1');
    equal(bound.asked.has('runPattern'), true);
    bound.asked.clear();
    await engine.robustnessOf(definition!, 'a=1');
    equal(bound.asked.has('runPattern'), true);
    bound.asked.clear();
    await engine.judgeSample(definition!, sample!, 'a=1', own.host);
    deepEqual([bound.asked.size, own.asked.has('runPattern')], [0, true]);
  });
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { EngineError } from '../../src/engine/core/errors.ts';
import type { PyDict } from '../../src/engine/core/pyValue.ts';
import { renderJinja } from '../../src/engine/python/jinja/jinjaTemplate.ts';
import { jsonLoads } from '../../src/engine/python/jsonLoads.ts';

const text = readFileSync('test/conformance/jinja2.json', 'utf8');
const { cases }: { cases: readonly (readonly [template: string, rendered: string | { error: string }])[] } =
  JSON.parse(text);

suite('Jinja2, as recorded', () => {
  const file = jsonLoads(text);
  assert(file.ok);
  const values = (file.value as PyDict).get('values') as PyDict;
  for (const [template, expected] of cases)
    test(template, () => {
      let rendered: string | { error: string };
      try {
        rendered = renderJinja(template, values);
      } catch (error) {
        assert(error instanceof EngineError);
        rendered = { error: error.class };
      }
      assert.deepEqual(rendered, expected);
    });
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../../../src/engine/core/pyValue.ts';
import { readPython } from '../../../../../src/engine/interchange/python/read/pythonImport.ts';
import { jsonLoads } from '../../../../../src/engine/python/jsonLoads.ts';
import { pyRepr } from '../../../../../src/engine/python/repr.ts';

/** The recorded cases of a file. */
function cases(name: string): readonly PyDict[] {
  const text = readFileSync(new URL(`../../../../conformance/${name}`, import.meta.url), 'utf8');
  const read = jsonLoads(text, { start: 0, end: text.length });
  assert.ok(read.ok && isPyList(read.value));
  return read.value.filter(isPyDict);
}

const dictAt = (dict: PyDict, key: string): PyDict => {
  const value = dict.get(key) ?? null;
  return isPyDict(value) ? value : new Map();
};

suite('import from Python, against what was recorded', () => {
  test('Pydantic classes are read as model_json_schema() printed them', () => {
    const models = new Map<string, PyValue>();
    for (const each of cases('agentscope-parsers.json')) {
      const source = each.get('model_source');
      if (typeof source === 'string') models.set(source, dictAt(each, 'config').get('content_hint_schema')!);
    }
    assert.ok(models.size > 90);
    for (const [source, schema] of models) {
      const { definitions, problems } = readPython(`${source}\nx = MarkdownJsonDictParser(Schema)\n`, 'a.py');
      assert.equal(pyRepr(definitions[0]!.config.get('content_schema')!), pyRepr(schema), source);
      // Only code is not taken over, and what no schema can say.
      assert.equal(
        problems.length,
        /field_validator\(|ConfigDict\((?!extra|title|use_enum_values)/.test(source) ? 1 : 0,
        source,
      );
    }
  });
});

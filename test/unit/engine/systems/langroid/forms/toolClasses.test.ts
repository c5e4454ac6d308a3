import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../../../../../src/engine/core/pyValue.ts';
import { readPython } from '../../../../../../src/engine/interchange/python/read/pythonImport.ts';
import { sortSchema } from '../../../../../../src/engine/parsers/shared/pydanticSchema.ts';
import { jsonLoads } from '../../../../../../src/engine/python/jsonLoads.ts';
import { pyRepr } from '../../../../../../src/engine/python/repr.ts';
import { normalizeTools } from '../../../../../../src/engine/systems/langroid/forms/toolFacts.ts';

/** The recorded cases of a file. */
function cases(name: string): readonly PyDict[] {
  const text = readFileSync(new URL(`../../../../../conformance/${name}`, import.meta.url), 'utf8');
  const read = jsonLoads(text, { start: 0, end: text.length });
  assert.ok(read.ok && isPyList(read.value));
  return read.value.filter(isPyDict);
}

const dictAt = (dict: PyDict, key: string): PyDict => {
  const value = dict.get(key) ?? null;
  return isPyDict(value) ? value : new Map();
};

test('tool classes of Langroid are read as it had them', () => {
  const tools = new Map<string, PyDict>();
  for (const each of cases('actions-tools-structured.json')) {
    const given = each.get('system') === 'langroid' ? (dictAt(each, 'config').get('tools') ?? []) : [];
    for (const tool of isPyList(given) ? given.filter(isPyDict) : []) {
      const source = tool.get('python');
      // A required recipient is added where the tool is enabled.
      if (typeof source === 'string' && tool.get('require_recipient') !== true) tools.set(source, tool);
    }
  }
  assert.ok(tools.size > 15);
  for (const [source, tool] of tools) {
    const name = String(tool.get('class'));
    const text = `${source}\nagent = ChatAgent()\nagent.enable_message(${name})\n`;
    const config = readPython(text, 'a.py').definitions.find(each => each.name === 'agent')!.config;
    const read = normalizeTools(config);
    const recorded = normalizeTools(
      new Map<string, PyValue>([
        ['type', tool.get('kind')!],
        ['tools', [tool]],
      ]),
    );
    const shown = (dict: PyDict, key: string) => {
      const value = dict.get(`tools.0.${key}`) ?? null;
      return pyRepr(isPyDict(value) ? sortSchema(value) : value);
    };
    // Python prints a field that is called `properties` in an order of its own.
    const keys =
      name === 'PropsTool'
        ? ['request', 'purpose', 'kind']
        : ['request', 'purpose', 'kind', 'schema', 'max_result_tokens', 'instructions'];
    for (const key of keys)
      if (recorded.has(`tools.0.${key}`)) assert.equal(shown(read, key), shown(recorded, key), source);
  }
});

import assert from 'node:assert/strict';
import { toJsonText } from '../../../../../src/engine/python/jsonDumps.ts';
import { loadYaml, yamlLoad } from '../../../../../src/engine/text/yaml/yamlLoad.ts';

suite('YAML as PyYAML reads it', () => {
  const cases: readonly (readonly [text: string, json: string | undefined])[] = [
    ['a: 1\nb: two', '{"a": 1, "b": "two"}'],
    ['- x\n- y', '["x", "y"]'],
    ['{a: [1, b], "c": null}', '{"a": [1, "b"], "c": null}'],
    ['[yes, no, on, off, y, n, ~]', '[true, false, true, false, "y", "n", null]'],
    ['[1e3, 1.0e+3, 1.5, .5, 017, 0o17, 0x1F, 1_000, 1:30]', '["1e3", 1000.0, 1.5, 0.5, 15, "0o17", 31, 1000, 90]'],
    ['[.inf, -.inf, "1"]', '[Infinity, -Infinity, "1"]'],
    ['a: 2020-01-01', '{"a": "2020-01-01"}'],
    ['a: |\n  b\n  c\n', '{"a": "b\\nc\\n"}'],
    ['a: |\n  b', '{"a": "b"}'],
    ['a: &x {b: 1}\nc:\n  <<: *x\n  d: 2', '{"a": {"b": 1}, "c": {"b": 1, "d": 2}}'],
    ['a: 1\na: 2', '{"a": 2}'],
    ['{=}', '{"=": null}'],
    ['a: =', undefined],
    ['a: ": \\"', undefined],
    ['a: "\\\\"', '{"a": "\\\\"}'],
    ['a: b\x0bc', undefined],
    ['a: \ud83d', undefined],
    ['1: a\ntrue: b', '{"1": "a", "true": "b"}'],
    ['1.0: a\n1.5: b\n~: c\nno: d', '{"1.0": "a", "1.5": "b", "null": "c", "false": "d"}'],
    ['!!str 1', '"1"'],
    ['[!!int 1, !!int "1:30", !!bool yEs, !!bool off, !!null x]', '[1, 90, true, false, null]'],
    ['[!!float 1, !!float 1e3, !!float 017, !!float 1:30, !!float +.5]', '[1.0, 1000.0, 17.0, 90.0, 0.5]'],
    ['[!!float "1_0.5", !!float -.inf, !!float 1.e-3]', '[10.5, -Infinity, 0.001]'],
    ['a: 2001-12-14 \t21:59:43  Z', '{"a": "2001-12-14T21:59:43Z"}'],
    ['!!timestamp 2020-01-01', '"2020-01-01"'],
    ['!!timestamp 2001-12-14 21:59:43.10 -5', '"2001-12-14T21:59:43.100000-05:00"'],
    ['!!timestamp 2001-12-14t21:59:43.', '"2001-12-14T21:59:43"'],
    // A tag whose type the text is not of raises.
    ['!!int a', undefined],
    ['!!int 1.5', undefined],
    ['!!int 08', undefined],
    ['!!int ""', undefined],
    ['!!float x', undefined],
    ['!!float 0x1F', undefined],
    ['!!float ""', undefined],
    ['!!bool maybe', undefined],
    ['!!timestamp x', undefined],
    ['!!int [1]', undefined],
    // An escaped quote is open only as the end of a text in quotes.
    ['- "a"\n- b\\"', '["a", "b\\\\\\""]'],
    ['{{}: 1}', undefined],
    ['a: b: c', undefined],
    ['a: *x', undefined],
    ['!mine 1', undefined],
    ['a: [1', undefined],
    ['', 'null'],
    ['---\na: 1\n...\n', '{"a": 1}'],
    ['a: 1\n---\nb: 2', undefined],
    ['a: 1\n---\n', undefined],
    ['['.repeat(100_000), undefined],
    ['- '.repeat(20_000), undefined],
  ];
  for (const [text, json] of cases)
    test(JSON.stringify(text.slice(0, 40)), () => {
      const value = yamlLoad(text);
      assert.equal(value === undefined ? undefined : toJsonText(value, 0), json);
    });

  test('blocks inside of each other are counted before they are parsed, whatever blanks are between', () => {
    for (const block of ['- ', '-\t', '? '])
      assert.deepEqual(loadYaml(block.repeat(1001)), {
        message: 'This YAML is nested too deeply.',
        span: { start: 0, end: 1 },
      });
  });

  test('aliases do not multiply', () => {
    const levels = Array.from({ length: 20 }, (_, i) => `l${i + 1}: &l${i + 1} [${`*l${i}, `.repeat(9)}*l${i}]`);
    assert.equal(yamlLoad(['l0: &l0 x', ...levels].join('\n')), undefined);
  });
});

import assert from 'node:assert/strict';
import { addSample, type NewSample } from '../../../../src/engine/authoring/index.ts';
import { PyFloat } from '../../../../src/engine/core/pyValue.ts';
import type { Edit } from '../../../../src/engine/core/span.ts';
import { readDefinitions } from '../../../../src/engine/definition/index.ts';

function apply(text: string, edits: readonly Edit[]): string {
  return edits
    .toReversed()
    .reduce((old, { span, text }) => old.slice(0, span.start) + text + old.slice(span.end), text);
}

function added(text: string, sample: NewSample, name?: string): string {
  const { definitions } = readDefinitions(text, 'x');
  const definition = definitions.find(one => name === undefined || one.name === name)!;
  const changed = apply(text, addSample(text, definition, sample));
  const again = readDefinitions(changed, 'x');
  assert.deepEqual(again.problems, []);
  const found = again.definitions.find(one => one.name === definition.name)?.samples.at(-1);
  assert.deepEqual([found?.name, found?.text], [sample.name, sample.text]);
  return changed;
}

suite('addSample', () => {
  const sample = { name: 'n', text: 'q' };

  test('appends to the list and leaves comments and everything else alone', () => {
    assert.equal(
      added(
        '{\n  "type": "MarkdownJsonObjectParser", // t\n  "samples": [\n    { "text": "a" } // last\n  ] // s\n}\n',
        sample,
      ),
      '{\n  "type": "MarkdownJsonObjectParser", // t\n  "samples": [\n    { "text": "a" }, // last\n    {\n      "name": "n",\n      "text": "q"\n    }\n  ] // s\n}\n',
    );
  });

  test('keeps a trailing comma', () => {
    assert.equal(
      added('{\n\t"type": "MarkdownJsonObjectParser",\n\t"samples": [\n\t\t{ "text": "a" },\n\t],\n}', sample),
      '{\n\t"type": "MarkdownJsonObjectParser",\n\t"samples": [\n\t\t{ "text": "a" },\n\t\t{\n\t\t\t"name": "n",\n\t\t\t"text": "q"\n\t\t},\n\t],\n}',
    );
  });

  test('makes the list where there is none, in the file’s line ends', () => {
    assert.equal(
      added('{\r\n    "type": "MarkdownJsonObjectParser"\r\n}', sample),
      '{\r\n    "type": "MarkdownJsonObjectParser",\r\n    "samples": [\r\n        {\r\n            "name": "n",\r\n            "text": "q"\r\n        }\r\n    ]\r\n}',
    );
    assert.equal(
      added('{"type": "MarkdownJsonObjectParser", "samples": []}', sample),
      '{"type": "MarkdownJsonObjectParser", "samples": [\n  {\n    "name": "n",\n    "text": "q"\n  }\n]}',
    );
  });

  test('writes into the definition that is meant, values exact, lines as a list', () => {
    const text =
      '{ "parsers": {\n  "a": { "type": "MarkdownJsonObjectParser" },\n  "b": { "type": "MarkdownJsonObjectParser" } // b\n} }';
    const expect = { value: [new PyFloat(1), 2n ** 70n, Number.NaN] };
    const changed = added(text, { name: 'n', text: 'a\n"b"\n', expect }, 'b');
    assert.equal(
      changed,
      '{ "parsers": {\n  "a": { "type": "MarkdownJsonObjectParser" },\n  "b": { "type": "MarkdownJsonObjectParser",\n    "samples": [\n      {\n        "name": "n",\n        "text": [\n          "a",\n          "\\"b\\"",\n          ""\n        ],\n        "expect": {\n          "value": [\n            1.0,\n            1180591620717411303424,\n            "NaN"\n          ]\n        }\n      }\n    ]\n  } // b\n} }',
    );
  });

  test('does nothing where `samples` is not a list', () => {
    const text = '{ "type": "MarkdownJsonObjectParser", "samples": 1 }';
    assert.deepEqual(addSample(text, readDefinitions(text, 'x').definitions[0]!, sample), []);
  });
});

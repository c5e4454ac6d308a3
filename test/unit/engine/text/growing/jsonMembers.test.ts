import assert from 'node:assert/strict';
import { pyRepr } from '../../../../../src/engine/python/repr.ts';
import { GrowingText } from '../../../../../src/engine/text/growing/growingText.ts';
import { jsonMembers } from '../../../../../src/engine/text/growing/jsonMembers.ts';

/** What the reading of a text tells as it comes: `key@` behind the key and where its value begins, `key=value` without quotes, `end`, `fail`. */
function told(text: string): string {
  const growing = new GrowingText();
  const events: string[] = [];
  const members = jsonMembers(growing, {
    open: (key, start) => events.push(`${key}@${start}`),
    close({ key, value, span, inner }) {
      assert.equal(text.slice(span.start, span.end).trim(), text.slice(span.start, span.end));
      events.push(`${key}=${text.slice(inner.start, inner.end)} (${pyRepr(value)})`);
    },
    end: () => events.push('end'),
    fail: () => events.push('fail'),
  });
  for (let i = 0; i < text.length; i++) {
    growing.append(text.charAt(i));
    members.push(text.charCodeAt(i), i);
  }
  members.finish(text.length);
  return [members.kind ?? 'nothing', ...events].join(', ');
}

suite('JSON that grows', () => {
  const cases: readonly (readonly [text: string, told: string])[] = [
    ['', 'nothing'],
    [' {} ', 'object, end'],
    ['[ ]', 'list, end'],
    ['{"a": 1 , "b":"x\\"y"}', 'object, a@4, a@6, a=1 (1), b@13, b@14, b=x\\"y (\'x"y\'), end'],
    ['{"a\\"": 1}', 'object, a"@6, a"@8, a"=1 (1), end'],
    [
      '{"a": {"b": ["}"]}, "c": true}',
      'object, a@4, a@6, a={"b": ["}"]} ({\'b\': [\'}\']}), c@23, c@25, c=true (True), end',
    ],
    ['[1, "x", [2], {}]', "list, 0@1, 0=1 (1), 1@4, 1=x ('x'), 2@9, 2=[2] ([2]), 3@14, 3={} ({}), end"],
    ['["\\\\", 2]', "list, 0@1, 0=\\\\ ('\\\\'), 1@7, 1=2 (2), end"],
    ['{"a": 1', 'object, a@4, a@6'],
    ['{"a": "x', 'object, a@4, a@6'],
    // A single scalar is read when the text ends.
    [' 12 ', 'scalar, value=12 (12)'],
    ['"x"\n', "scalar, value=x ('x')"],
    ['12 x', 'scalar, fail'],
    // Nothing follows what is not JSON.
    ['{a: 1, "b": 2}', 'object, fail'],
    ["{'a': 1}", 'object, fail'],
    ['{1: 2}', 'object, fail'],
    ['{"a" 1}', 'object, a@4, fail'],
    ['{"a": 1,}', 'object, a@4, a@6, a=1 (1), fail'],
    ['{"a": }', 'object, a@4, fail'],
    ['{"a": nope, "b": 1}', 'object, a@4, a@6, fail'],
    ['{"a\\q": 1}', 'object, fail'],
    ['{"a": 1]', 'object, a@4, a@6, a=1 (1), fail'],
    ['{"a": "x" "b": 1}', "object, a@4, a@6, a=x ('x'), fail"],
    ['[,1]', 'list, fail'],
    ['[1,]', 'list, 0@1, 0=1 (1), fail'],
    ['[1}', 'list, 0@1, 0=1 (1), fail'],
  ];
  for (const [text, expected] of cases) test(JSON.stringify(text), () => assert.equal(told(text), expected));
});

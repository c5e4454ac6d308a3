import { equal } from 'node:assert/strict';
import { addSourceDefinition } from '../../../../src/engine/authoring/index.ts';

suite('a definition that names a source is added', () => {
  const cases: readonly (readonly [string, string | undefined, string | undefined])[] = [
    ['to a new file', undefined, '{\n  "parsers": {\n    "A.b": {\n      "source": "a.py#A.b"\n    }\n  }\n}\n'],
    ['to an empty one', '{ "parsers": {} }', '{ "parsers": {\n    "A.b": {\n      "source": "a.py#A.b"\n    }\n  } }'],
    [
      'behind others, with their comments',
      '{\n  "parsers": {\n    "x": { "source": "x.py" } // mine\n  }\n}\n',
      '{\n  "parsers": {\n    "x": { "source": "x.py" }, // mine\n    "A.b": {\n      "source": "a.py#A.b"\n    }\n  }\n}\n',
    ],
    ['not where the name is taken', '{ "parsers": { "A.b": {} } }', undefined],
    ['not to a file of one definition', '{ "type": "MarkdownJsonObjectParser" }', undefined],
    ['not to a list', '{ "parsers": [] }', undefined],
    ['not to what is not JSON', '{ "parsers": { ', undefined],
  ];
  for (const [title, text, expected] of cases)
    test(title, () => {
      const made = addSourceDefinition(text, 'A.b', 'a.py#A.b');
      equal(made?.replace(/\s+/g, ' ').replaceAll('{ }', '{}'), expected?.replace(/\s+/g, ' '));
    });
});

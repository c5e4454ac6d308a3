import assert from 'node:assert/strict';
import { errorCause } from '../../../src/views/errorModel.ts';

suite('errorCause', () => {
  const raw = '```json\n{"a": ", an error occurred: no"}```';
  const cases: [message: string, details: string[], cause: string][] = [
    [
      `The content between \`\`\`json and \`\`\` MUST be a JSON object.When parsing "${raw}", an error occurred: Expecting property name enclosed in double quotes: line 2 column 1 (char 2)`,
      [],
      'Expecting property name',
    ],
    [
      `The content between [S] and [/S] should be a JSON object. An error "Expecting value: line 1 column 1 (char 0)" occurred when parsing: an "x" occurred when parsing: y`,
      [],
      'Expecting value',
    ],
    ['Missing tag [/SPEAK] in response. The rest', [], 'Missing tag [/SPEAK] in response'],
    ['\n     There were errors\n  of many kinds', [], 'There were errors'],
    ['2 validation errors for X', ['kind: Input should be 1', 'text: Field required'], 'kind: Input should be 1 (+1)'],
    ["'speek'", [], "'speek'"],
    ['', [], ''],
  ];
  for (const [message, details, cause] of cases)
    test(cause || 'nothing', () => assert.equal(errorCause(message, details), cause));
});

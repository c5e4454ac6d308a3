import { deepEqual } from 'node:assert/strict';
import { readDefinitions } from '../../../../../src/engine/definition/index.ts';
import { recordStream } from '../../../../../src/engine/streams/index.ts';

const properties = { number: { type: 'integer' }, say: { type: 'string' } };
const tools = [{ request: 'square', purpose: 'p', schema: { properties } }];
const call = (more = '') => `{"request": "square", "number": 4${more}}`;
const xml = '<tool><request>square</request><number>4</number></tool>';

/** A response, and each tool that is read before its end: where it begins, is closed, is final, or is none after all. */
const responses: readonly (readonly [what: string, response: string, tools: readonly string[], agent?: object])[] = [
  ['one in prose', `so ${call()} and`, ['3 closed 37']],
  ['two', `${call()} ${call()}`, ['0 closed 34', '35 closed 69']],
  ['of another name', `{"request": "other"} ${call()}`, ['21 closed 55']],
  ['with an object in it', `${call(', "o": {"a": {}}')} x`, ['0 closed 50']],
  ['in further braces', `{{${call()}}} ${call()}`, ['0 closed 38', '39 closed 73']],
  ['behind a brace that closes nothing', `} ${call()} } x`, ['2 closed 36']],
  ['behind a brace in quotes, which opens it', `"{" ${call()} x`, []],
  ['with a tab in it', `${call('\t')} x`, []],
  ['with a tab in a text', `${call(', "say": "a\tb"')} x`, []],
  ['behind a tab', `a\tb ${call()} x`, ['4 closed 38']],
  ['with a line’s end in a text', `${call(', "say": "a\nb"')} x`, []],
  ['with a carriage return in a text', `${call(', "say": "a\rb"')} x`, []],
  ['with a line’s end between members', `${call(',\n "say": "a"')} x`, ['0 closed 47']],
  ['with an escaped quote', `${call(', "say": "a\\"}b"')} x`, ['0 closed 50']],
  ['with an escape of Python’s', `${call(', "say": "\\x41"')} x`, []],
  ['with an x in a text', `${call(', "say": "x"')} x`, ['0 closed 46']],
  ['with a doubled quote', `${call(', "say": "a""}b"')} x`, ['0 closed 50']],
  ['in single quotes', `${call(`, 'say': 'a"}'`)} x`, ['0 closed 48']],
  ['with a quote of the other kind in a text', `${call(', "say": "\'}"')} x`, ['0 closed 47']],
  ['JSON before a tag', `${call()} <tool> x`, ['0 closed 34 none 41']],
  ['JSON before a tag’s end', `${call()} </tool> x`, ['0 closed 34 none 42']],
  ['JSON behind a tag’s end', `</tool> ${call()} x`, []],
  ['tags', `${xml}${xml} x`, ['0 closed 56 final 56', '56 closed 112 final 112']],
  ['JSON, and tags', `${call()} ${xml} x`, ['0 closed 34 none 41', '35 closed 91 final 91']],
  ['where thoughts are taken off', call(), [], { thought_delimiters: ['<t>', '</t>'] }],
  ['where a recipient is taken off', call(), [], { recognize_recipient_in_content: true }],
];

suite('Langroid’s tools while a response streams in', () => {
  for (const [what, response, expected, agent] of responses)
    test(what, () => {
      const type = response.includes('</') ? 'XMLToolMessage' : 'ToolMessage';
      const text = JSON.stringify({ type, tools, ...(agent && { agent }) });
      const { fields } = recordStream(readDefinitions(text, 'x.parser.json').definitions[0]!, response);
      deepEqual(
        fields.map(({ span, closedAt, finalAt, reopenedAt }) =>
          [
            `${span.start} closed ${closedAt}`,
            finalAt === undefined ? '' : ` final ${finalAt}`,
            reopenedAt === undefined ? '' : ` none ${reopenedAt}`,
          ].join(''),
        ),
        expected,
      );
    });
});

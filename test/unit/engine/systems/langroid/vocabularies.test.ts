import { testVocabulary } from '../../streams/vocabulary.ts';

const tool = {
  request: 'note',
  purpose: 'To note a <text>',
  schema: { properties: { text: { type: 'string' } }, required: ['text'] },
};
const keys = { type: 'ToolMessage', tools: [tool] };
const call = '{"request": "note", "text": "x"}';
const xmlCall = '<tool><request>note</request><text>t</text></tool>';

suite('Langroid: streams of its words agree with the whole response', () => {
  testVocabulary(keys, call, xmlCall, '{', '}', '</tool>', '<tool>', '""', '"', "''", '<b>');
  // A closing tag without its opening one takes all from the first tag before it.
  testVocabulary(keys, '<request>note</request><text>t</text></tool>', call, ' ', '</tool>', '<b>');
  // A doubled quote is a part of its string, so the brace behind it closes nothing.
  testVocabulary(keys, '{"request": "note", "text": "x', '""', '"', ' }', 'y', '}', "''");
});

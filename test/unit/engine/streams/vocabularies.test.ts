import { testVocabulary } from './vocabulary.ts';

suite('streams of the words of one form agree with the whole response', () => {
  testVocabulary(
    { type: 'RegexTaggedContentParser' },
    ...['<a>', '</a>', '</>', 'x', '<a>y</a>', '<b>', '</b>', '<', '<a<', '</a<a>'],
  );
});

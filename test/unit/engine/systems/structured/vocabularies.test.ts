import { testVocabulary } from '../../streams/vocabulary.ts';

suite('Structured output: streams of its words agree with the whole response', () => {
  testVocabulary(
    { type: 'AgentOutput', allowed_kinds: ['a'], fallback_kind: 'a' },
    ...['<think>', '</think>', '<', 'think>', '<th', '{"kind": "a", "text": "1', '"}'],
    ...['{"kind": "a", "text": "2"}', '\\"', '\\', '```'],
  );
});

import { testVocabulary } from '../../streams/vocabulary.ts';

suite('LangChain: streams of its words agree with the whole response', () => {
  testVocabulary(
    { type: 'ZeroShotAgentOutputParser' },
    ...['Action:', '\nAction Input:', 'x', 'Final Answer:', '\n', 'Action: s\nAction Input:'],
  );
  testVocabulary(
    { type: 'ReActSingleInputOutputParser' },
    ...['Action: s\nAction Input: y\n', 'Action:', 'Action Input:', 'Action 1', ' 2', ' Input', ':', 'x', '\n', ' '],
    'Final Answer:',
  );
  testVocabulary(
    { type: 'XMLAgentOutputParser' },
    ...['<tool>s</tool>', '<tool>', '</tool>', '<tool_input>i</tool_input>', '<final_answer>a</final_answer>'],
    ...['<', 'x', '</tool_input>'],
  );
  testVocabulary({ type: 'CustomListOutputParser', separator: '; ' }, 'a', '; ', ';', ' ', 'b', '\n');
  testVocabulary({ type: 'CommaSeparatedListOutputParser' }, ',', '"', 'a', ' ', '\n', '\r', '"a, b"', '""');
});

import { type SharedSearch, testSharedSearch } from '../../streams/sharedSearch.ts';

const step: SharedSearch['part'] = ({ tool, returnValues }) =>
  tool ?? (returnValues as { readonly output: string }).output;

suite('LangChain: searches that parse and streams share', () => {
  testSharedSearch({
    keys: { type: 'XMLAgentOutputParser' },
    words: ['<tool>', '</tool>', '<final_answer>', '</final_answer>', 's', '<', '<to', 'ol>', '</tool_input>', '<b>'],
    read(text) {
      const of = (pattern: RegExp) => pattern.exec(text)?.[1] ?? '';
      if (text.includes('</tool>')) return of(/<tool>([^<]*)<\/tool>/);
      return text.includes('<final_answer>') ? of(/<final_answer>([^<]*?)(?:<\/final_answer>|$)/) : undefined;
    },
    part: step,
  });

  testSharedSearch({
    keys: { type: 'ZeroShotAgentOutputParser' },
    words: ['Action:', '\nAction Input:', 'x', '\nAction', 'Final Answer:'],
    read(text) {
      if (text.includes('Final Answer:')) return text.split('Final Answer:').at(-1)!.trim();
      return /Action:(.*?)(?:\nAction Input:|$)/s.exec(text)?.[1]?.trim();
    },
    part: step,
  });
});

import { testSharedSearch } from '../../streams/sharedSearch.ts';

suite('SWE-agent: searches that parse and streams share', () => {
  testSharedSearch({
    keys: { type: 'xml_thought_action' },
    words: ['<command>', '</command>', 'ls', ' ', '<com', 'mand>', '</'],
    read(text) {
      const open = text.lastIndexOf('<command>');
      const close = text.lastIndexOf('</command>');
      return open < 0 || close < 0
        ? undefined
        : text.slice(open + '<command>'.length, Math.max(close, open + 9)).trim();
    },
    part: ({ action }) => action,
  });

  testSharedSearch({
    keys: { type: 'all_bash_code_blocks' },
    words: ['```bash\n', '\n```', 'ls', '\n', '```', '`', 'bash\n'],
    read(text) {
      const found = [...text.matchAll(/```bash\n(.*?)\n```/gs)].map(([, body]) => body);
      return found.length === 0 ? undefined : found.join('\n');
    },
    part: ({ action }) => action,
  });
});

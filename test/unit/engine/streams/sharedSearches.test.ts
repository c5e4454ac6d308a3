import { testSharedSearch } from './sharedSearch.ts';

suite('searches that parse and streams share', () => {
  testSharedSearch({
    keys: { type: 'MarkdownCodeBlockParser', language_name: 'js' },
    words: ['```js', '```', '`', 'js', 'x'],
    read: text => /```js(.*?)```/s.exec(text)?.[1],
    part: value => value,
  });
});

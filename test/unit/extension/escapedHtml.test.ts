import { equal } from 'node:assert/strict';
import { escapedHtml } from '../../../src/extension/escapedHtml.ts';

suite('escapedHtml', () => {
  test('what would be a tag, an entity or the end of an attribute is text', () =>
    equal(escapedHtml('<a href="x">&lt;'), '&lt;a href=&quot;x&quot;>&amp;lt;'));
});

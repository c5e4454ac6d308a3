import assert from 'node:assert/strict';
import fc from 'fast-check';
import { trackSpan } from '../../../src/extension/responses/trackSpan.ts';

/** `[…]` marks the span, `<old|new>` the change; the result is the text after it with its span marked. */
function track(marked: string): string {
  let inserted = '';
  let text = '';
  const marks: Record<string, number> = {};
  for (const unit of marked.replace(/\|(.*?)>/, (_, added: string) => {
    inserted = added;
    return '>';
  })) {
    if ('[]<>'.includes(unit)) marks[unit] = text.length;
    else text += unit;
  }
  const { '[': start = 0, ']': end = 0, '<': from = 0, '>': to = 0 } = marks;
  const { span } = trackSpan({ start, end }, { rangeOffset: from, rangeLength: to - from, text: inserted });
  const after = text.slice(0, from) + inserted + text.slice(to);
  return `${after.slice(0, span.start)}[${after.slice(span.start, span.end)}]${after.slice(span.end)}`;
}

suite('trackSpan', () => {
  const cases: [string, string, string][] = [
    ['before', 'a<b|xyz>c[def]g', 'axyzc[def]g'],
    ['behind', 'a[def]g<h|>i', 'a[def]gi'],
    ['inside', 'a[d<e|xyz>f]g', 'a[dxyzf]g'],
    ['typed at the start', 'a[<|x>def]g', 'a[xdef]g'],
    ['typed at the end', 'a[def<|x>]g', 'a[defx]g'],
    ['all of it replaced', 'a[<def|x>]g', 'a[x]g'],
    ['all of it deleted', 'a[<def|>]g', 'a[]g'],
    ['up to the start', '<a|xy>[def]g', 'xy[def]g'],
    ['over the start', 'a<b[d|x>ef]g', 'ax[ef]g'],
    ['over the end', 'a[de<f]g|x>h', 'a[de]xh'],
    ['over all of it', 'a<b[def]g|x>h', 'ax[]h'],
  ];
  for (const [name, before, after] of cases) test(`a change ${name}`, () => assert.equal(track(before), after));

  test('a span stays in the text and untouched ones keep theirs', () => {
    const text = fc.string({ minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(
        text,
        fc.nat(20),
        fc.nat(20),
        fc.nat(20),
        fc.nat(20),
        fc.string({ maxLength: 5 }),
        (before, a, b, c, d, inserted) => {
          const clamp = (offset: number) => Math.min(offset, before.length);
          const [start, end] = [clamp(Math.min(a, b)), clamp(Math.max(a, b))];
          const [from, to] = [clamp(Math.min(c, d)), clamp(Math.max(c, d))];
          const change = { rangeOffset: from, rangeLength: to - from, text: inserted };
          const { span, touched } = trackSpan({ start, end }, change);
          const after = before.slice(0, from) + inserted + before.slice(to);
          assert.ok(0 <= span.start && span.start <= span.end && span.end <= after.length);
          if (!touched) assert.equal(after.slice(span.start, span.end), before.slice(start, end));
        },
      ),
    );
  });
});

import { deepEqual } from 'node:assert/strict';
import type { ParseResult, ParserType } from '../../../src/engine/index.ts';
import { strayModels } from '../../../src/views/highlights.ts';

test('what fell to the ground, in its order; what names no place is left out', () => {
  const type = { display: { strays: { gone: 'lost', marks: 'left-over' } } } as unknown as ParserType;
  const extra = {
    gone: [{ start: 9, end: 11 }, { start: 1, end: 3, field: 'a' }, { start: 1 }, { end: 2 }, null, 5],
    marks: [{ start: 4, end: 6, field: 7 }],
    other: [{ start: 0, end: 1 }],
  };
  const result = { ok: true, value: null, extra } as unknown as ParseResult & { ok: true };
  const later = ({ start, end }: { start: number; end: number }) => ({ start: start + 100, end: end + 100 });
  deepEqual(strayModels(type, result, later), [
    { kind: 'lost', span: { start: 101, end: 103 }, field: 'a' },
    { kind: 'left-over', span: { start: 104, end: 106 } },
    { kind: 'lost', span: { start: 109, end: 111 } },
  ]);
  deepEqual(strayModels({} as ParserType, result, later), []);
});

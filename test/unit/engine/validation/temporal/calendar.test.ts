import assert from 'node:assert/strict';
import { fromPlain, type PyDict, toPlain } from '../../../../../src/engine/core/pyValue.ts';
import { buildModel } from '../../../../../src/engine/validation/pydanticModel.ts';

/** The value of a field of this format in `model_dump_json()`. */
function json(format: string, text: string): unknown {
  const { validate } = buildModel(fromPlain({ properties: { v: { type: 'string', format } } }) as PyDict);
  const result = validate(fromPlain({ v: text }) as PyDict);
  assert.ok(result.ok, text);
  return (toPlain(result.value) as { v: unknown }).v;
}

suite('validation: dates, times and durations as JSON', () => {
  const rows: Record<string, [text: string, json: string][]> = {
    'date-time': [
      ['2024-01-02T03:04:05', '2024-01-02T03:04:05'],
      ['2024-01-02T03:04:05+00:00', '2024-01-02T03:04:05Z'],
      ['2024-01-02T03:04:05+05:30', '2024-01-02T03:04:05+05:30'],
      ['2024-01-02T03:04:05-00:30', '2024-01-02T03:04:05-00:30'],
      ['2024-01-02T03:04:05.5+01:00', '2024-01-02T03:04:05.500000+01:00'],
      ['0099-01-02', '0099-01-02T00:00:00'],
    ],
    date: [['2024-02-29', '2024-02-29']],
    time: [
      ['01:02', '01:02:00'],
      ['01:02:03-23:59', '01:02:03-23:59'],
    ],
    duration: [
      ['PT0S', 'PT0S'],
      ['PT1.25S', 'PT1.25S'],
      ['PT0.5S', 'PT0.5S'],
      ['PT90S', 'PT1M30S'],
      ['P1DT1M', 'P1DT1M'],
      ['P1YT1H', 'P1YT1H'],
      ['P0.5W', 'P3DT12H'],
      ['-P1DT0.5S', '-P1DT0.5S'],
      ['-PT0S', 'PT0S'],
    ],
  };
  for (const [format, cases] of Object.entries(rows))
    test(format, () => {
      for (const [text, expected] of cases) assert.equal(json(format, text), expected, text);
    });
});

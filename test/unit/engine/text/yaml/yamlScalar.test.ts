import assert from 'node:assert/strict';
import { EngineError } from '../../../../../src/engine/core/errors.ts';
import { pyRepr } from '../../../../../src/engine/python/repr.ts';
import {
  isPlainText,
  plainScalar,
  taggedScalar,
  UnreadableYaml,
} from '../../../../../src/engine/text/yaml/yamlScalar.ts';

/** What PyYAML 6.0.3 makes of a scalar: its `repr`, or the error. */
function printed(read: () => Parameters<typeof pyRepr>[0]): string {
  try {
    return pyRepr(read());
  } catch (error) {
    if (error instanceof UnreadableYaml) return 'unreadable';
    if (error instanceof EngineError) return `${error.class}: ${error.message}`;
    throw error;
  }
}

const scalars: Readonly<Record<string, string>> = {
  words: `
    yes → True
    Yes → True
    YES → True
    yES → 'yES'
    true → True
    True → True
    TRUE → True
    tRUE → 'tRUE'
    on → True
    On → True
    ON → True
    oN → 'oN'
    no → False
    No → False
    NO → False
    nO → 'nO'
    false → False
    False → False
    FALSE → False
    fALSE → 'fALSE'
    off → False
    Off → False
    OFF → False
    oFF → 'oFF'
    y → 'y'
    n → 'n'
    ~ → None
    null → None
    Null → None
    NULL → None
    nULL → 'nULL'
    xyes → 'xyes'
    yesx → 'yesx'
    xno → 'xno'
    nox → 'nox'
    xon → 'xon'
    onx → 'onx'
    xoff → 'xoff'
    offx → 'offx'
    xtrue → 'xtrue'
    truex → 'truex'
    xfalse → 'xfalse'
    falsex → 'falsex'
    xnull → 'xnull'
    nullx → 'nullx'
    x~ → 'x~'
    ~x → '~x'`,
  integers: `
    0 → 0
    7 → 7
    -7 → -7
    +7 → 7
    10 → 10
    1_000 → 1000
    07 → 7
    08 → '08'
    0o7 → '0o7'
    010 → 8
    -010 → -8
    +010 → 8
    0b101 → 5
    -0b101 → -5
    0b12 → '0b12'
    0b → '0b'
    0x → '0x'
    0b_ → unreadable
    0x1F → 31
    0xg → '0xg'
    -0xff → -255
    0x_1 → 1
    1_ → 1
    _1 → '_1'
    1:30 → 90
    1:30:15 → 5415
    -1:30 → -90
    1:60 → '1:60'
    1:5 → 65
    0:30 → '0:30'
    12:60:1 → '12:60:1'
    1:2:3:4 → 223384
    x1 → 'x1'
    1x → '1x'
    1- → '1-'
    9223372036854775808 → 9223372036854775808
    00 → 0
    0_ → 0
    01_7 → 15
    190:20:30 → 685230
    +0 → 0
    -0 → 0`,
  'numbers with a point': `
    1.5 → 1.5
    -1.5 → -1.5
    +1.5 → 1.5
    1. → 1.0
    .5 → 0.5
    -.5 → '-.5'
    1.5e3 → '1.5e3'
    1.5e+3 → 1500.0
    1.5E-3 → 0.0015
    1e3 → '1e3'
    1e+3 → '1e+3'
    1.e+3 → 1000.0
    .5e+1 → 5.0
    .5e1 → '.5e1'
    ._5 → '._5'
    1_0.5 → 10.5
    1.5_0 → 1.5
    1:30.5 → 90.5
    -1:30.5 → -90.5
    1:60.5 → '1:60.5'
    1:30. → 90.0
    .inf → inf
    -.inf → -inf
    +.inf → inf
    .Inf → inf
    .INF → inf
    .iNF → '.iNF'
    inf → 'inf'
    .nan → nan
    .NaN → nan
    .NAN → nan
    .nAN → '.nAN'
    -.nan → '-.nan'
    x1.5 → 'x1.5'
    1.5x → '1.5x'
    1.5.5 → '1.5.5'
    x.inf → 'x.inf'
    .infx → '.infx'
    .nanx → '.nanx'
    1.5e → '1.5e'
    1.5e+ → '1.5e+'
    20.5:30 → '20.5:30'
    0.1 → 0.1
    1e-7 → '1e-7'
    -0.0 → -0.0
    100.0e+20 → 1e+22
    . → '.'
    .e+1 → '.e+1'
    -. → '-.'`,
  dates: `
    2026-01-02 → datetime.date(2026, 1, 2)
    x2026-01-02 → 'x2026-01-02'
    2026-01-02x → '2026-01-02x'
    2026-1-2 → '2026-1-2'
    226-01-02 → '226-01-02'
    2026-01-32 → ValueError: day is out of range for month
    2026-13-01 → ValueError: month must be in 1..12
    2026-00-01 → ValueError: month must be in 1..12
    2026-01-00 → ValueError: day is out of range for month
    2024-02-29 → datetime.date(2024, 2, 29)
    2026-02-29 → ValueError: day is out of range for month
    0000-01-01 → ValueError: year 0 is out of range
    2026-01-02T03:04:05 → datetime.datetime(2026, 1, 2, 3, 4, 5)
    2026-01-02t03:04:05 → datetime.datetime(2026, 1, 2, 3, 4, 5)
    2026-01-02 03:04:05 → datetime.datetime(2026, 1, 2, 3, 4, 5)
    2026-1-2 3:04:05 → datetime.datetime(2026, 1, 2, 3, 4, 5)
    2026-01-02 3:4:5 → '2026-01-02 3:4:5'
    2026-01-02T03:04 → '2026-01-02T03:04'
    2026-01-02T03:04:05. → datetime.datetime(2026, 1, 2, 3, 4, 5)
    2026-01-02T03:04:05.5 → datetime.datetime(2026, 1, 2, 3, 4, 5, 500000)
    2026-01-02T03:04:05.123456 → datetime.datetime(2026, 1, 2, 3, 4, 5, 123456)
    2026-01-02T03:04:05.1234567 → datetime.datetime(2026, 1, 2, 3, 4, 5, 123456)
    2026-01-02T03:04:05Z → datetime.datetime(2026, 1, 2, 3, 4, 5, tzinfo=datetime.timezone.utc)
    2026-01-02T03:04:05 Z → datetime.datetime(2026, 1, 2, 3, 4, 5, tzinfo=datetime.timezone.utc)
    2026-01-02T03:04:05z → '2026-01-02T03:04:05z'
    2026-01-02T03:04:05+01 → datetime.datetime(2026, 1, 2, 3, 4, 5, tzinfo=datetime.timezone(datetime.timedelta(seconds=3600)))
    2026-01-02T03:04:05-1 → datetime.datetime(2026, 1, 2, 3, 4, 5, tzinfo=datetime.timezone(datetime.timedelta(days=-1, seconds=82800)))
    2026-01-02T03:04:05+01:30 → datetime.datetime(2026, 1, 2, 3, 4, 5, tzinfo=datetime.timezone(datetime.timedelta(seconds=5400)))
    2026-01-02T03:04:05 -01:30 → datetime.datetime(2026, 1, 2, 3, 4, 5, tzinfo=datetime.timezone(datetime.timedelta(days=-1, seconds=81000)))
    2026-01-02T03:04:05+01:3 → '2026-01-02T03:04:05+01:3'
    2026-01-02T03:04:05+0130 → '2026-01-02T03:04:05+0130'
    2026-01-02T03:04:05Zx → '2026-01-02T03:04:05Zx'
    2026-01-02T23:59:59 → datetime.datetime(2026, 1, 2, 23, 59, 59)
    2026-01-02T24:00:00 → ValueError: hour must be in 0..23
    2026-01-02T00:60:00 → ValueError: minute must be in 0..59
    2026-01-02T00:00:60 → ValueError: second must be in 0..59
    2026-01-02X03:04:05 → '2026-01-02X03:04:05'
    2026-01-02T003:04:05 → '2026-01-02T003:04:05'
    x2026-01-02T03:04:05 → 'x2026-01-02T03:04:05'
    2026-01-02T03:04:05+00:00 → datetime.datetime(2026, 1, 2, 3, 4, 5, tzinfo=datetime.timezone.utc)
    2026-01-02T03:04:05.5 +5 → datetime.datetime(2026, 1, 2, 3, 4, 5, 500000, tzinfo=datetime.timezone(datetime.timedelta(seconds=18000)))`,
  marks: `
    = → unreadable
    == → '=='`,
};

suite('a YAML scalar without quotes', () => {
  for (const [what, rows] of Object.entries(scalars))
    suite(what, () => {
      for (const row of rows.trim().split('\n')) {
        const [source = '', value = ''] = row.trim().split(' → ');
        test(row.trim(), () => {
          assert.equal(
            printed(() => plainScalar(source)),
            value,
          );
          assert.equal(isPlainText(source), value === `'${source}'`);
        });
      }
    });

  test('nothing is None', () => assert.equal(plainScalar(''), null));
});

/** Texts that each tag takes; it refuses the others. */
const tagged: Readonly<Record<string, string>> = {
  bool: `
    yes → True
    YES → True
    yES → True
    nO → False`,
  int: `
    1 → 1
    01 → 1
    0x1f → 31
    1:30 → 90
    1_0 → 10
    -5 → -5`,
  float: `
    1 → 1.0
    01 → 1.0
    1.5 → 1.5
    1e3 → 1000.0
    1e+3 → 1000.0
    1. → 1.0
    .5 → 0.5
    .inf → inf
    .iNF → inf
    -.inf → -inf
    1:30 → 90.0
    1:30.5 → 90.5
    1_0 → 10.0
    -5 → -5.0
    +.nan → nan`,
  timestamp: `
    2026-01-02 → datetime.date(2026, 1, 2)`,
};
const texts =
  'null x yes YES yES nO 1 01 0x1f 1.5 1e3 1e+3 1. .5 .inf .iNF -.inf 1:30 1:30.5 1_0 x1 1x 2026-01-02 2026-01-02x -5 +.nan 1e'.split(
    ' ',
  );

suite('a YAML scalar with a tag', () => {
  for (const [tag, rows] of Object.entries(tagged))
    test(`!!${tag}`, () => {
      const readable = texts.map(text => [text, printed(() => taggedScalar(tag, text))]);
      const taken = rows
        .trim()
        .split('\n')
        .map(row => row.trim().split(' → '));
      assert.deepEqual(
        readable.filter(([, value]) => value !== 'unreadable'),
        taken,
      );
      assert.equal(
        printed(() => taggedScalar(tag, '')),
        'unreadable',
      );
    });

  test('!!null takes all texts', () =>
    assert.deepEqual(
      texts.map(text => taggedScalar('null', text)),
      texts.map(() => null),
    ));
});

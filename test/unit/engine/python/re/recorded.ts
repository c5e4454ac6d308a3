/** A pattern run with `re.DOTALL` on a text: UTF-16 start, whole match and groups of every match. */
export type RecordedMatches = readonly [
  pattern: string,
  text: string,
  matches: readonly (readonly [start: number, ...groups: (string | null)[]])[],
];

/** What CPython 3.11.7 finds. */
export const recordedMatches: readonly RecordedMatches[] = [
  [String.raw`\[(?P<n>\w+)\](.*?)\[/(?P=n)\]`, '[é1]x[/é1] [a]y[/b]', [[0, '[é1]x[/é1]', 'é1', 'x']]],
  ['(?P<a>a)?b(?P=a)', 'ab b aba', [[5, 'aba', 'a']]],
  [
    String.raw`(a)?b\1?`,
    'ab b aba',
    [
      [0, 'ab', 'a'],
      [3, 'b', null],
      [5, 'aba', 'a'],
    ],
  ],
  [
    String.raw`(")?(\w+)(?(1)"|!)`,
    '"ab" cd! "ef!',
    [
      [0, '"ab"', '"', 'ab'],
      [5, 'cd!', null, 'cd'],
      [10, 'ef!', null, 'ef'],
    ],
  ],
  [
    '(?:(a)|b)(?(1)x|y)',
    'ax by ay bx',
    [
      [0, 'ax', 'a'],
      [3, 'by', null],
    ],
  ],
  // A reference whose group has not matched, within an alternative and within a condition.
  [
    String.raw`(a)?(?:\1b|c)`,
    'aab b c ac',
    [
      [0, 'aab', 'a'],
      [6, 'c', null],
      [8, 'ac', 'a'],
    ],
  ],
  [
    String.raw`(a)?(?(1)\1|b)`,
    'aa b a',
    [
      [0, 'aa', 'a'],
      [3, 'b', null],
    ],
  ],
  // A reference to a group that has matched nothing.
  [
    String.raw`(a*)b\1`,
    'b aba aab',
    [
      [0, 'b', ''],
      [2, 'aba', 'a'],
      [8, 'b', ''],
    ],
  ],
  [
    '(a*)(?(1)b|c)',
    'b c ab',
    [
      [0, 'b', ''],
      [4, 'ab', 'a'],
    ],
  ],
  [String.raw`(ab)(?<=\1)c`, 'abc', [[0, 'abc', 'ab']]],
  // A fixed number of what may rather match nothing.
  [
    '(?:|a){2}b',
    'aab b ab',
    [
      [0, 'aab'],
      [4, 'b'],
      [6, 'ab'],
    ],
  ],
  // Ranges that ignore case, in ASCII alone or with the Kelvin sign.
  [
    '(?ai)[a-k]+',
    'aBé KK\u212a',
    [
      [0, 'aB'],
      [4, 'KK'],
    ],
  ],
  [
    '(?i)[a-k]+',
    'aB \u212ak',
    [
      [0, 'aB'],
      [3, '\u212ak'],
    ],
  ],
  [
    String.raw`\a|[\a]x`,
    '\x07 \x07x',
    [
      [0, '\x07'],
      [2, '\x07'],
    ],
  ],
  [
    String.raw`(a|b)\1{2}`,
    'aaa abb bbb',
    [
      [0, 'aaa', 'a'],
      [8, 'bbb', 'b'],
    ],
  ],
  [
    String.raw`(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)\10\1`,
    'abcdefghijjaabcdefghija0',
    [[0, 'abcdefghijja', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']],
  ],
  [
    String.raw`\w+`,
    'aé_1²½ \u0301\u200c Ⅷ x\u2040y',
    [
      [0, 'aé_1²½'],
      [10, 'Ⅷ'],
      [12, 'x'],
      [14, 'y'],
    ],
  ],
  [String.raw`\d+`, '1٣१ ²½', [[0, '1٣१']]],
  [
    String.raw`\s`,
    '\u001c\u0085\u2003\ufeff\u180e\n',
    [
      [0, '\u001c'],
      [1, '\u0085'],
      [2, '\u2003'],
      [5, '\n'],
    ],
  ],
  [
    String.raw`[^\W\d]+`,
    'ab1é_²',
    [
      [0, 'ab'],
      [3, 'é_²'],
    ],
  ],
  [
    String.raw`[\W\d]+`,
    'ab1é_-²',
    [
      [2, '1'],
      [5, '-'],
    ],
  ],
  [
    String.raw`(?a)[\w\S]`,
    'é a',
    [
      [0, 'é'],
      [2, 'a'],
    ],
  ],
  [
    '\\bé\\b',
    'é éa é',
    [
      [0, 'é'],
      [5, 'é'],
    ],
  ],
  [String.raw`\B`, 'a b', []],
  [String.raw`\B`, '', []],
  [
    String.raw`\b`,
    'é!',
    [
      [0, ''],
      [1, ''],
    ],
  ],
  ['a$', 'a\na\n', [[2, 'a']]],
  [String.raw`a\Z`, 'a\na\n', []],
  [
    '(?m)^a$',
    'a\na\nb',
    [
      [0, 'a'],
      [2, 'a'],
    ],
  ],
  ['^a', 'a\na', [[0, 'a']]],
  [String.raw`(?m)\Aa`, 'a\na', [[0, 'a']]],
  ['a.b', 'a\nb', [[0, 'a\nb']]],
  ['(?-s:a.b)', 'a\nb axb', [[4, 'axb']]],
  ['(?i:É)x', 'éx ÉX', [[0, 'éx']]],
  [
    '(?i)[k-l]s',
    'K\u017f LS \u0131s',
    [
      [0, 'K\u017f'],
      [3, 'LS'],
    ],
  ],
  [
    '(?i)i',
    '\u0130\u0131Ii',
    [
      [0, '\u0130'],
      [1, '\u0131'],
      [2, 'I'],
      [3, 'i'],
    ],
  ],
  [
    '(?ai)k',
    'K\u212ak',
    [
      [0, 'K'],
      [2, 'k'],
    ],
  ],
  [String.raw`(?i)<(\w+)></\1>`, '<Ab></aB>', [[0, '<Ab></aB>', 'Ab']]],
  ['(?x) a b # c\n \\ [ ] c', 'ab  cab c', [[0, 'ab  c']]],
  ['a(?#note)b', 'ab', [[0, 'ab']]],
  ['[]a]+[^]a]', 'a]b]', [[0, 'a]b']]],
  ['[a-]+', 'a-b', [[0, 'a-']]],
  [String.raw`[\b\x41\u0042\U0001F600\103\n-]+`, '\bAB😀C\n-', [[0, '\bAB😀C\n-']]],
  [String.raw`\x41\101\07\.\-`, 'AA\u0007.-', [[0, 'AA\u0007.-']]],
  [
    'a{,2}b',
    'aaab b',
    [
      [1, 'aab'],
      [5, 'b'],
    ],
  ],
  ['a{x}{2', 'a{x}{2', [[0, 'a{x}{2']]],
  ['a{,}b', 'aab', [[0, 'aab']]],
  ['😀{2}.', '😀😀😀', [[0, '😀😀😀']]],
  ['[^a]', '😀a', [[0, '😀']]],
  ['a*+a', 'aaa', []],
  ['a++b', 'aab', [[0, 'aab']]],
  ['(?>a|ab)c', 'abc ac', [[4, 'ac']]],
  ['(?>(a+))b', 'aab', [[0, 'aab', 'aa']]],
  ['(?x)(?>a b)c', 'abc', [[0, 'abc']]],
  ['(?x:(?>a # no\n b))', 'ab', [[0, 'ab']]],
  ['(?>(?x:a b) c)', 'ab c', [[0, 'ab c']]],
  [
    '(?<=ab|cd)e',
    'abe cde xe',
    [
      [2, 'e'],
      [6, 'e'],
    ],
  ],
  [
    '(?<!a)b',
    'ab bb',
    [
      [3, 'b'],
      [4, 'b'],
    ],
  ],
  [
    '(?<=(?>a|b))c',
    'ac bc',
    [
      [1, 'c'],
      [4, 'c'],
    ],
  ],
  [String.raw`(?=(a+))a*b\1`, 'baaabac', [[3, 'aba', 'a']]],
  [
    '(a*)?b',
    'b ab',
    [
      [0, 'b', ''],
      [2, 'ab', 'a'],
    ],
  ],
  [
    '(a?)??b',
    'b ab',
    [
      [0, 'b', null],
      [2, 'ab', 'a'],
    ],
  ],
  ['((?:a|b)+)c', 'abc', [[0, 'abc', 'ab']]],
  [
    '(?:(a)|b){1}',
    'ab',
    [
      [0, 'a', 'a'],
      [1, 'b', null],
    ],
  ],
  [
    'x*',
    'axb',
    [
      [0, ''],
      [1, 'x'],
      [2, ''],
      [3, ''],
    ],
  ],
  [
    'x*?',
    'ax',
    [
      [0, ''],
      [1, ''],
      [1, 'x'],
      [2, ''],
    ],
  ],
  [
    'a??',
    'a',
    [
      [0, ''],
      [0, 'a'],
      [1, ''],
    ],
  ],
  [
    '(?:|a)',
    'aa',
    [
      [0, ''],
      [0, 'a'],
      [1, ''],
      [1, 'a'],
      [2, ''],
    ],
  ],
  [
    '|😀',
    '😀',
    [
      [0, ''],
      [0, '😀'],
      [2, ''],
    ],
  ],
  [
    '$',
    'a\n',
    [
      [1, ''],
      [2, ''],
    ],
  ],
  ['(?=a)', 'ba', [[1, '']]],
];

/** What CPython 3.11.7 says of patterns that do not compile. */
export const recordedErrors: readonly (readonly [pattern: string, className: string, message: string])[] = [
  ['(', 're.error', 'missing ), unterminated subpattern at position 0'],
  ['a)', 're.error', 'unbalanced parenthesis at position 1'],
  ['(?P<n', 're.error', 'missing >, unterminated name at position 4'],
  ['(?P<>a)', 're.error', 'missing group name at position 4'],
  ['(?P<1>a)', 're.error', "bad character in group name '1' at position 4"],
  ['(?P<n>a)(?P<n>b)', 're.error', "redefinition of group name 'n' as group 2; was group 1 at position 12"],
  ['(?P=n)', 're.error', "unknown group name 'n' at position 4"],
  ['(?P=n', 're.error', 'missing ), unterminated name at position 4'],
  ['(?Px)', 're.error', 'unknown extension ?Px at position 1'],
  [String.raw`\1`, 're.error', 'invalid group reference 1 at position 1'],
  [String.raw`(a\1)`, 're.error', 'cannot refer to an open group at position 2'],
  [
    String.raw`(?<=(a)\1)b`,
    're.error',
    'cannot refer to group defined in the same lookbehind subpattern at position 9',
  ],
  ['(?(1)a)', 're.error', 'invalid group reference 1 at position 3'],
  ['(?(0)a)', 're.error', 'bad group number at position 3'],
  ['(?(x)a)', 're.error', "unknown group name 'x' at position 3"],
  ['(?( )a)', 're.error', "bad character in group name ' ' at position 3"],
  ['(a)(?(1)b|c|d)', 're.error', 'conditional backref with more than two branches at position 11'],
  ['*a', 're.error', 'nothing to repeat at position 0'],
  ['a**', 're.error', 'multiple repeat at position 2'],
  ['a|*', 're.error', 'nothing to repeat at position 2'],
  ['^*', 're.error', 'nothing to repeat at position 1'],
  ['(?i)*', 're.error', 'nothing to repeat at position 4'],
  ['a{2,1}', 're.error', 'min repeat greater than max repeat at position 2'],
  ['a{4294967295}', 'OverflowError', 'the repetition number is too large'],
  ['[', 're.error', 'unterminated character set at position 0'],
  ['[]', 're.error', 'unterminated character set at position 0'],
  ['[^]', 're.error', 'unterminated character set at position 0'],
  ['[b-a]', 're.error', 'bad character range b-a at position 1'],
  [String.raw`[\w-z]`, 're.error', 'bad character range \\w-z at position 1'],
  [String.raw`[a-\d]`, 're.error', 'bad character range a-\\d at position 1'],
  ['\\', 're.error', 'bad escape (end of pattern) at position 0'],
  ['a\\', 're.error', 'bad escape (end of pattern) at position 1'],
  [String.raw`\x4`, 're.error', 'incomplete escape \\x4 at position 0'],
  [String.raw`\u12`, 're.error', 'incomplete escape \\u12 at position 0'],
  [String.raw`\U00110000`, 're.error', 'bad escape \\U00110000 at position 0'],
  [String.raw`\q`, 're.error', 'bad escape \\q at position 0'],
  [String.raw`[\q]`, 're.error', 'bad escape \\q at position 1'],
  [String.raw`\400`, 're.error', 'octal escape value \\400 outside of range 0-0o377 at position 0'],
  [String.raw`[\400]`, 're.error', 'octal escape value \\400 outside of range 0-0o377 at position 1'],
  [String.raw`\8`, 're.error', 'invalid group reference 8 at position 1'],
  ['(?<a)', 're.error', 'unknown extension ?<a at position 1'],
  ['(?z)', 're.error', 'unknown extension ?z at position 1'],
  ['(?', 're.error', 'unexpected end of pattern at position 2'],
  ['(?P', 're.error', 'unexpected end of pattern at position 3'],
  ['(?i', 're.error', 'missing -, : or ) at position 3'],
  ['(?i-', 're.error', 'missing flag at position 4'],
  ['(?i-:a)', 're.error', 'missing flag at position 4'],
  ['(?-i', 're.error', 'missing : at position 4'],
  ['(?-a:b)', 're.error', "bad inline flags: cannot turn off flags 'a', 'u' and 'L' at position 4"],
  ['(?au:b)', 're.error', "bad inline flags: flags 'a', 'u' and 'L' are incompatible at position 4"],
  ['(?L)a', 're.error', "bad inline flags: cannot use 'L' flag with a str pattern at position 3"],
  ['(?i-i:a)', 're.error', 'bad inline flags: flag turned on and off at position 5'],
  ['(?it:a)', 're.error', 'bad inline flags: cannot turn on global flag at position 4'],
  ['a(?i)b', 're.error', 'global flags not at the start of the expression at position 1'],
  ['(?#a', 're.error', 'missing ), unterminated comment at position 0'],
  ['(?<=a*)b', 're.error', 'look-behind requires fixed-width pattern'],
  [String.raw`(a|bc)(?<=\1)`, 're.error', 'look-behind requires fixed-width pattern'],
  ['(?<=a|bc)d', 're.error', 'look-behind requires fixed-width pattern'],
  ['(?<', 're.error', 'unexpected end of pattern at position 3'],
  ['(a\nb\n(c', 're.error', 'missing ), unterminated subpattern at position 5 (line 3, column 1)'],
  ['(\n?P<é>a)(?P<é b>', 're.error', "bad character in group name 'é b' at position 13 (line 2, column 12)"],
  ['(?P<n>a(?P<content>b', 're.error', 'missing ), unterminated subpattern at position 7'],
  ['('.repeat(1000), 'RecursionError', 'maximum recursion depth exceeded'],
];

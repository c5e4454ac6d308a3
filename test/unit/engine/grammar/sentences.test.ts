import { deepEqual, equal, throws } from 'node:assert/strict';
import {
  Acceptor,
  type Automaton,
  avoiding,
  charRange,
  charsOf,
  choice,
  complement,
  type Grammar,
  hasChar,
  intersect,
  literal,
  NoGrammarError,
  networkOf,
  notBeginning,
  notBlank,
  notBlankFirst,
  oneLine,
  oneOf,
  onOwnLines,
  optional,
  part,
  patternGrammar,
  reference,
  repetition,
  separated,
  sequence,
  stripped,
  textUntil,
  textWithout,
  troubleWords,
  union,
  withoutLetters,
} from '../../../../src/engine/grammar/index.ts';

const many = Number.POSITIVE_INFINITY;
const acceptorOf = (start: Grammar, rules: Readonly<Record<string, Grammar>> = {}) =>
  new Acceptor(networkOf({ start, rules: new Map(Object.entries(rules)) }));
const whole = (automaton: Automaton): Grammar => ({ kind: 'text', automaton, closing: '' });

/** Each text with what it is: `+` a sentence, `…` the beginning of one, else where it goes wrong. */
function judged(grammar: Grammar, texts: readonly string[], rules?: Readonly<Record<string, Grammar>>): string[] {
  const acceptor = acceptorOf(grammar, rules);
  return texts.map(text => {
    const found = acceptor.accept(text);
    return `${JSON.stringify(text)} ${found.is === 'neither' ? found.at : found.is === 'sentence' ? '+' : '…'}`;
  });
}

suite('sentences of grammars', () => {
  const items = (...required: readonly boolean[]) =>
    required.map((isRequired, i) => ({ grammar: literal('abc'[i]!), isRequired }));
  const listed = (...required: readonly boolean[]) => separated(items(...required), literal(','), each => each);
  const nested = { list: sequence(literal('['), repetition(reference('list'), 0, many), literal(']')) };

  const rows: readonly (readonly [what: string, grammar: Grammar, judged: string])[] = [
    ['a text', literal('ab'), '"" … | "a" … | "ab" + | "abc" 2 | "b" 0'],
    ['a character', oneOf(charRange('a', 'c')), '"" … | "a" + | "c" + | "d" 0 | "aa" 1'],
    ['an astral one', sequence(oneOf(charsOf('😀')), literal('x')), '"😀" … | "😀x" + | "😀y" 2'],
    ['one of two', choice(literal('a'), literal('bc')), '"a" + | "b" … | "bc" + | "c" 0'],
    ['from two to three times', repetition(literal('a'), 2, 3), '"a" … | "aa" + | "aaa" + | "aaaa" 3'],
    ['once or more', repetition(literal('a'), 1, many), '"" … | "a" + | "aaaaa" +'],
    ['it or nothing', optional(literal('a')), '"" + | "a" + | "aa" 1'],
    ['a part', part(['a'], 'text', literal('a')), '"" … | "a" +'],
    ['rules in each other', reference('list'), '"[" … | "[]" + | "[[][]]" + | "[[]" … | "]" 0 | "[]]" 2'],
    ['all of some', listed(true, true), '"a" … | "a,b" + | "b" 0 | "a,b," 3'],
    [
      'some that may be left out',
      listed(false, true, false),
      '"b" + | "a,b" + | "b,c" + | "a,b,c" + | "a" … | "a,c" 2',
    ],
    ['none of which must be there', listed(false, false), '"" + | "a" + | "b" + | "a,b" + | "b,a" 1'],
    ['up to a closing', textUntil('</a>'), '"x" … | "</a>" + | "<</a>" + | "</</a>" + | "x</a>y" 5'],
    ['up to a closing, without a word', textUntil('>', { without: ['no'] }), '"n>" + | "nno>" 2 | "no" 1'],
    [
      'up to a closing, stripped',
      textUntil('>', { also: stripped() }),
      '"a>" + | ">" 0 | " a>" 0 | "a >" 2 | "a b>" +',
    ],
    ['without words', textWithout(oneLine(), ['ab', 'c']), '"" + | "aab" 2 | "c" 0 | "a\\n" 1 | "ba" +'],
    ['not blank', whole(notBlank()), '"" … | " \\t" … | " a " +'],
    ['stripped', whole(stripped()), '"" … | " " 0 | "a" + | "a b" + | "a " …'],
    ['one line', whole(oneLine()), '"" + | "a b" + | "a\\n" 1 | "\\r" 0'],
    ['without letters', whole(withoutLetters('xy')), '"" + | "ab" + | "ax" 1'],
    ['on its own lines', whole(onOwnLines()), '"\\n" … | "\\n\\n" + | "\\na\\n" + | "\\na" … | "a" 0'],
    ['not beginning with a word', whole(notBeginning('ab')), '"" + | "a" + | "ab" 1 | "ac" + | "ba" +'],
    ['whose first line is not blank', whole(notBlankFirst()), '"" … | " a" + | "\\na" 0 | " \\n" 1 | "a\\n" +'],
    ['without some words', whole(avoiding(['aba', 'bb'])), '"aba" 2 | "ab" + | "abb" 2 | "aab" +'],
    ['of two kinds', whole(intersect(notBlank(), oneLine())), '" " … | " a" + | "a\\n" 1'],
  ];
  for (const [what, grammar, expected] of rows)
    test(what, () => {
      const texts = [...expected.matchAll(/("(?:[^"\\]|\\.)*") \S/g)].map(([, text]) => JSON.parse(text!) as string);
      equal(judged(grammar, texts, nested).join(' | '), expected);
    });

  test('a sentence within a text', () => {
    const acceptor = acceptorOf(sequence(literal('a'), optional(literal('b')), literal('c')));
    deepEqual(
      ['', 'a', 'ac', 'xxabcx', 'abxc', 'aabc'].filter(text => acceptor.isWithin(text)),
      ['ac', 'xxabcx', 'aabc'],
    );
    equal(acceptorOf(optional(literal('a'))).isWithin('b'), false);
  });

  test('sets of characters', () => {
    const a = 'a'.codePointAt(0)!;
    deepEqual(charsOf('cab'), [[a, a + 2]]);
    deepEqual(charsOf('ac'), [
      [a, a],
      [a + 2, a + 2],
    ]);
    deepEqual(
      union([
        [5, 9],
        [1, 2],
        [3, 4],
        [7, 8],
      ]),
      [[1, 9]],
    );
    deepEqual(
      complement([
        [1, a - 1],
        [a + 1, 0xdfff],
      ]),
      [
        [a, a],
        [0xe000, 0x10ffff],
      ],
    );
    deepEqual(complement([[2, 0x10ffff]]), [[1, 1]]);
    deepEqual(
      [0, 1, 2, 3].map(code => hasChar([[1, 2]], code)),
      [false, true, true, false],
    );
  });

  test('what looks for trouble: delimiters, whole, joined and cut', () => {
    const start = sequence(textUntil('</a>', { without: ['<b>'] }), literal('\n\n'), reference('r'));
    const words = troubleWords({ start, rules: new Map([['r', choice(literal('xyz'), optional(literal(' q ')))]]) });
    for (const word of ['</a>', '<b>', '\n\n', '</a>\n\n', 'xyz', ' q ', '</a', '/a>', 'xy', 'yz', 'q', '"', '\\u0041'])
      equal(words.includes(word), true, word);
    equal(words.includes(''), false);
    equal(words.filter(word => word === 'xyz').length, 1);
  });

  const letters = ['a', 'b', 'c', '1', '-', '\n', ' '];
  const upTo3 = ['', ...letters, ...letters.flatMap(one => letters.map(other => one + other))].flatMap(text =>
    text.length < 2 ? [text] : [text, ...letters.map(letter => text + letter)],
  );
  for (const pattern of [
    ...['a', 'ab', '[ab]+', '[^a]', '[a-c]{2}', 'a{2,}', 'a{1,2}b?', 'a*', '(a|b)c', '(?:a|bc)', '(?P<x>a)b', 'a|'],
    ...[
      '.',
      '.a',
      '\\d',
      '\\D',
      '\\w+',
      '\\W',
      '\\s',
      '\\S\\S',
      '[\\d-]',
      '[\\w\\s]',
      '\\n',
      'a+?b',
      '(a|b|c){2}',
      '^a',
      'ab$',
      '^$',
      '^(a|b)$',
    ],
  ])
    test(`a pattern as a grammar: ${pattern}`, () => {
      const script = pattern.replace('?P<', '?<');
      for (const isWhole of [true, false]) {
        const acceptor = acceptorOf(patternGrammar(pattern, { whole: isWhole }));
        const expected = new RegExp(isWhole ? `^(?:${script})$` : script);
        deepEqual(
          upTo3.filter(text => acceptor.accept(text).is === 'sentence'),
          upTo3.filter(text => expected.test(text)),
          `whole: ${isWhole}`,
        );
      }
    });

  for (const pattern of ['(?=a)b', '(a)\\1', '\\ba', '(', 'a(?<!b)'])
    test(`no grammar: ${pattern}`, () => throws(() => patternGrammar(pattern), NoGrammarError));

  test('a dot is any character where that is asked', () => {
    deepEqual(judged(patternGrammar('.', { whole: true, dotAll: true }), ['\n', 'a']), ['"\\n" +', '"a" +']);
    deepEqual(judged(patternGrammar('.', { whole: true }), ['\n', 'a']), ['"\\n" 0', '"a" +']);
  });
});

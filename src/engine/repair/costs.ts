/**
 * Why a text is not strict JSON: every cause with one sentence for its documentation. Codes never change their meaning.
 * Most are the `cause` of an edit; the last group describes what stands around the value, or why no value can be had.
 */
export const causeCatalogue = {
  'missing-comma': 'Two members or items stand side by side without a comma.',
  'extra-comma': 'A comma stands where no member or item follows or precedes it.',
  'trailing-comma': 'A comma stands before the closing bracket.',
  'missing-colon': 'A key and its value stand side by side without a colon.',
  'wrong-separator': 'Another sign stands in place of a comma or a colon.',
  'missing-brace': 'A bracket is missing: one was never closed, or never opened.',
  'extra-brace': 'A bracket is doubled, or closes nothing.',
  'wrong-brace': 'A bracket is closed by one of the other kind.',
  'single-quotes': 'Strings or keys stand in single quotes, as Python writes them.',
  'smart-quotes': 'Strings or keys stand in typographic quotes.',
  'backtick-quotes': 'A string stands in backticks, as in JavaScript.',
  'triple-quotes': 'A string stands in three quotes, as in Python.',
  'escaped-quotes': 'The quotes around strings are escaped, as in JSON within a string.',
  'html-entities': 'Quotes are written as HTML writes them, as `&quot;`.',
  'extra-quote': 'A quote is doubled.',
  'unclosed-string': 'A string has no closing quote.',
  'unopened-string': 'A string has no opening quote.',
  'unescaped-quote': 'A quote inside a string is not escaped.',
  'raw-newline': 'A line break, a tab or another control character stands in a string as it is.',
  'invalid-escape': 'A backslash in a string begins an escape that JSON does not have.',
  'unquoted-key': 'A key has no quotes.',
  'bare-word': 'A value that is neither a number nor a literal has no quotes.',
  'python-literal': 'A literal is spelled as Python, JavaScript or YAML spell it.',
  'number-format': 'A number is written in a form that JSON does not have.',
  tuple: 'A list stands in parentheses, as a tuple of Python.',
  'constructor-call': 'A value stands in a call, as the MongoDB shell prints dates and ids.',
  concatenation: 'A string is put together from several with a plus, as in code.',
  comment: 'There is a comment.',
  ellipsis: 'Three dots stand for something that was left out.',
  'missing-value': 'A key has no value.',
  'several-values': 'Several values stand one after another.',
  'full-width': 'A sign of the structure is full-width, as East Asian keyboards write it.',
  'odd-space': 'A space stands between the parts that JSON does not count as one.',
  'stray-text': 'Text that belongs to no value stands between the parts.',
  'cut-off': 'The text ends too early, and something is missing.',
  'prose-around': 'Prose stands before or after the value.',
  'code-fence': 'The value stands in a Markdown code block.',
  'draft-before': 'A first attempt that was broken off stands before the value.',
} as const satisfies Record<string, string>;

/** A code of {@link causeCatalogue}. */
export type Cause = keyof typeof causeCatalogue;

/** All causes, in the catalogue's order; their places are the bits of `Reading.seen`. */
export const causes = Object.keys(causeCatalogue) as readonly Cause[];

/**
 * How unlikely each fault is, in natural logarithms: the price of assuming it once, and of assuming it again in the same
 * text. What a writer does by habit (single quotes, comments, a forgotten comma on every line) is cheap when it comes again.
 */
const prices: Record<Cause, readonly [first: number, again: number]> = {
  'missing-comma': [1.5, 0.2],
  'extra-comma': [1.5, 0.4],
  'trailing-comma': [0.3, 0.05],
  'missing-colon': [2.5, 0.6],
  'wrong-separator': [1.5, 0.3],
  'missing-brace': [1.6, 1.2],
  'extra-brace': [1.6, 0.8],
  'wrong-brace': [2, 1.2],
  'single-quotes': [0.4, 0],
  'smart-quotes': [0.4, 0],
  'backtick-quotes': [0.5, 0.02],
  'triple-quotes': [0.5, 0.02],
  'escaped-quotes': [0.8, 0],
  'html-entities': [0.8, 0],
  'extra-quote': [1.6, 0.02],
  'unclosed-string': [1.5, 1.2],
  'unopened-string': [1.5, 1.2],
  'unescaped-quote': [1.8, 0.6],
  'raw-newline': [0.3, 0.01],
  'invalid-escape': [0.5, 0.02],
  'unquoted-key': [0.6, 0.01],
  'bare-word': [2, 0.8],
  'python-literal': [0.2, 0],
  'number-format': [1, 0.5],
  tuple: [0.7, 0.2],
  'constructor-call': [1, 0.2],
  concatenation: [0.7, 0.05],
  comment: [0.3, 0.01],
  ellipsis: [1, 0.5],
  'missing-value': [3, 2],
  'several-values': [2.6, 0.3],
  'full-width': [0.4, 0],
  'odd-space': [0.2, 0],
  'stray-text': [3, 2],
  'cut-off': [1, 0],
  'prose-around': [0.8, 0.4],
  'code-fence': [0.2, 0.1],
  'draft-before': [0.7, 0.7],
};

/** What the first edit of a cause costs, by the cause's number, see {@link prices}. */
export const firstPrice: readonly number[] = causes.map(cause => prices[cause][0]);
/** What each further edit of a cause costs, by the cause's number. */
export const nextPrice: readonly number[] = causes.map(cause => prices[cause][1]);

/** A reading that costs this much more than the best one is given up. */
export const margin = 6;
/** The most readings that are carried along. */
export const width = 10;
/** From so many steps on, in a long text, fewer readings are carried along, and less dear ones. */
export const longAfter = 20_000;
/** {@link margin} from {@link longAfter} on. */
export const longMargin = 3;
/** {@link width} from {@link longAfter} on. */
export const longWidth = 3;
/** From so many steps at which several readings were under way: what is wrong with the text has come often enough to be known. */
export const crowdedAfter = 60_000;
/** {@link margin} from {@link crowdedAfter} on. */
export const crowdedMargin = 1;
/** {@link width} from {@link crowdedAfter} on. */
export const crowdedWidth = 2;
/** Text that nests deeper than this is refused, as Python's reader of JSON refuses it. */
export const maxDepth = 990;
/** A text is refused when its cheapest reading has cost more than `patience(position)`: it is noise, not JSON. */
export const patience = (position: number): number => 30 + position / 25;

/** That a text of this length says nothing that could be read: a dearer reading is not an answer. */
export const noise = (length: number): number => 8 + length / 100;

/** What the schema makes dearer while reading: a key it does not have, a value of another type, a required key left out. */
export const schemaPrices = {
  unknownKey: 2.5,
  wrongType: 2,
  missingKey: 1.5,
  wrongConstant: 2,
  /** The whole value is of another type. */
  wrongRoot: 4,
  /** A number or a literal stands in quotes. */
  quoted: 0.7,
};
/** The same key twice in one object. */
export const repeatedKey = 2.5;
/** An item of another kind than those before it: a number among lists. */
export const oddItem = 1;
/** A quote within a key. */
export const quoteInKey = 0.6;
/** An odd number of unescaped quotes in one string. */
export const unpairedQuote = 0.5;
/** Each quote within a string that the end of the text cuts off: rather it was not the string's. */
export const quoteInCut = 1;
/** From so many quotes in strings on they are a habit, and each costs only {@link habitualQuote}. */
export const manyQuotes = 6;
/** A quote within a string of a text that is full of them. */
export const habitualQuote = 0.1;
/** A quote between two letters, as in *it's*. */
export const apostrophe = 0.3;
/** That a value is computed by an expression, so that its text does not say it. */
export const expression = 1.5;
/** A key is looked for within so many characters. */
export const keyCharacters = 120;
/** A value that does not fit the schema at all: then the schema may be that of something else. */
export const mostMisfit = 10;

/** What stands around the value. */
export const surroundingPrices = {
  /** Each of the first beginnings and keys in the text around a value, and each further one. */
  part: 1.2,
  furtherPart: 0.4,
  /** The share of it that is paid where the value stands in a code block of its own. */
  besideFence: 0.3,
  /** There are words before the value. */
  wordsBefore: 0.7,
  /** An earlier beginning is passed over: of several values that are alike the first is taken. */
  passedOver: 0.8,
  /** A draft whose doubled bracket may as well open a list in a list. */
  doubledDraft: 1,
  /** The text is a value without brackets: one that has brackets somewhere, and one in quotes. */
  bareBesideStart: 3,
  bareQuoted: 0.3,
  /** The word of the schema is not the first one. */
  laterWord: 0.6,
  /** Each bracket or comma that is left over behind the value. */
  leftOver: 0.3,
  /** The text begins and ends with a quote, and so is one string. */
  quotedWhole: 2,
  /** A colon or a quote stands behind the value. */
  goesOn: 2,
} as const;

/** What ends with the text. */
export const endPrices = {
  /** A text whose last value is whole was cut, rather than that only its brackets are missing. */
  cutAfterValue: 1.2,
  /** Brackets are missing at the end: one, and each more, where others closed before them and where none did. */
  missing: 1,
  eachMore: 0.4,
  eachMoreInside: 0.9,
  /** Nor is the code block closed that the value stands in. */
  openFence: 1.2,
  /** A comment swallows the rest of the text. */
  openComment: 1,
  /** A cut text happens to end in just the brackets that are open. */
  closersInCut: 1.5,
  /** Only some of the brackets that are open follow a string whose quote is missing. */
  someClosers: 0.7,
  /** The string goes on to the end although a member seems to begin in it; and it ended before that member, which is likelier. */
  overMember: 0.5,
  beforeMember: -0.3,
} as const;

/** What is added to the price of a fault where something speaks against it. */
export const extraPrices = {
  /** A comment ends before a bracket in its line. In code nothing but the line ends one; a hash is less strict. */
  hashEnds: 0.5,
  slashEnds: 2.5,
  /** A bracket of the wrong kind is left out, rather than that another was meant. */
  droppedCloser: 0.5,
  /** A member without a value is left out, rather than that it has none. */
  droppedMember: 0.5,
  /** All braces are doubled, beside the first. */
  allDoubled: 0.6,
  /** A doubled quote at the edge of a value, which may begin or end with a quotation. */
  doubledAtValue: 0.5,
  /** A string closes with a quote of another kind, rather than that it has quotes of that kind. */
  mixedQuotes: 0.8,
  /** A string holds JSON whose quotes are not escaped. */
  nestedJson: 1.9,
  /** A colon stands within the quotes of its key. */
  colonInside: 1.2,
  /** A string that ended without a quote is empty. */
  emptyString: 1,
  /** A word without quotes that is odd, and one that is not a name. */
  oddWord: 1.5,
  noName: 0.3,
  /** An opening quote is missing, which only a comma behind the closing one tells. */
  unconfirmedQuote: 0.5,
  /** No colon follows a key without quotes. */
  noColon: 0.5,
  /** The expression may be meant as a text. */
  expressionAsText: 2.5,
  /** The expression begins behind a string. */
  expressionOfString: 1,
  /** A part is taken from a value: `"abc"[0]`. */
  partOfValue: 1,
} as const;

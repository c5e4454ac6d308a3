// @ts-check
// Answers of models as a random case has them: of each format some that are right, and all that goes wrong with them.
import * as fc from 'fast-check';

const words = [
  'a',
  'b',
  'foo',
  'bar baz',
  'Weather in SF?',
  'é',
  '日本',
  '😀',
  '0',
  '1.5',
  '',
  ' ',
  'it"s',
  "it's",
  '\\',
  '\n',
  '\t',
  '\u00a0',
];
const word = fc.constantFrom(...words);
/** Tokens in any order. @type {(...tokens: string[]) => fc.Arbitrary<string>} */
const soup = (...tokens) => fc.array(fc.constantFrom(...tokens), { maxLength: 14 }).map(list => list.join(''));
/** @type {<T>(...given: [number, fc.Arbitrary<T>][]) => fc.Arbitrary<T>} */
const often = (...given) => fc.oneof(...given.map(([weight, arbitrary]) => ({ weight, arbitrary })));

/** @type {(members: fc.Arbitrary<any>[]) => fc.Arbitrary<any>} */
const oneOf = members => fc.oneof(...members);

/** @type {fc.Arbitrary<any>} */
const scalar = fc.oneof(
  word,
  fc.integer({ min: -20, max: 300 }),
  fc.constantFrom(
    1.5,
    -0.25,
    2 ** 53,
    5e-7,
    10,
    12345,
    true,
    false,
    null,
    'red',
    'cat',
    'a@b.co',
    '12345',
    '2024-02-29',
    'true',
    '1',
  ),
);
/** What is made of itself, as `node`. @type {(build: (tie: (key: string) => fc.Arbitrary<any>) => { node: fc.Arbitrary<any> }) => fc.Arbitrary<any>} */
export function tree(build) {
  return /** @type {{ node: fc.Arbitrary<any> }} */ (/** @type {any} */ (fc.letrec)(build)).node;
}

/** Values of JSON, with few and short keys. */
/** @type {fc.Arbitrary<any>} */
export const anyJson = tree(tie => ({
  node: fc.oneof(
    { depthSize: 'small' },
    scalar,
    fc.array(tie('node'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'setup', 'punchline', 'name', 'x y', '1', '__proto__', 'é'), tie('node'), {
      maxKeys: 3,
      noNullPrototype: true,
    }),
  ),
}));

/** A value near a JSON Schema: mostly of it. @type {(schema: any, root?: any, depth?: number) => fc.Arbitrary<any>} */
export function near(schema, root = schema, depth = 0) {
  const wrong = /** @type {[number, fc.Arbitrary<any>]} */ ([1, fc.oneof(scalar, anyJson)]);
  // A schema that names itself ends somewhere.
  if (typeof schema !== 'object' || schema === null || depth > 6) return anyJson;
  if (schema.$ref) return near(followed(schema.$ref, root), root, depth + 2);
  if (schema.enum) return often([6, fc.constantFrom(...schema.enum)], wrong);
  if ('const' in schema) return often([6, fc.constant(schema.const)], wrong);
  const union = schema.anyOf ?? schema.oneOf;
  if (union) return often([6, oneOf(union.map((/** @type {any} */ each) => near(each, root, depth + 1)))], wrong);
  if (schema.allOf) return often([6, near(schema.allOf[0], root, depth + 1)], wrong);
  const [type] = [schema.type].flat();
  switch (type) {
    case 'object': {
      const properties = Object.entries(schema.properties ?? {});
      const known = properties.map(([key, each]) =>
        fc.option(near(each, root, depth + 1), { nil: undefined, freq: 7 }).map(v => [key, v]),
      );
      const others = fc.array(fc.tuple(word, near(schema.additionalProperties || undefined, root, depth + 1)), {
        maxLength: properties.length ? 1 : 3,
      });
      const made = fc
        .tuple(fc.tuple(...known), others)
        .map(([own, more]) => Object.fromEntries([...own, ...more].filter(([, value]) => value !== undefined)));
      return often([9, made], wrong);
    }
    case 'array':
      return often(
        [7, fc.array(near([schema.prefixItems ?? schema.items].flat()[0], root, depth + 1), { maxLength: 4 })],
        wrong,
      );
    case 'string':
      return often(
        [6, fc.oneof(word, fc.constantFrom('abc', '12345', 'a@b.co', '2024-02-29', 'https://x.org/a'))],
        wrong,
      );
    case 'integer':
      return often(
        [6, fc.oneof(fc.integer({ min: -3, max: 160 }), fc.constantFrom(5, 10, 2.0, 3.5, '7', 2 ** 53))],
        wrong,
      );
    case 'number':
      return often([6, fc.oneof(fc.integer({ min: -3, max: 99 }), fc.constantFrom(0.5, -1.25, 1e20, '1.5'))], wrong);
    case 'boolean':
      return often([6, fc.constantFrom(true, false, 'yes', 'off', 1, 0)], wrong);
    case 'null':
      return often([6, fc.constant(null)], wrong);
    default:
      return anyJson;
  }
}

/** What a reference inside a schema leads to. */
function followed(/** @type {string} */ reference, /** @type {any} */ root) {
  return reference
    .split('/')
    .slice(1)
    .reduce((place, key) => place?.[key.replaceAll('~1', '/').replaceAll('~0', '~')], root);
}

/** A text as models damage it: cut, with something in it, or without a part. @type {(given: fc.Arbitrary<string>, tokens: readonly string[]) => fc.Arbitrary<string>} */
export const damaged = (given, tokens) =>
  fc
    .tuple(
      given,
      fc.array(fc.tuple(fc.nat(), fc.nat(6), fc.constantFrom('', '', ...tokens)), { maxLength: 3 }),
      fc.option(fc.nat(), { freq: 3 }),
      fc.nat(2),
    )
    .map(([text, edits, cut, share]) => {
      let made = text;
      // Most stay whole.
      if (share > 0)
        for (const [at, length, token] of edits) {
          const from = at % (made.length + 1);
          made = made.slice(0, from) + token + made.slice(from + (token ? 0 : length));
        }
      return cut === null ? made : made.slice(0, cut % (made.length + 1));
    })
    .map(text => text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, ''));

/** How models write JSON. @type {((value: any) => string)[]} */
const styles = [
  value => JSON.stringify(value),
  value => JSON.stringify(value, null, 2),
  value => JSON.stringify(value).replaceAll(',', ', ').replaceAll('":', '": '),
  value => JSON.stringify(value, null, 1).replaceAll('\\n', '\n'),
  value => JSON.stringify(value).replaceAll('"', "'"),
  value => JSON.stringify(value).replaceAll('true', 'True').replaceAll('null', 'None'),
  value => JSON.stringify(value).replaceAll('}', ',}'),
];
/** What stands around it. */
const frames = [
  '@',
  '@',
  '```json\n@\n```',
  '```\n@\n```',
  '```@```',
  'Here:\n```json\n@\n```\nThanks!',
  'Here: @',
  '@ done}',
  '```json\n@',
  '<think>{"a"</think>\n@',
  '\ufeff@',
  '```JSON\n@\n```',
  '```python\nx\n```\n```json\n@\n```',
  '```json@',
  '  @\n\n',
  '"Answer": ```@```',
];
/** Values written as JSON, and what models make of it. @type {(values: fc.Arbitrary<any>) => fc.Arbitrary<string>} */
export const jsonText = values =>
  damaged(
    fc
      .tuple(
        values,
        often([6, fc.constant(0)], [2, fc.nat(3)], [1, fc.nat(styles.length - 1)]),
        fc.constantFrom(...frames),
      )
      .map(([value, style, frame]) => frame.replace('@', () => styles[style]?.(value) ?? '')),
    [
      '{',
      '}',
      '[',
      ']',
      '"',
      ',',
      ':',
      '```',
      'NaN',
      '-Infinity',
      '1e',
      '-',
      '\\',
      '\\u12',
      '\n',
      '\t',
      '// c',
      'tru',
      '1234567890123456789012',
      '"action_input": "',
      ' ',
      '\u2028',
      '.5',
      '01',
    ],
  );

const marks = ['1. ', '2. ', '10.\t', '3.', '1) ', '- ', '* ', '+ ', '\u0663. ', '  - ', '-', '• '];
/** Lists in all forms. */
export const listText = fc.oneof(
  soup(...words, ...marks, ',', ', ', '\n', '\r\n', '\r', '"', '""', '", ', ',"', ' ', '\u2028', '\x1c'),
  damaged(
    fc
      .tuple(fc.constantFrom(...marks), fc.array(word, { maxLength: 5 }))
      .map(([mark, items]) => items.map(item => mark + item).join('\n')),
    [',', '\n', ' '],
  ),
  damaged(
    fc
      .tuple(
        fc.constantFrom(',', ', ', ' ,', ';'),
        fc.array(
          fc.oneof(
            word,
            word.map(each => `"${each}"`),
          ),
          { maxLength: 6 },
        ),
      )
      .map(([comma, items]) => items.join(comma)),
    ['"', '\n', ','],
  ),
);

const names = ['a', 'b', 'foo', 'x:y', 'é', '_1', 'A-b.c'];
/** @type {fc.Arbitrary<string>} */
const element = tree(tie => ({
  node: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(
      '1',
      ' ',
      'text',
      '\n  ',
      '&amp;',
      '&lt;b',
      '&#65;',
      '&#x1F600;',
      'é',
      'a > b',
      '<!-- c -->',
      '<![CDATA[<x>]]>',
      '<?pi x?>',
    ),
    fc
      .tuple(
        fc.constantFrom(...names),
        fc.constantFrom('', '', ' k="v"', " k='&quot;'", ' k="&e;"', ' xmlns:x="u"', ' xmlns="d"'),
        fc.array(tie('node'), { maxLength: 3 }),
      )
      .map(([name, attributes, inner]) => `<${name}${attributes}>${inner.join('')}</${name}>`),
    fc.constantFrom(...names).map(name => `<${name}/>`),
  ),
}));
const xmlTokens = [
  '<a>',
  '</a>',
  '<b>',
  '</b>',
  '<a/>',
  '<',
  '>',
  '&',
  '&e;',
  '&nbsp;',
  '&#0;',
  ']]>',
  '<!',
  '<![CDATA[',
  '<!--',
  '-->',
  '--',
  '<?',
  '<?xml version="1.0"?>',
  '<!DOCTYPE a>',
  '<!DOCTYPE a [<!ENTITY e "x">]>',
  '"',
  "'",
  '=',
  ' k=v',
  '```',
  '```xml\n',
  '\n```',
  'text',
  '\n',
  ' ',
  '\u0001',
  'é',
];
const subset = soup(
  '<!ENTITY e "x">',
  '<!ENTITY x SYSTEM "f">',
  "<!ENTITY x PUBLIC 'p' 'f' NDATA n>",
  '<!ENTITY % p "y">',
  '<!ENTITY e "&#60;b/>">',
  '<!ENTITY lt "x">',
  '<!ENTITY',
  ' x',
  ' SYSTEM',
  ' PUBLIC ',
  ' "f"',
  " 'f'",
  ' NDATA n',
  ' % ',
  '%p;',
  '>',
  '<!ELEMENT a ANY>',
  '<!-- c -->',
  '<?pi x?>',
  ' ',
  '\n',
  '"',
  'é',
  'x:y',
);
/** Documents with a type declaration, also cut in it. */
const typedXml = damaged(
  fc
    .tuple(subset, fc.constantFrom('<a>&e;</a>', '<a>x</a>', '<a k="&e;"/>', '<a>&constructor;</a>', '<a>&p;&lt;</a>'))
    .map(([inside, rest]) => `<!DOCTYPE a [${inside}]>${rest}`),
  xmlTokens,
);
/** XML, right and wrong. */
export const xmlText = fc.oneof(
  typedXml,
  damaged(
    fc
      .tuple(
        fc.constantFrom(
          '@',
          '@',
          '@',
          '```xml\n@\n```',
          '```\n@\n```',
          '<?xml version="1.0" encoding="UTF-8"?>\n@',
          '<!DOCTYPE a>\n@',
          'Here:\n@',
          '<a>@</a>',
          '```xml\n<a>\n  @\n</a>\n``` ok',
        ),
        element,
      )
      .map(([frame, text]) => frame.replace('@', () => text)),
    xmlTokens,
  ),
  soup(...xmlTokens),
);

const step = fc.record(
  { action: fc.constantFrom('search', 'Final Answer', 'calc', 'final answer'), action_input: fc.oneof(word, anyJson) },
  { requiredKeys: ['action'] },
);
const agentTokens = [
  'Thought: ',
  'Action:',
  'Action: search',
  'Action 1: calc',
  '\nAction Input:',
  '\nAction Input 2: ',
  'Action Input: "x y"',
  'Final Answer:',
  'final answer: ',
  '\n',
  ' ',
  '42',
  '"',
  '```',
  '```json\n',
  '\n```',
  '"action":',
  '{',
  '}',
  '<tool>',
  '</tool>',
  '<tool_input>',
  '</tool_input>',
  '<final_answer>',
  '</final_answer>',
  '<',
  'search',
  'Observation: ok',
  'Question: ',
  '日本',
];
/** The steps of agents. */
export const agentText = fc.oneof(
  soup(...agentTokens),
  damaged(
    fc.constantFrom(
      'Thought: x\nAction: search\nAction Input: weather in SF',
      'I know.\nFinal Answer: 42',
      '<tool>search</tool><tool_input>weather</tool_input>',
      '<final_answer>42</final_answer>',
      'Thought\n```json\n{"action": "search", "action_input": "x"}\n```\nmore',
    ),
    agentTokens,
  ),
  jsonText(often([4, step], [1, fc.array(step, { maxLength: 2 })], [1, anyJson])),
);

/** What `CombiningOutputParser` is given. @type {(parts: fc.Arbitrary<string>) => fc.Arbitrary<string>} */
export const combinedText = parts =>
  damaged(
    fc
      .array(parts, { minLength: 1, maxLength: 3 })
      .map(list => list.map((part, i) => `-----Output ${i + 1}-----\n${part}\n-----`).join('\n\n')),
    ['-----', '-----Output 9-----', '```', '\n'],
  );

/** Dates, or nearly. */
export const dateText = damaged(
  fc.constantFrom(
    '2024-02-29T00:00:00Z',
    '2023-02-30',
    'Tue Mar 05 2024',
    '12/31/1999',
    '1e3',
    '2024-13-01',
    '+012024-01-01',
    '2011-10-05T14:48:00.123456Z',
    '10:30',
    '0',
    'March 7, 2021 5 PM UTC',
    '2024-01-01T25:00:00Z',
    '2024-1-1',
  ),
  ['-', '0', 'Z', ' ', ':', '.'],
);

/** A text in pieces. @type {(given: fc.Arbitrary<string>) => fc.Arbitrary<string[]>} */
export const pieces = given =>
  fc.tuple(given, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 30 })).map(([text, sizes]) => {
    const characters = [...text];
    /** @type {string[]} */
    const made = [];
    for (let at = 0, i = 0; at < characters.length; i++) {
      const size = sizes[i % sizes.length] ?? 1;
      made.push(characters.slice(at, at + size).join(''));
      at += size;
    }
    return made;
  });

export { often, scalar, soup, word };

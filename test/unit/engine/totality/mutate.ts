import type { Random } from './random.ts';

/** JSON with numbers as they are written, and keys that may stand twice. */
export type Tree = string | boolean | null | { readonly raw: string } | Tree[] | Entries;
/** An object's members. */
export interface Entries {
  entries: [string, Tree][];
}

/** A value of `JSON.parse` as a tree. */
export function toTree(value: unknown): Tree {
  if (Array.isArray(value)) return value.map(toTree);
  if (typeof value === 'number') return { raw: String(value) };
  if (typeof value === 'object' && value !== null)
    return { entries: Object.entries(value).map(([key, item]) => [key, toTree(item)]) };
  return value as Tree;
}

/** The tree as JSON. */
export function write(tree: Tree): string {
  if (Array.isArray(tree)) return `[${tree.map(write).join(',')}]`;
  if (typeof tree !== 'object' || tree === null) return JSON.stringify(tree);
  if ('raw' in tree) return tree.raw;
  return `{${tree.entries.map(([key, item]) => `${JSON.stringify(key)}:${write(item)}`).join(',')}}`;
}

const raw = (text: string): Tree => ({ raw: text });
const nested = (open: string, close: string, depth: number, inside = '1'): Tree =>
  raw(open.repeat(depth) + inside + close.repeat(depth));

/** Texts that some reader may trip over. */
export const oddTexts: readonly string[] = [
  ...[
    '',
    ' ',
    '\n',
    '\0',
    '\u202e',
    '\ud800',
    '\udc00x',
    '😀',
    'é',
    'a\u0301',
    '\u2028',
    '\ufeff',
    '\\',
    '"',
    "'",
    '`',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'length',
    '0',
    '-1',
    'a.b',
    '#',
    '$ref',
    '#/a',
    '$defs',
  ],
  ...[
    '(a+)+$',
    '(a+)+$\u202e',
    '(',
    '[',
    '[a-',
    '(?P<n>a)',
    '(?<=a*)b',
    '\\',
    '\\u{110000}',
    '^(?=x)x+$',
    '(?i)a',
    'a{9999999999}',
  ],
  ...['{', '}', '{}', '{0}', '{a}', '{a!r}', '{a.b[0]}', '{a:>{b}}', '{{', '}}', '{{ a }}', '{{ a.b.c }}', '{% for %}'],
  ...['{% for a in b %}', '{{ [].__class__ }}', '{{ a | tojson }}', '{{ 1/0 }}', '{# ', '{%', '{{"'.repeat(50)],
  ...['<', '<a', '<a>', '</a>', '<a></a>', '&#0;', '<![CDATA[', '```', '```json', '[THOUGHT]', '<x>{y}</x>'],
  ...[
    'string',
    'number',
    'integer',
    'object',
    'array',
    'null',
    'boolean',
    'date-time',
    'uri',
    'email',
    'uuid',
    'custom',
  ],
  ...[
    '#/$defs/a',
    '#',
    '#/properties/a',
    'str',
    'int',
    'List[int]',
    'Optional[',
    'Dict[str, Any]',
    'a b',
    'class',
    'None',
  ],
  ...['%Y-%m-%d', '%', '%z%Q', 'YYYY', 'a,b', '1,000', '1e999', 'NaN', 'true', 'x'.repeat(300), 'a-b', 'Z', '#name'],
];

/** Values where others should be. */
const oddValues: readonly Tree[] = [
  ...[null, true, false, '', [], [null], [[]], [''], ['a', 'a'], ['a', null]],
  ...['0', '1', '-1', '-0', '0.5', '-1e-320', '1e308', '1e400', '-1e400', '1e21', '9007199254740993'].map(raw),
  ...['123456789012345678901234567890', '-123456789012345678901234567890', '4294967296', '2147483648'].map(raw),
  ...[
    ...['{}', '{"a":null}', '{"":""}', '{"__proto__":null}', '{"__proto__":{"a":"1"}}', '{"type":null}'],
    ...['{"type":"object","properties":{"a":null}}', '{"type":"array","items":null}', '{"type":["string","null"]}'],
    ...['{"$ref":"#"}', '{"$ref":"#/$defs/a","$defs":null}', '{"anyOf":[null]}', '{"anyOf":{}}', '{"enum":null}'],
    ...['{"enum":[[],null]}', '{"const":{}}', '{"pattern":"("}', '{"type":"string","pattern":"(a+)+$"}'],
  ].map(text => toTree(JSON.parse(text))),
];

/** What is too deep for whoever goes down by calling itself. */
const deepValues: readonly Tree[] = [
  nested('[', ']', 400),
  nested('[', ']', 5000),
  nested('{"a":', '}', 5000),
  nested('{"type":"object","properties":{"a":', '}}', 3000, '{"type":"string"}'),
  nested('{"anyOf":[', ']}', 3000, '{"type":"string"}'),
  nested('{"type":"array","items":', '}', 3000, 'null'),
  '('.repeat(5000),
  '['.repeat(5000),
  '{{('.repeat(3000),
  `${'{% if a %}'.repeat(3000)}`,
  `{{ ${'-'.repeat(5000)}1 }}`,
  `{{ ${'not '.repeat(5000)}1 }}`,
  `{{ a${'.b'.repeat(5000)} }}`,
  `{{ ${'1+'.repeat(5000)}1 }}`,
  '<a>'.repeat(3000),
  '{a:'.repeat(3000),
  '(?:'.repeat(3000) + ')'.repeat(3000),
  'List['.repeat(3000),
];

function isEntries(tree: Tree): tree is Entries {
  return typeof tree === 'object' && tree !== null && !Array.isArray(tree) && 'entries' in tree;
}

interface Place {
  readonly value: Tree;
  set(value: Tree): void;
  drop(): void;
  rename?(name: string): void;
}

function placesOf(tree: Tree, out: Place[]): Place[] {
  if (Array.isArray(tree))
    for (const [i, value] of tree.entries()) {
      out.push({ value, set: other => (tree[i] = other), drop: () => tree.splice(i, 1) });
      placesOf(value, out);
    }
  else if (isEntries(tree))
    for (const entry of tree.entries) {
      out.push({
        value: entry[1],
        set: other => {
          entry[1] = other;
        },
        drop: () => tree.entries.splice(tree.entries.indexOf(entry), 1),
        rename: name => {
          entry[0] = name;
        },
      });
      placesOf(entry[1], out);
    }
  return out;
}

/** One odd value: mostly small, now and then deep. `others`: values of the same definitions, to stand elsewhere. */
export function oddValue(random: Random, others: readonly Tree[] = []): Tree {
  const kind = random.below(40);
  if (kind === 0) return random.pick(deepValues);
  if (kind < 12) return random.pick(oddTexts);
  if (kind < 20 && others.length > 0) return structuredClone(random.pick(others));
  if (kind < 22) return { entries: [[random.pick(oddTexts), structuredClone(random.pick(oddValues))]] };
  if (kind < 24) return [structuredClone(random.pick(oddValues)), structuredClone(random.pick(oddValues))];
  return structuredClone(random.pick(oddValues));
}

/** A copy of a definition with one to three of its values made odd, or its keys. The type stays. */
export function mutated(definition: Tree, random: Random): Tree {
  const tree = structuredClone(definition);
  const others = placesOf(tree, []).map(({ value }) => value);
  const rounds = 1 + random.below(3);
  for (let i = 0; i < rounds; i++) {
    const places = placesOf(tree, []).slice(1);
    if (places.length === 0) break;
    const place = random.pick(places);
    const kind = random.below(12);
    if (kind === 0) place.drop();
    else if (kind === 1 && place.rename) place.rename(random.pick(oddTexts));
    else if (kind === 2 && typeof place.value === 'string') {
      const at = random.below(place.value.length + 1);
      place.set(place.value.slice(0, at) + random.pick(oddTexts) + place.value.slice(at));
    } else if (kind === 3 && isEntries(place.value))
      place.value.entries.push([random.pick(oddTexts), oddValue(random, others)]);
    else place.set(oddValue(random, others));
  }
  return tree;
}

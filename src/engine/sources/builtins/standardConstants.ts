import type { Value } from '../values.ts';

const [lower, digits] = ['abcdefghijklmnopqrstuvwxyz', '0123456789'];
const upper = lower.toUpperCase();
const punctuation = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';

const constants: ReadonlyMap<string, Value> = new Map([
  ['string.ascii_lowercase', lower],
  ['string.ascii_uppercase', upper],
  ['string.ascii_letters', lower + upper],
  ['string.digits', digits],
  ['string.hexdigits', `${digits}abcdefABCDEF`],
  ['string.octdigits', '01234567'],
  ['string.punctuation', punctuation],
]);

const typeName = /^builtins\.(str|int|float|bool|list|dict|tuple|set)\.__name__$/;

/** What a name of one of Python's own modules is on every machine; `undefined`: it is none that is read. */
export function standardConstant(path: string): Value | undefined {
  return constants.get(path) ?? typeName.exec(path)?.[1];
}

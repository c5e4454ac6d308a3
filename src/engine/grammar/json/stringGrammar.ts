import type { JsonSchema } from '../../json/jsonSchema.ts';
import { has } from '../../json/schema/subschema.ts';
import { type Automaton, intersect, ofLength } from '../automaton.ts';
import type { Grammar, SchemaNotes } from '../grammar.ts';
import { automatonOf } from '../network.ts';
import { NoGrammarError } from '../noGrammarError.ts';
import { patternGrammar } from '../patternGrammar.ts';
import { anyJsonString, jsonStringOf, jsonStringOfLength } from './jsonPieces.ts';

/** Up to what length strings are counted. */
const maxCount = 2000;

const day = '(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)';
const year = '(?:000[1-9]|00[1-9][0-9]|0[1-9][0-9]{2}|[1-9][0-9]{3})';
const time = '(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]{1,6})?(?:Z|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])';
const byte = '(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])';
const label = '[A-Za-z0-9]{1,20}(?:-[A-Za-z0-9]{1,20})?';

/** The formats that are written, and whether some of their texts are not. */
const formats: Readonly<Record<string, { readonly pattern: string; readonly loses?: string }>> = {
  date: { pattern: `${year}-${day}`, loses: 'the 29th of February is never written' },
  time: { pattern: time },
  'date-time': { pattern: `${year}-${day}T${time}`, loses: 'the 29th of February is never written' },
  uuid: {
    pattern: '[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}',
    loses: 'in small letters only, of versions 1 to 5',
  },
  ipv4: { pattern: `${byte}(?:\\.${byte}){3}` },
  email: {
    pattern: `[A-Za-z0-9]{1,20}(?:[._+-][A-Za-z0-9]{1,20}){0,3}@${label}(?:\\.${label}){0,2}\\.[A-Za-z]{2,10}`,
    loses: 'only common addresses are written',
  },
};

/** The strings of a schema, as JSON. What cannot be kept goes into the notes. */
export function stringGrammar(schema: JsonSchema, path: string, words: readonly string[], notes: SchemaNotes): Grammar {
  const [min, max] = lengthsOf(schema, path, notes);
  const texts = [...patternTexts(schema, path, notes), ...formatTexts(schema, path, notes)];
  const isCounted = min > 0 || max !== Number.POSITIVE_INFINITY;
  if (texts.length === 0) return isCounted ? jsonStringOfLength(words, min, max) : anyJsonString(words);
  const all = isCounted ? [...texts, ofLength(min, max)] : texts;
  return jsonStringOf(words, all.reduce(intersect));
}

function lengthsOf(schema: JsonSchema, path: string, notes: SchemaNotes): readonly [number, number] {
  const read = (keyword: string, none: number): number => {
    const value = schema[keyword];
    if (typeof value !== 'number') return none;
    if (value <= maxCount) return value;
    notes.add(path, keyword, 'dropped', `A grammar that counts more than ${maxCount} characters would be too large`);
    return none;
  };
  return [read('minLength', 0), read('maxLength', Number.POSITIVE_INFINITY)];
}

function patternTexts(schema: JsonSchema, path: string, notes: SchemaNotes): readonly Automaton[] {
  const { pattern } = schema;
  if (typeof pattern !== 'string') return [];
  try {
    return [automatonOf(patternGrammar(pattern))];
  } catch (error) {
    if (!(error instanceof NoGrammarError)) throw error;
    notes.add(path, 'pattern', 'dropped', error.message.replace(/\.$/, ''));
    return [];
  }
}

function formatTexts(schema: JsonSchema, path: string, notes: SchemaNotes): readonly Automaton[] {
  if (!has(schema, 'format')) return [];
  const name = String(schema.format);
  const format = Object.hasOwn(formats, name) ? formats[name] : undefined;
  if (!format) {
    notes.add(path, 'format', 'dropped', `The format \`${name}\` is not written as a grammar`);
    return [];
  }
  if (format.loses !== undefined) notes.add(path, 'format', 'narrowed', `Of \`${name}\` ${format.loses}`);
  return [automatonOf(patternGrammar(format.pattern, { whole: true }))];
}

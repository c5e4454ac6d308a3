import { toPlain } from '../../core/pyValue.ts';
import {
  type AnswerGrammar,
  type Grammar,
  intersect,
  literal,
  NoGrammarError,
  part,
  sequence,
  stripped,
  textWithout,
  withoutLetters,
} from '../../grammar/index.ts';
import { jsonAnswer, jsonGrammar, withRulesOf } from '../../parsers/shared/answerGrammars.ts';
import { type AdapterName, type DspyField, type DspySignature, fieldsOf } from './signature.ts';
import { outputSchema } from './signatureFeatures.ts';

/** What begins a header; in JSON a line break of Python's other than a line feed becomes one. */
const header = '[[ ## ';
const breaks = ['\x85', '\u2028', '\u2029'];

/** What XML has no place for as it is. */
const notInXml = `<&${Array.from({ length: 32 }, (_, code) => String.fromCharCode(code))
  .filter(each => !/[\t\n\0]/.test(each))
  .join('')}\ufffe\uffff`;

/** The grammar of the answers that an adapter asks for. Throws `NoGrammarError` for fields that are nested in XML. */
export function answerGrammar(adapter: AdapterName, signature: DspySignature): AnswerGrammar {
  const fields = fieldsOf(signature, 'output');
  if (fields.length === 0) throw new NoGrammarError('It has no output field.');
  if (adapter === 'ChatAdapter') return chatGrammar(fields);
  if (adapter === 'XMLAdapter') return { start: joined(fields.map(xmlField)), rules: new Map() };
  return jsonAnswer(outputSchema(signature).schema);
}

function chatGrammar(fields: readonly DspyField[]): AnswerGrammar {
  const rules = new Map<string, Grammar>();
  const sections = fields.map(({ name, schema }) => {
    const json = isText(schema) ? undefined : jsonGrammar(schema, [header, ...breaks], [name]);
    return sequence(
      literal(`[[ ## ${name} ## ]]\n`),
      json ? withRulesOf(json, rules) : textOf(name, '\r\v\f\x1c\x1d\x1e', [header, ...breaks]),
    );
  });
  return { start: joined([...sections, literal('[[ ## completed ## ]]')]), rules };
}

function xmlField({ name, schema }: DspyField): Grammar {
  const type = schema.get('type');
  if (!isText(schema) && type !== 'integer' && type !== 'number' && type !== 'boolean')
    throw new NoGrammarError(`The field \`${name}\` is written as tags in tags, for which there is no grammar.`);
  const value = isText(schema) ? textOf(name, notInXml, [']]>']) : jsonGrammar(schema, [], [name]).grammar;
  return sequence(literal(`<${name}>\n`), value, literal(`\n</${name}>`));
}

function isText(schema: DspyField['schema']): boolean {
  const { type, ...more } = toPlain(schema) as Record<string, unknown>;
  return type === 'string' && Object.keys(more).every(key => key === 'title' || key === 'description');
}

/** A text without blanks around, in which neither the letters nor the words stand. */
function textOf(name: string, letters: string, words: readonly string[]): Grammar {
  return part([name], 'stripped', textWithout(intersect(stripped(), withoutLetters(letters)), words));
}

function joined(parts: readonly Grammar[]): Grammar {
  return sequence(...parts.flatMap((each, i) => (i === 0 ? [each] : [literal('\n\n'), each])));
}

import { Document, Pair, Scalar, type ScalarTag, YAMLMap, YAMLSeq } from 'yaml';
import { isPyDict, isPyList, PyFloat, type PyValue } from '../../core/pyValue.ts';
import { floatRepr } from '../../python/index.ts';
import { isPlainText } from '../../text/index.ts';

/** A value as YAML that PyYAML reads back as it is, to the type of each number. Recursion is as deep as the value. */
export function yamlText(value: PyValue): string {
  const document = new Document(undefined, {
    version: '1.1',
    // A text that happens to be `<<` is not a merge.
    customTags: tags => [
      float,
      ...tags.filter(tag => typeof tag === 'string' || tag.tag !== 'tag:yaml.org,2002:merge'),
    ],
  });
  document.contents = nodeOf(value) as typeof document.contents;
  const text = document.toString({ lineWidth: 0, doubleQuotedMinMultiLineLength: Number.POSITIVE_INFINITY });
  // These stand in double quotes only.
  return text.replace(unsafe, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** What PyYAML takes for the end of a line, refuses, or could not be saved, and what turns the direction of a line. */
const unsafe = /[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufeff\ufffe\uffff]|\p{Surrogate}/gu;

const float: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  identify: value => value instanceof PyFloat,
  resolve: text => text,
  stringify: ({ value }) => floatText((value as PyFloat).value),
};

/** PyYAML's float needs a point, and a sign in its exponent. */
function floatText(value: number): string {
  if (Number.isNaN(value)) return '.nan';
  if (!Number.isFinite(value)) return value > 0 ? '.inf' : '-.inf';
  const text = floatRepr(value);
  return text.includes('.') ? text : text.replace('e', '.0e');
}

function nodeOf(value: PyValue): unknown {
  if (isPyDict(value)) {
    const map = new YAMLMap();
    map.items = [...value].map(([key, item]) => new Pair(textNode(key, true), nodeOf(item)));
    return map;
  }
  if (isPyList(value)) {
    const list = new YAMLSeq();
    list.items = value.map(nodeOf);
    return list;
  }
  if (typeof value === 'string') return textNode(value, false);
  if (typeof value === 'number' && !Number.isInteger(value)) return new Scalar(new PyFloat(value));
  return new Scalar(value);
}

/** Lines as a block where they may; quotes where PyYAML would see something else than the text. */
function textNode(text: string, isKey: boolean): Scalar {
  const node = new Scalar(text);
  const isOdd = text.search(unsafe) !== -1 || /[\x00-\x08\x0b-\x1f]/.test(text);
  // A line that begins so could be a command for a CI runner that prints the file.
  const isCommand = /::(?<=^\s*::)/m.test(text);
  if (isOdd || isCommand || (isKey && text.includes('\n')) || !isPlain(text)) node.type = 'QUOTE_DOUBLE';
  else if (text.includes('\n')) node.type = /^\s|\n[ \t]+(?:\n|$)/.test(text) ? 'QUOTE_DOUBLE' : 'BLOCK_LITERAL';
  return node;
}

function isPlain(text: string): boolean {
  if (text.includes('\n')) return true;
  return text !== '<<' && isPlainText(text);
}

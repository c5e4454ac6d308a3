import { findNodeAtLocation, type Node } from 'jsonc-parser';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { Span } from '../../core/span.ts';
import { readDefinitions } from '../../definition/index.ts';
import { readJson, toPython } from '../../json/jsonSource.ts';
import { toDefinitionText } from '../../python/index.ts';
import type { SourceDefinition, SourceReading } from './sourceReading.ts';

/** Python's answer for one argument that reading does not know. Plain data: it goes between threads. */
export interface AnsweredArgument {
  /** As `UnknownArgument` names it. */
  readonly argument: string;
  /** Where the value goes in the definition: a key, then keys and numbers in it. */
  readonly path: readonly (string | number)[];
  /** JSON text. */
  readonly value: string;
}

/** Python's answers for a source's parsers, which hold as long as the source has this text. */
export interface AnsweredSource {
  readonly path: string;
  readonly text: string;
  readonly parsers: readonly { readonly name: string; readonly answers: readonly AnsweredArgument[] }[];
}

/** A reading with Python's answers in place of unknown arguments. What has no answer stays. */
export function withAnswers(reading: SourceReading, { parsers }: AnsweredSource): SourceReading {
  const { root } = readJson(reading.text);
  const all = root ? toPython(root, reading.text) : null;
  const written = isPyDict(all) ? (all.get('parsers') ?? null) : null;
  if (!isPyDict(written)) return reading;
  const filled = new Map(written);
  const found = reading.found.map(each => {
    const { answers = [] } = parsers.find(({ name }) => name === each.name) ?? {};
    const own = written.get(each.name) ?? null;
    if (answers.length === 0 || !isPyDict(own)) return each;
    const whole = answers.reduce<PyValue>(
      (value, answer) => withPart(value, answer.path, answerValue(answer)),
      own,
    ) as PyDict;
    filled.set(each.name, whole);
    return answered(each, answers, whole);
  });
  const text = `${toDefinitionText(new Map([['parsers', filled]]))}\n`;
  const { definitions, problems } = readDefinitions(text, reading.files[0] ?? '');
  const whole = readJson(text).root;
  const placed = found.map(each => {
    if (!each.answered) return each;
    const { answers = [] } = parsers.find(({ name }) => name === each.name) ?? {};
    return { ...each, answeredAt: answers.flatMap(({ path }) => spanAt(whole, ['parsers', each.name, ...path]) ?? []) };
  });
  return { ...reading, found: placed, text, definitions, problems };
}

function answered(each: SourceDefinition, answers: readonly AnsweredArgument[], whole: PyDict): SourceDefinition {
  const settled = new Set(answers.map(({ argument }) => argument));
  const unknown = each.unknown.filter(({ argument }) => !settled.has(argument));
  const open = new Set(unknown.map(({ argument, path }) => path?.[0] ?? argument));
  const config = new Map([...whole].filter(([key]) => each.config.has(key) || !open.has(key)));
  return { ...each, unknown, config, answered: [...settled] };
}

/** A value with another in the place of one of its parts. */
function withPart(value: PyValue, [step, ...rest]: readonly (string | number)[], part: PyValue): PyValue {
  if (step === undefined) return part;
  if (typeof step === 'number' && isPyList(value))
    return value.map((item, i) => (i === step ? withPart(item, rest, part) : item));
  const before = isPyDict(value) ? value : new Map<string, PyValue>();
  return new Map([...before, [String(step), withPart(before.get(String(step)) ?? null, rest, part)]]);
}

function spanAt(root: Node | undefined, path: readonly (string | number)[]): Span | undefined {
  const node = root && findNodeAtLocation(root, [...path]);
  return node && { start: node.offset, end: node.offset + node.length };
}

function answerValue({ value }: AnsweredArgument): PyValue {
  const { root } = readJson(value);
  return root ? toPython(root, value) : null;
}

import { isPyDict, isPyList, type PyList, type PyValue, type ValueKind, valueKind } from '../core/pyValue.ts';
import type { ParseResult } from '../core/result.ts';
import { type ExpectedMarkup, expectedMarkup, hasHeaders, nothingSaid, unknownMarkup } from '../diagnosis/index.ts';
import type { DefinitionSource } from '../parsers/parser.ts';
import type { ParserType } from '../parsers/parserType.ts';
import { attempt } from '../parsers/shared/attempt.ts';
import { jsonLoads } from '../python/index.ts';
import { type ViolationsOf, violationsOfSchema } from '../validation/index.ts';
import { type AskedCalls, askedCalls, textsOf } from './askedCalls.ts';
import { type HintMeaning, readHint } from './readHint.ts';
import { type ToolChecks, toolChecks, toolNames } from './suspectCalls.ts';

/** What the definition says of a part of the answer. */
export interface FormatPart {
  readonly key: string;
  readonly isJson: boolean;
  readonly required: boolean;
  readonly isShell: boolean;
  readonly isCommand: boolean;
  /** Whether nothing may stand in it, because a schema, a sample or its name says so, or nothing says what should: no value, or a list or object without members. */
  readonly mayBeNothing: { readonly null: boolean; readonly members: boolean };
  readonly hint?: HintMeaning;
  /** The kind that all samples expect. */
  readonly sampleKind?: ValueKind;
}

/** What an answer of a definition looks like: made once, and held against every response. */
export interface AnswerFormat {
  readonly parts: readonly FormatPart[];
  readonly triesJson: boolean;
  /** See `AnswerParts`. */
  readonly blockEnds: ReadonlyMap<string, string>;
  /** Whether the instruction speaks of a code block that is a part of a value, and not of the format. */
  readonly asksForBlock: boolean;
  /** See `ResponseFeatures`. */
  readonly prose: ReadonlySet<string>;
  readonly markup: ExpectedMarkup;
  /** Whether its example has headers of sections. */
  readonly hasHeaders: boolean;
  /** Whether an answer is read from JSON, which stands between no tags. */
  readonly readsJson: boolean;
  /** Whether a response is a provider's message, whose JSON is not the answer's. */
  readonly isMessage: (response: string) => boolean;
  /** See `ResponseFeatures`; `labels`: those of its marks that are no tags. */
  readonly observations: readonly string[];
  readonly labels: readonly string[];
  /** The tools that the model may call. */
  readonly tools: ToolChecks;
  readonly toolNames: ReadonlySet<string>;
  /** Which forms of calls belong in its texts. */
  readonly callForms: AskedCalls;
  /** What tells where a value breaks the schema that nobody checks; absent: there is none. */
  readonly violationsOf?: ViolationsOf;
  /** See `DisplayFeatures`: the reading itself tells what fell to the ground. */
  readonly strays: Readonly<Record<string, 'lost' | 'left-over'>> | undefined;
}

/** What a definition says of its answers. */
interface SaidDefinition {
  readonly parserType: ParserType;
  readonly source: DefinitionSource;
  readonly samples: readonly { readonly expect?: { readonly value?: PyValue } }[];
}

/** What the format needs of the parser of a definition. */
interface AskedParser {
  /** An answer that it reads, where the definition shows one. */
  readonly example: string | undefined;
  /** The functions that are sent with the instruction; none where they cannot be made. */
  readonly tools: PyList;
  /** Throws where it has none. */
  formatInstruction(): string;
  parse(response: string): Promise<ParseResult>;
  /** The source whose values tell when they are looked at: a schema that is held against values. Absent: the definition's. */
  readonly watched?: DefinitionSource;
  /** Hears what of the format is held against an answer, see {@link formatText}. */
  noteFormat?(kind: FormatKind, about?: string): void;
}

/** What of a format is held against answers: its parts, its example's markup, and whether a form of calls belongs in a text. */
export type FormatKind = 'parts' | 'markup' | 'calls';

/** The questions to a format, as a text: two formats with equal ones say the same. `about`: the form of calls. */
export function formatText(format: AnswerFormat, kind: FormatKind, about = ''): string {
  if (kind === 'calls') return String(format.callForms.asks(about));
  if (kind === 'markup') return markupText(format.markup);
  const { parts, triesJson, blockEnds, asksForBlock, readsJson, labels } = format;
  return JSON.stringify({ parts, triesJson, blockEnds, asksForBlock, readsJson, labels }, (_, value: unknown) =>
    value instanceof Set || value instanceof Map ? [...value] : value,
  );
}

/** The format of a definition for which `parser` was made. Never rejects. */
export async function answerFormat(definition: SaidDefinition, parser: AskedParser): Promise<AnswerFormat> {
  const { parserType, source } = definition;
  const {
    parts,
    triesJson = false,
    blockEnds = new Map(),
  } = parserType.responses?.answerParts?.(source) ?? { parts: [] };
  const kinds = sampleKinds(definition);
  const empties = emptySamples(definition);
  const keys = new Set([...parts.map(({ key }) => key), ...kinds.keys()]);
  const echoes = parts.some(({ hint, required }) => required && hint === undefined)
    ? await shownValues(parser)
    : new Map();
  const { example } = parser;
  const unchecked = parserType.schemas?.unchecked?.(parser.watched ?? source);
  const markup =
    example === undefined ? unknownMarkup(nothingSaid) : expectedMarkup(example, await parser.parse(example));
  for (const kind of ['parts', 'markup'] as const) parser.noteFormat?.(kind);
  return {
    parts: [...keys].map(key => {
      const part = parts.find(each => each.key === key);
      const sampleKind = kinds.get(key);
      // Nobody says what should stand there, or a schema says it.
      const isFree = part?.isTyped === true || !(isSaid(part?.hint) || echoes.has(key) || sampleKind !== undefined);
      return {
        key,
        isJson: part?.isJson ?? false,
        required: part?.required ?? false,
        isShell: part?.isShell ?? false,
        isCommand: part?.isCommand ?? false,
        mayBeNothing: {
          null: isFree || empties.has(`${key} null`),
          members: isFree || empties.has(`${key} members`) || speaksOfSeveral(key, part?.hint),
        },
        ...(part?.hint !== undefined && { hint: readHint(part.hint) }),
        ...(part?.hint === undefined && echoes.has(key) && { hint: { echoes: echoes.get(key) } }),
        ...(sampleKind !== undefined && { sampleKind }),
      };
    }),
    triesJson,
    blockEnds,
    asksForBlock: asksForBlock(definition, parser),
    prose: new Set(parserType.responses?.prose),
    markup,
    hasHeaders: hasHeaders(markup),
    readsJson: example === undefined ? parserType.want === 'json' : isJson(markup),
    strays: parserType.display?.strays,
    observations: parserType.responses?.observations ?? [],
    labels: (parserType.responses?.marks?.(source) ?? []).filter(mark => mark.endsWith(':')),
    tools: toolChecks(parser.tools),
    ...(unchecked && { violationsOf: violationsOfSchema(unchecked) }),
    toolNames: toolNames(parser.tools),
    callForms: heardCalls(definition, parser),
    isMessage: response => parserType.responses?.messageParts?.(response) !== undefined,
  };
}

/** What of an example tells how its answers look: of the words in JSON, which may be any, only those that look like tags. */
function markupText({ example, tags, fence, isXml, json, jsonEnd }: ExpectedMarkup): string {
  const blank = (text: string) => (text.includes('<') ? text : '""');
  const outline = json === undefined ? example : example.replace(/"(?:[^"\\]|\\[\s\S]?)*"?/g, blank);
  return JSON.stringify([outline, tags, fence, isXml, json !== undefined, jsonEnd]);
}

/** The forms of calls that instruction, example and samples show; of a message whose calls are told apart, the samples alone. */
function callForms({ parserType, samples }: SaidDefinition, parser: AskedParser): AskedCalls {
  const expected = samples.flatMap(({ expect }) => textsOf(expect?.value ?? null));
  if (parserType.display?.strays) return askedCalls(expected);
  const said = attempt(() => parser.formatInstruction());
  return askedCalls([...expected, parser.example ?? '', said ?? '']);
}

/** The same, where whoever looks for them is heard. */
function heardCalls(definition: SaidDefinition, parser: AskedParser): AskedCalls {
  const calls = callForms(definition, parser);
  return {
    asks(form) {
      parser.noteFormat?.('calls', form);
      return calls.asks(form);
    },
  };
}

/** Whether the example of a format is JSON; what a block shows may only be like it. */
function isJson({ json, tags, fence }: ExpectedMarkup): boolean {
  return json !== undefined && tags.length === 0 && (fence !== undefined || jsonLoads(json).ok);
}

/** Whether the instruction shows a code block where the format has none, or a hint does. */
function asksForBlock({ parserType, source }: SaidDefinition, parser: AskedParser): boolean {
  const hints = parserType.responses?.answerParts?.(source).parts.map(({ hint }) => hint) ?? [];
  if (hints.some(hint => typeof hint === 'string' && hint.includes('```'))) return true;
  if (parser.example?.includes('```')) return false;
  try {
    return parser.formatInstruction().includes('```');
  } catch {
    // It has no instruction.
    return false;
  }
}

/** The kind of each part in the samples' values, where they agree. */
function sampleKinds({ samples }: SaidDefinition): ReadonlyMap<string, ValueKind> {
  const kinds = new Map<string, ValueKind | undefined>();
  for (const { expect } of samples) {
    const value = expect?.value;
    if (!isPyDict(value)) continue;
    for (const [key, item] of value) {
      const kind = valueKind(item);
      kinds.set(key, kind === 'null' || (kinds.has(key) && kinds.get(key) !== kind) ? undefined : kind);
    }
  }
  return new Map([...kinds].flatMap(([key, kind]) => (kind === undefined ? [] : [[key, kind] as const])));
}

/** Which parts a sample expects to be empty: `KEY null`, `KEY members`. */
function emptySamples({ samples }: SaidDefinition): ReadonlySet<string> {
  return new Set(
    samples.flatMap(({ expect }) => {
      const value = expect?.value;
      return [...(isPyDict(value) ? value : [])].flatMap(([key, item]) =>
        item === null ? [`${key} null`] : hasNoMembers(item) ? [`${key} members`] : [],
      );
    }),
  );
}

/** Whether a value is a list or an object in which nothing stands. */
export function hasNoMembers(value: PyValue): boolean {
  return (isPyList(value) && value.length === 0) || (isPyDict(value) && value.size === 0);
}

const several =
  /\b(?:list|array|dict|dictionary|object|map|json|all|any|each|every|several|multiple|zero)\b|(?<!\p{L})\p{L}{2,}[^siu'’\s]s(?![\p{L}\p{N}])/iu;

/** Whether a hint says something: `…` does not. */
function isSaid(hint: PyValue | undefined): boolean {
  return hint !== undefined && (typeof hint !== 'string' || /\p{L}/u.test(hint));
}

/** Whether a part may have any number of members, none included, by its name and what the hint says. */
function speaksOfSeveral(key: string, hint: PyValue = null): boolean {
  return typeof hint === 'string'
    ? several.test(`${key} ${hint}`)
    : several.test(key) || isPyList(hint) || isPyDict(hint);
}

/** What the instruction itself gives when it is read: where a part has no hint, that is what an echo would be. */
async function shownValues(parser: AskedParser): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const echoes = new Map<string, ReadonlySet<string>>();
  try {
    const result = await parser.parse(parser.formatInstruction());
    if (result.ok && isPyDict(result.exact))
      for (const [key, value] of result.exact)
        if (typeof value === 'string') echoes.set(key, readHint(value.trim()).echoes);
  } catch {
    // It has no instruction.
  }
  return echoes;
}

import { isPyDict, type PyValue } from '../../core/pyValue.ts';
import type { Definition } from '../../definition/definition.ts';
import { exampleResponse } from '../../definition/exampleResponse.ts';
import type { ResponseParser } from '../../definition/responseParser.ts';
import { type ExpectedMarkup, expectedMarkup, nothingSaid, unknownMarkup } from '../../diagnosis/expectedMarkup.ts';
import { type HintMeaning, readHint } from './readHint.ts';
import { type ValueKind, valueKind } from './valueKind.ts';

/** What is known of a part of the answer. */
export interface FormatPart {
  readonly key: string;
  readonly isJson: boolean;
  readonly required: boolean;
  readonly isShell: boolean;
  readonly hint?: HintMeaning;
  /** The kind that all samples expect. */
  readonly sampleKind?: ValueKind;
}

/** What an answer of a definition looks like: made once, and held against every response. */
export interface AnswerFormat {
  readonly parts: readonly FormatPart[];
  readonly triesJson: boolean;
  /** Whether the model is told of a code block that is a part of a value, and not of the format. */
  readonly asksForBlock: boolean;
  /** See `ParserType`. */
  readonly prose: ReadonlySet<string>;
  readonly markup: ExpectedMarkup;
  /** Whether a response may be a provider's message, so that one without text is an answer as well. */
  readonly readsMessages: boolean;
}

/** The format of a definition for which `parser` was made. Never rejects. */
export async function answerFormat(definition: Definition, parser: ResponseParser): Promise<AnswerFormat> {
  const { parserType, source } = definition;
  const { parts, triesJson = false } = parserType.answerParts?.(source) ?? { parts: [] };
  const kinds = sampleKinds(definition);
  const keys = new Set([...parts.map(({ key }) => key), ...kinds.keys()]);
  const example = exampleResponse(definition);
  return {
    parts: [...keys].map(key => {
      const part = parts.find(each => each.key === key);
      const sampleKind = kinds.get(key);
      return {
        key,
        isJson: part?.isJson ?? false,
        required: part?.required ?? false,
        isShell: part?.isShell ?? false,
        ...(part?.hint !== undefined && { hint: readHint(part.hint) }),
        ...(sampleKind !== undefined && { sampleKind }),
      };
    }),
    triesJson,
    asksForBlock: asksForBlock(definition, parser),
    prose: new Set(parserType.prose),
    markup: example === undefined ? unknownMarkup(nothingSaid) : expectedMarkup(example, await parser.parse(example)),
    readsMessages: parserType.messageParts !== undefined || parserType.readsMessages === true,
  };
}

/** Whether the instruction shows a code block where the format has none, or a hint does. */
function asksForBlock(definition: Definition, parser: ResponseParser): boolean {
  const { parserType, source } = definition;
  const hints = parserType.answerParts?.(source).parts.map(({ hint }) => hint) ?? [];
  if (hints.some(hint => typeof hint === 'string' && hint.includes('```'))) return true;
  if (exampleResponse(definition)?.includes('```')) return false;
  try {
    return parser.formatInstruction().includes('```');
  } catch {
    // It has no instruction.
    return false;
  }
}

/** The kind of each part in the samples' values, where they agree. */
function sampleKinds({ samples }: Definition): ReadonlyMap<string, ValueKind> {
  const kinds = new Map<string, ValueKind | undefined>();
  for (const { expect } of samples) {
    const value: PyValue = expect?.value ?? null;
    if (!isPyDict(value)) continue;
    for (const [key, item] of value) {
      const kind = valueKind(item);
      kinds.set(key, kind === 'null' || (kinds.has(key) && kinds.get(key) !== kind) ? undefined : kind);
    }
  }
  return new Map([...kinds].flatMap(([key, kind]) => (kind === undefined ? [] : [[key, kind] as const])));
}

import { EngineError } from '../../../core/errors.ts';
import type { Host } from '../../../core/host.ts';
import { isPyDict, type PyDict, type PyValue } from '../../../core/pyValue.ts';
import type { Definition } from '../../../parsers/definition.ts';
import type { DerivedTemplate, DeriveOptions, ProvenKind } from '../../../parsers/modelTemplates.ts';
import { chatTemplateOf, readOpenModel } from '../../../tokens/index.ts';
import { type ServedBy, serverNamed } from '../serving/servingEngines.ts';
import { readChatTemplate } from '../templateSettings.ts';
import { chatNames } from '../warnings/chatProbe.ts';
import { type AnswerRegions, answerRegions } from './answerRegions.ts';
import { AskedTemplate, answerMessage, type Message } from './askedTemplate.ts';
import type { CallShape, FieldJson } from './callParts.ts';
import { question, words } from './callProbes.ts';
import { type Proof, proveTemplate } from './proveTemplate.ts';
import { renderProofs } from './renderProofs.ts';
import { anchorOf, closesBefore, patternOf } from './textPieces.ts';
import { thoughtsField } from './thoughtsIn.ts';

/** How many arguments of thinking are tried. */
const maxSwitches = 2;

/** The chat template of a model, and its arguments. */
export interface DerivedModel {
  readonly chatTemplate: PyValue;
  readonly specialTokens: PyDict;
}

/** How the parts of a derived template are written. */
interface TemplateForm {
  /**
   * What becomes of the pieces of the words: a later one replaces what was before, blanks behind a closing too; or such
   * blanks belong to the closing; or all become one text, which servers refuse.
   */
  readonly pieces: 'replaced' | 'without-blanks' | 'joined';
  /** Whether a call closes only where another one, or the end, follows: its closing may stand in its arguments too. */
  readonly guardsCloses: boolean;
  /** How the arguments of calls are read: the number of one of the ways. */
  readonly reading: number;
  /** The key of the message for its thoughts. */
  readonly thoughtsKey: string;
}

/** The response template that reads answers with these regions. */
function templateOf(regions: AnswerRegions, form: TemplateForm): FieldJson {
  const { thoughts, calls, contentOpens, contentCloses, contentStops, anchors } = regions;
  const { guardsCloses, reading, thoughtsKey } = form;
  const isLeftover = thoughts !== undefined && thoughts.open === '' && thoughts.close === '';
  const others = [...contentOpens.map(patternOf), ...(calls ? [patternOf(calls.open.trim())] : [])];
  const pieces = form.pieces === 'joined' && { repeats: true, join: '' };
  const closed = (field: FieldJson) => (form.pieces === 'without-blanks' ? withBlanks(field) : field);
  return {
    defaults: { role: 'assistant' },
    start_anchor: anchors.length === 1 ? anchors[0] : anchors,
    fields: {
      ...(thoughts && {
        [thoughtsKey]: { ...thoughtsField(thoughts, contentCloses, others), ...(isLeftover && pieces) },
      }),
      ...(calls && {
        tool_calls: closed({ ...callField(calls, contentCloses, guardsCloses), ...calls.readings?.[reading] }),
      }),
      content: {
        ...anchorOf('open', contentOpens),
        ...closed(closesOf(contentCloses, contentStops, calls)),
        ...(!isLeftover && pieces),
      },
    },
  };
}

/** A field whose closing takes the blanks that may follow it. */
function withBlanks(field: FieldJson): FieldJson {
  const { close, close_pattern: closing, ...rest } = field;
  const literals = (Array.isArray(close) ? close : [close]).filter(each => typeof each === 'string');
  const pattern = typeof closing === 'string' ? closing : literals.map(patternOf).join('|');
  return pattern === '' ? field : { ...rest, close_pattern: `(?:${pattern})\\s*` };
}

/** What closes words, or begins behind them. What is around calls, and has no letter, may stand in words as well: it closes behind a call alone. */
function closesOf(closes: readonly string[], stops: readonly string[], calls: CallShape | undefined): FieldJson {
  const isWeak = (mark: string) => calls?.around.includes(mark) && calls.close !== '' && !/\p{L}/u.test(mark);
  if (stops.length === 0 && !closes.some(isWeak)) return anchorOf('close', closes);
  const patterns = closes.map(mark => (isWeak(mark) ? `(?<=${patternOf(calls!.close)}\\s*)` : '') + patternOf(mark));
  return { close_pattern: [...patterns, ...stops.map(stop => `(?=${patternOf(stop)})`)].join('|') };
}

/** The field of calls with its closing: of a call without one what follows it, and where closings are guarded only before that. */
function callField({ field, next, close }: CallShape, ends: readonly string[], isGuarded: boolean): FieldJson {
  const isClosed = 'close' in field || 'close_pattern' in field;
  if (isClosed && !isGuarded) return field;
  if (!isClosed && next === undefined) return { ...field, ...anchorOf('close', ends) };
  const patterns = ends.map(patternOf);
  if (!isClosed && next !== undefined) return { ...field, close_pattern: [closesBefore(next), ...patterns].join('|') };
  const { close: _, close_pattern: closing = patternOf(close), ...rest } = field;
  const follows = [...(next === undefined ? [] : [next]), ...patterns, '$'].join('|');
  return { ...rest, close_pattern: `${closing}(?=\\s*(?:${follows}))` };
}

/**
 * Makes a response template from a chat template: conversations are rendered whose words are known, and what surrounds these
 * words are the delimiters. Then other conversations are rendered and read by it. Raises what the chat template raises for
 * plain words, and `ValueError` where it does not write them. The time is that of some hundred renderings.
 */
function deriveTemplate(
  { chatTemplate, specialTokens }: DerivedModel,
  serves: ServedBy = 'transformers',
): DerivedTemplate {
  const text = chatTemplateOf(chatTemplate, null, null);
  const names = chatNames(text);
  const chat = new AskedTemplate(text, specialTokens);
  const switches = [...names.variables.keys()].filter(name => /think|reason|thought/i.test(name));
  const flags = switches.slice(0, maxSwitches).flatMap(name => [new Map([[name, true]]), new Map([[name, false]])]);
  const plain = [question, answerMessage({ content: words.content })];
  // Those of models that see as well want parts.
  if (!isWritten(chat, plain)) {
    chat.wants = { contentAsParts: true };
    if (!isWritten(chat, plain)) chat.wants = {};
  }
  // A name that is no switch raises.
  const variants: PyDict[] = [new Map(), ...flags.filter(kwargs => chat.tryAnswer(plain, { kwargs }) !== undefined)];
  const regions = answerRegions(chat, names.attributes, variants);
  if (!regions) throw new EngineError('ValueError', 'The chat template does not write the words of an answer.');
  const answers = renderProofs(chat, regions, variants);
  let best: { readonly template: FieldJson; readonly form: TemplateForm; readonly proof: Proof } | undefined;
  const thoughtsKey = serves === 'transformers' ? regions.reasoningKey : 'thinking';
  const mayJoin = serves === 'transformers' || serves === 'transformers-serve';
  // Where joining is refused, what stands behind closings must not replace the words.
  const pieces = (['replaced', mayJoin ? 'joined' : 'without-blanks'] as const).slice(
    0,
    mayJoin || regions.hasGaps ? 2 : 1,
  );
  // A closing without a letter may stand in arguments as well.
  const mayGuard = regions.calls !== undefined && !/\p{L}/u.test(regions.calls.close);
  const forms = (mayGuard ? [false, true] : [false]).flatMap(guardsCloses =>
    pieces.flatMap(each =>
      (regions.calls?.readings ?? [{}]).map((_, reading) => ({ pieces: each, guardsCloses, reading, thoughtsKey })),
    ),
  );
  for (const form of forms) {
    const template = templateOf(regions, form);
    const proof = proveTemplate(answers, thoughtsKey, template);
    if (!best || proof.failures < best.proof.failures) best = { template, form, proof };
    if (proof.proved && !(mayGuard && proof.isExcused)) break;
  }
  const { template, form, proof } = best!;
  if (proof.proved || mayJoin) return { template, proved: proof.proved, kinds: proof.kinds };
  const joined = proveTemplate(answers, thoughtsKey, templateOf(regions, { ...form, pieces: 'joined' }));
  return { template, proved: false, kinds: proof.kinds.map((kind, i) => withoutJoin(kind, joined.kinds[i])) };
}

function isWritten(template: AskedTemplate, conversation: readonly Message[]): boolean {
  return template.tryAnswer(conversation)?.text.includes(words.content) === true;
}

/** A kind with the word of why it does not come back, where joining would bring it back. */
function withoutJoin(kind: ProvenKind, joined: ProvenKind | undefined): ProvenKind {
  if (kind.cameBack || joined?.cameBack !== true) return kind;
  const reason = 'the content stands in several pieces, and servers refuse to join them: only the last one stays';
  return { ...kind, reason };
}

/**
 * A response template made from the chat template in a model's files, by their paths below its folder. Raises as
 * `readOpenModel` and {@link deriveTemplate}, and `KeyError` for a model without a chat template.
 */
export function deriveForModel(
  files: ReadonlyMap<string, string>,
  { serves, name = '' }: DeriveOptions = {},
): DerivedTemplate {
  const { chatTemplate, specialTokens } = readOpenModel(files);
  if (chatTemplate === null) throw new EngineError('KeyError', 'The model has no chat template.');
  // Of several, that for tools writes the calls.
  const own = isPyDict(chatTemplate)
    ? (chatTemplate.get(name) ?? chatTemplate.get('tool_use') ?? chatTemplate.get('default'))
    : chatTemplate;
  return deriveTemplate({ chatTemplate: own ?? chatTemplate, specialTokens }, serverNamed(serves));
}

/**
 * A response template made from the chat template of a definition, which need not have one yet. Rejects as `deriveTemplate`
 * raises, for files that cannot be read, and with `KeyError` for a definition without a chat template.
 */
export async function deriveForDefinition(
  definition: Definition,
  host: Host = {},
  serves?: string,
): Promise<DerivedTemplate> {
  const { source } = definition;
  const chatTemplate = await readChatTemplate(source, host);
  if (chatTemplate === undefined) throw new EngineError('KeyError', 'The definition has no `chat_template`.');
  const tokens = source.config.get('special_tokens');
  return deriveTemplate({ chatTemplate, specialTokens: isPyDict(tokens) ? tokens : new Map() }, serverNamed(serves));
}

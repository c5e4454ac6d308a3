import { type CauseModel, causeName } from './diagnosisModel.ts';
import { detailText, type ErrorModel } from './errorModel.ts';
import type { LensItem, LensPlace, LensWords } from './lensItem.ts';
import { clipToLens, lensWidth } from './lensWidth.ts';
import { isNotRun, type ResponseModel, raisingSplits } from './responseModel.ts';
import type { Destination } from './splitModel.ts';
import { clip, oneLine, rowPreviewLength, shownName } from './valuePreview.ts';

/** A note or a text with less room says nothing, in letters. */
const leastNotes = 8;

/** The splits' names where they are spoken of as AgentScope's methods. */
const filterNames: Readonly<Record<Destination, string>> = {
  content: 'toContent',
  memory: 'toMemory',
  metadata: 'toMetadata',
};

/** What the verdict is made of beside the result. */
export interface StatusParts {
  /** Why it does not read, the first standing for all; empty: nobody knows. */
  readonly causes: readonly CauseModel[];
  readonly words: LensWords;
  readonly place: (offset: number) => LensPlace;
  readonly field: string | undefined;
  /** Which of several answers it is, in words. */
  readonly among: string | undefined;
  /** Whether values stand behind it: the definition's name comes after them. */
  readonly hasValues: boolean;
  /** In letters. */
  readonly room: number;
}

/** The verdict: ✓, ⚠ and what is odd, ✗ and the cause; with the definition's name where no values come between. */
export function statusItem(model: ResponseModel, parts: StatusParts): LensItem {
  const { words, causes, place, field, among, hasValues, room } = parts;
  const tooltip = [...causeLines(causes, words, place), ...tooltipLines(model, words, field)].join('\n');
  if (isNotRun(model)) return { title: `$(shield) ${words.notRun}`, tooltip, action: { kind: 'trust' } };
  const { error } = model;
  const notes = notesOf(model, words, field);
  const count = among === undefined ? [] : [among];
  const title = error
    ? errorTitle(error, [...count, ...notes], parts, model.fallback !== undefined)
    : readTitle(model, [...count, ...(hasValues ? [] : [shownName(model.name, rowPreviewLength), ...notes])], room);
  return { title, tooltip, action: { kind: 'result' } };
}

/** The definition's name, with what was done to the text. */
export function nameItem(model: ResponseModel, words: LensWords, field: string | undefined, room: number): LensItem {
  const [name = '', ...notes] = [shownName(model.name, rowPreviewLength), ...notesOf(model, words, field)];
  return {
    title: withNotes(name, notes, room),
    tooltip: tooltipLines(model, words, field).join('\n'),
    action: { kind: 'result' },
  };
}

/** The mark of a response that reads, with why it is ⚠; what follows stands behind it. */
function readTitle(model: ResponseModel, notes: readonly string[], room: number): string {
  const reasons = oddities(model);
  const mark = reasons.length > 0 || model.strays.length > 0 ? '⚠' : '✓';
  const [first, ...rest] = [...reasons, ...notes];
  return first === undefined ? mark : withNotes(`${mark} ${first}`, rest, room);
}

/** Why a response that reads is ⚠: what is odd, and filters that raise. */
function oddities(model: ResponseModel): readonly string[] {
  const codes = new Set(model.suspicions.map(({ code }) => causeName(code)));
  const raised = new Set(raisingSplits(model).map(({ error }) => error.class));
  const [first, ...more] = [...raised, ...codes];
  if (first !== undefined) return [more.length > 0 ? `${first} (+${more.length})` : first];
  return [];
}

/**
 * The cause, then the framework's class, and its words where there is room: `✗ trailing comma, line 6 · JsonParsingError`.
 * Of an error whose cause nobody knows the framework's words come behind its class, unless the user never meets the error
 * because the framework asks again in silence.
 */
function errorTitle(
  error: NonNullable<ResponseModel['error']>,
  notes: readonly string[],
  { causes, words, place, room }: StatusParts,
  isSilent: boolean,
): string {
  const line = error.span && place(error.span.start).line + 1;
  const text = oneLine(error.cause);
  const said = text === '' || text === error.class ? [] : [text];
  const [title, ...rest] = causes[0]
    ? causeTitles(causes, words, place(causes[0].span.start).line + 1)
    : missingTitles(error, words);
  if (title === undefined) {
    if (isSilent) return withNotes(`✗ ${error.class}`, [...notes, ...said], room);
    const [own] = said;
    const full = own === undefined ? error.class : `${error.class} · ${own}`;
    const placed = `✗ ${line === undefined ? full : words.atLine(full, line)}`;
    return lensWidth(placed) <= room ? withNotes(placed, notes, room) : withNotes(`✗ ${error.class}`, said, room);
  }
  const fits = [title, ...rest].find(each => lensWidth(`✗ ${each} · ${error.class}`) <= room) ?? rest.at(-1) ?? title;
  return withNotes(`✗ ${fits}`, [error.class, ...notes, ...(causes.length > 0 ? said : [])], room);
}

/** The first cause in full, and in fewer words. */
function causeTitles(causes: readonly CauseModel[], words: LensWords, line: number): readonly string[] {
  const [{ code, after }] = causes as readonly [CauseModel, ...CauseModel[]];
  const more = causes.length > 1 ? ` (+${causes.length - 1})` : '';
  const name = `${causeName(code)}${more}`;
  const full = after === undefined ? name : `${words.after(causeName(code), after)}${more}`;
  return [words.atLine(full, line), words.atLine(name, line), name];
}

/** Which keys are not there, where the framework says so. */
function missingTitles({ class: raised, message }: ErrorModel, words: LensWords): readonly string[] {
  const keys = missingKeys(raised, message);
  return keys.length > 0 ? [words.missingKeys(keys)] : [];
}

/** The keys that AgentScope misses, by its sentence. */
export function missingKeys(raised: string, message: string): readonly string[] {
  if (raised !== 'RequiredFieldNotFoundError') return [];
  const named = /^Missing required fields? ([\s\S]{1,300}?) in the JSON dictionary object/.exec(message)?.[1];
  return named === undefined ? [] : named.split(/,\s*/).map(key => clip(oneLine(key), rowPreviewLength));
}

function causeLines(
  causes: readonly CauseModel[],
  words: LensWords,
  place: (offset: number) => LensPlace,
): readonly string[] {
  return causes.map(
    ({ code, span, summary }) => `${words.atLine(causeName(code), place(span.start).line + 1)}: ${summary}`,
  );
}

/** A title with what there is room for behind it; a field of a log is known by its end. */
function withNotes(title: string, notes: readonly string[], room: number): string {
  let all = clipToLens(title, Math.max(room, leastNotes));
  for (const note of notes) {
    const left = room - lensWidth(`${all} · `);
    if (lensWidth(note) <= left) all = `${all} · ${note}`;
    else if (left >= leastNotes)
      return `${all} · ${/^[\w$]+[.[]\S*$/.test(note) ? endOf(note, left) : clipToLens(note, left)}`;
  }
  return all;
}

/** The end of a field's path, whole steps of it where they fit: `…message.content`. */
function endOf(field: string, room: number): string {
  const steps = [...field.matchAll(/[.[]/g)].map(({ 0: sign, index }) => index + (sign === '.' ? 1 : 0));
  const start = steps.find(at => lensWidth(`…${field.slice(at)}`) <= room);
  return start === undefined ? clipToLens(field, room) : `…${field.slice(start)}`;
}

function notesOf(model: ResponseModel, words: LensWords, field: string | undefined): readonly string[] {
  const { tools } = model;
  return [
    ...(field !== undefined ? [field] : model.unescaped ? [words.unescaped] : []),
    ...(model.repairs.length > 0 ? [words.repaired] : []),
    ...straysOf(model, words),
    ...(model.binary ? [words.binary] : []),
    ...(tools?.nothing ? [words.nothingRecognised] : []),
    ...(tools?.failed ? [words.toolError] : []),
    ...silenceOf(model, words),
  ];
}

/** What the framework says nothing of, or how many warnings there are. */
function silenceOf({ fallback, warnings }: ResponseModel, words: LensWords): readonly string[] {
  if (fallback) return [words.asksAgain(fallback.reader, fallback.tokens)];
  return warnings.length > 0 ? [words.warnings(warnings.length)] : [];
}

/** How much fell to the ground: `2 lost`, `1 left over`. */
function straysOf({ strays }: ResponseModel, words: LensWords): readonly string[] {
  return (['lost', 'left-over'] as const).flatMap(kind => {
    const count = strays.filter(stray => stray.kind === kind).length;
    return count === 0 ? [] : [words.strays[kind](count)];
  });
}

function tooltipLines(model: ResponseModel, words: LensWords, field: string | undefined): readonly string[] {
  const { error } = model;
  return [
    `${model.name} (${model.type})`,
    ...(field === undefined ? [] : [field]),
    ...model.suspicions.map(({ message }) => message),
    ...straysOf(model, words),
    ...model.repairs.map(({ name, text }) => `${words.repaired}: ${name} ${text}`),
    ...model.warnings,
    ...(model.fallback ? [words.asksAgain(model.fallback.reader, model.fallback.tokens)] : []),
    ...raisingSplits(model).map(
      ({ destination, error: raised }) => `${filterNames[destination]}: ${errorText(raised)}`,
    ),
    ...model.extra.map(
      ({ key, description, value }) => `${key}${description === undefined ? '' : ` (${description})`}: ${value.long}`,
    ),
    ...(error ? [isNotRun(model) ? error.message : errorText(error), ...error.details.map(detailText)] : []),
  ];
}

/** What can be done with a result, as lenses: copy what the model is told, with what no feedback can help where the answer is cut off; save it as a sample, clear it; or trust the workspace where nothing was run. */
export function actionItems(model: ResponseModel, words: LensWords, isCut: boolean): readonly LensItem[] {
  if (isNotRun(model))
    return [
      { ...words.trust, action: { kind: 'trust' } },
      { ...words.clear, action: { kind: 'clear' } },
    ];
  return [
    ...(model.hasFeedback ? [{ ...words.feedback, action: { kind: 'feedback' } as const }] : []),
    ...(model.hasFeedback && isCut
      ? [{ ...words.sameLimit, action: { kind: 'explain', code: 'cut-off' } as const }]
      : []),
    { ...words.save, action: { kind: 'save' } },
    { ...words.clear, action: { kind: 'clear' } },
  ];
}

/** An error as its framework prints it. */
export function errorText(error: ErrorModel): string {
  return `${error.class}: ${error.message}`;
}

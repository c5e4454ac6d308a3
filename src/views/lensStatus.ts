import { type CauseModel, causeName } from './diagnosisModel.ts';
import type { LensItem, LensPlace, LensWords, ValueItem } from './lensItem.ts';
import { maxRow, namesLength, separator } from './lensRoom.ts';
import {
  type Destination,
  detailText,
  type ErrorModel,
  isNotRun,
  type ResponseModel,
  raisingSplits,
} from './responseModel.ts';
import { clipToWidth, shownWidth } from './shownWidth.ts';
import { clip, oneLine, rowPreviewLength, shownName } from './valuePreview.ts';

/** A note or a text of fewer letters says nothing. */
const leastNotes = 8;
/** A parser's name cut to fewer letters says nothing, its mark included. */
const leastName = 8;

/** The splits' names on lenses: AgentScope's methods. */
export const filterNames: Readonly<Record<Destination, string>> = {
  content: 'toContent',
  memory: 'toMemory',
  metadata: 'toMetadata',
};

/** The verdict on a response whose cause is known: the framework's class and the cause, whole; then its place and the framework's words, where there is room. */
export function causeItem(
  model: ResponseModel & { readonly error: NonNullable<ResponseModel['error']> },
  causes: readonly CauseModel[],
  words: LensWords,
  place: (offset: number) => LensPlace,
  field: string | undefined,
  width: number,
): LensItem {
  const [{ code, span, after }] = causes as readonly [CauseModel, ...CauseModel[]];
  const more = causes.length > 1 ? ` (+${causes.length - 1})` : '';
  const name = `${causeName(code)}${more}`;
  const full = after === undefined ? name : `${words.after(causeName(code), after)}${more}`;
  const line = place(span.start).line + 1;
  const titles = [words.atLine(full, line), words.atLine(name, line), name].map(
    title => `✗ ${model.error.class} · ${title}`,
  );
  const fits = titles.find(title => shownWidth(title) <= width);
  const title = withNotes(
    fits ?? clipToWidth(titles.at(-1)!, maxRow),
    fits === titles[0] ? [...notesOf(model, words, field), oneLine(model.error.cause)] : [],
    width,
  );
  const tooltip = [
    ...causes.map(
      cause => `${words.atLine(causeName(cause.code), place(cause.span.start).line + 1)}: ${cause.summary}`,
    ),
    ...tooltipLines(model, words, field),
  ].join('\n');
  return { title, tooltip, action: { kind: 'result' } };
}

/** The mark of a response that reads, ⚠ where a filter raises or something fell to the ground, and the parser's name. */
export function verdictTitle(model: ResponseModel): string {
  return model.error
    ? `✗ ${model.error.class}`
    : `${raisingSplits(model).length > 0 || model.strays.length > 0 ? '⚠' : '✓'} ${nameOf(model)}`;
}

/**
 * The verdict: a mark with the parser's name and what was done to the text, or the class of the error and its text. Beside
 * `values`, whose names come first, the parser's name has what those leave.
 */
export function statusItem(
  model: ResponseModel,
  words: LensWords,
  place: (offset: number) => LensPlace,
  field: string | undefined,
  values: readonly ValueItem[],
  width: number,
): LensItem {
  const tooltip = tooltipLines(model, words, field).join('\n');
  if (isNotRun(model)) return { title: `$(shield) ${words.notRun}`, tooltip, action: { kind: 'trust' } };
  const action = { kind: 'result' } as const;
  const { error } = model;
  if (error) {
    const line = error.span && place(error.span.start).line + 1;
    return { title: errorTitle(error, line, notesOf(model, words, field), width, words), tooltip, action };
  }
  const title = verdictTitle(model);
  if (values.length === 0)
    return { title: withNotes(clipToWidth(title, maxRow), notesOf(model, words, field), width), tooltip, action };
  const left = maxRow - namesLength(values);
  const [mark = ''] = title;
  const named = shownWidth(title) <= left ? title : left < leastName ? mark : clipToWidth(title, left);
  const wanted = values.reduce((sum, { name, preview }) => sum + separator + name.length + 1 + preview.length, 0);
  return { title: withNotes(named, notesOf(model, words, field), width - wanted), tooltip, action };
}

/** A title with what there is room for behind it; a field of a log is known by its end. */
function withNotes(title: string, notes: readonly string[], width: number): string {
  let all = title;
  for (const note of notes) {
    const room = width - shownWidth(all) - separator;
    if (shownWidth(note) <= room) all = `${all} · ${note}`;
    else if (room >= leastNotes)
      return `${all} · ${/^[\w$]+[.[]\S*$/.test(note) ? clip(endOf(note, room), room) : clipToWidth(note, room)}`;
  }
  return all;
}

function nameOf({ name }: ResponseModel): string {
  return shownName(name, rowPreviewLength);
}

/** The end of a field's path, whole steps of it where they fit: `…message.content`. */
function endOf(field: string, room: number): string {
  if (field.length <= room) return field;
  const steps = [...field.matchAll(/[.[]/g)].map(({ 0: sign, index }) => index + (sign === '.' ? 1 : 0));
  const start = steps.find(at => field.length - at + 1 <= room);
  return start === undefined ? field : `…${field.slice(start)}`;
}

/** The class, whole, then the error's text with its line, cut to the room there is, and what there is room for behind it. */
function errorTitle(
  error: ErrorModel & { readonly cause: string },
  line: number | undefined,
  notes: readonly string[],
  room: number,
  words: LensWords,
): string {
  const text = oneLine(error.cause);
  const head = `✗ ${error.class}`;
  const shown = text === '' || text === error.class ? '' : text;
  const full = shown === '' ? head : `${head} · ${shown}`;
  const placed = line === undefined ? full : words.atLine(full, line);
  if (shownWidth(placed) <= room) return withNotes(placed, notes, room);
  const left = room - shownWidth(head) - separator;
  return left < leastNotes ? clipToWidth(head, maxRow) : `${head} · ${clipToWidth(shown, left)}`;
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
    ...(model.warnings.length > 0 ? [words.warnings(model.warnings.length)] : []),
  ];
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
    ...straysOf(model, words),
    ...model.repairs.map(({ name, text }) => `${words.repaired}: ${name} ${text}`),
    ...model.warnings,
    ...raisingSplits(model).map(
      ({ destination, error: raised }) => `${filterNames[destination]}: ${errorText(raised)}`,
    ),
    ...model.extra.map(
      ({ key, description, value }) => `${key}${description === undefined ? '' : ` (${description})`}: ${value.long}`,
    ),
    ...(error ? [isNotRun(model) ? error.message : errorText(error), ...error.details.map(detailText)] : []),
  ];
}

/** What can be done with a result, as lenses: copy what the model is told, save it as a sample, clear it; or trust the workspace where nothing was run. */
export function actionItems(model: ResponseModel, words: LensWords): readonly LensItem[] {
  if (isNotRun(model))
    return [
      { ...words.trust, action: { kind: 'trust' } },
      { ...words.clear, action: { kind: 'clear' } },
    ];
  return [
    ...(model.told === undefined ? [] : [{ ...words.feedback, action: { kind: 'feedback' } as const }]),
    { ...words.save, action: { kind: 'save' } },
    { ...words.clear, action: { kind: 'clear' } },
  ];
}

/** An error as its framework prints it. */
export function errorText(error: ErrorModel): string {
  return `${error.class}: ${error.message}`;
}

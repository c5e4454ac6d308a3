import { type CauseModel, causeName } from './diagnosisModel.ts';
import type { LensItem, LensPlace, LensWords, ValueItem } from './lensItem.ts';
import { leastValue, separator } from './lensRoom.ts';
import {
  type Destination,
  detailText,
  type ErrorModel,
  isNotRun,
  type ResponseModel,
  raisingSplits,
} from './responseModel.ts';
import { clip, oneLine } from './valuePreview.ts';

/** The longest notes beside values, in UTF-16 units. */
const maxNotes = 24;
/** What notes have beside values that need the rest of the row. */
const leastNotes = 10;

/** The splits' names on lenses: AgentScope's methods. */
export const filterNames: Readonly<Record<Destination, string>> = {
  content: 'toContent',
  memory: 'toMemory',
  metadata: 'toMetadata',
};

/** The verdict on a response whose cause is known: the framework's class, the cause and its place, as much of it as there is room for. */
export function causeItem(
  model: ResponseModel & { readonly error?: ErrorModel },
  causes: readonly CauseModel[],
  words: LensWords,
  place: (offset: number) => LensPlace,
  field: string | undefined,
  width: number,
  actions: readonly LensItem[],
): LensItem {
  const [{ code, span, after }] = causes as readonly [CauseModel, ...CauseModel[]];
  const more = causes.length > 1 ? ` (+${causes.length - 1})` : '';
  const name = `${causeName(code)}${more}`;
  const full = after === undefined ? name : `${words.after(causeName(code), after)}${more}`;
  const line = place(span.start).line + 1;
  const error = `${model.error?.class} · `;
  const titles = [
    error + words.atLine(full, line),
    error + words.atLine(name, line),
    words.atLine(name, line),
    error + name,
    name,
  ].map(title => `✗ ${title}`);
  // Of the actions, the repair and what the model is told have their room first; where both have none, the repair.
  const wanted = actions.filter(({ action: { kind } }) => kind === 'repair' || kind === 'feedback');
  const taken = (items: readonly LensItem[]) => items.reduce((sum, { title }) => sum + title.length + separator, 0);
  const fits = (room: number, from = titles) => from.find(({ length }) => length <= room);
  const title =
    fits(width - taken(wanted), titles.slice(0, 2)) ??
    fits(width - taken(wanted.filter(({ action: { kind } }) => kind === 'repair'))) ??
    clip(`✗ ${name}`, Math.max(leastValue, width));
  const tooltip = [
    ...causes.map(
      cause => `${words.atLine(causeName(cause.code), place(cause.span.start).line + 1)}: ${cause.summary}`,
    ),
    ...tooltipLines(model, words, field),
  ].join('\n');
  return { title, tooltip, action: { kind: 'result' } };
}

/** The verdict: a mark and what was done to the text, or why it does not read; the parser's name is in its tooltip. */
export function statusItem(
  model: ResponseModel,
  words: LensWords,
  place: (offset: number) => LensPlace,
  field: string | undefined,
  values: readonly ValueItem[],
  width: number,
  actions: readonly LensItem[],
): LensItem {
  const action = { kind: 'result' } as const;
  const lines = tooltipLines(model, words, field);
  if (isNotRun(model)) return { title: `$(shield) ${words.notRun}`, tooltip: lines.join('\n'), action };
  const { error } = model;
  if (!error) {
    const mark = raisingSplits(model).length > 0 ? '⚠' : '✓';
    const title = [mark, ...fittedNotes(model, words, field, values, width)].join(' ');
    return { title, tooltip: lines.join('\n'), action };
  }
  const told = actions.find(({ action: { kind } }) => kind === 'feedback');
  const room = Math.max(leastValue, width - (told ? told.title.length + separator : 0));
  const line = error.span && place(error.span.start).line + 1;
  const notes = notesOf(model, words, field);
  if (field === undefined)
    return { title: errorTitle(error, line, notes, room, words), tooltip: lines.join('\n'), action };
  // The wrong field may be why it does not read: it has its room first.
  const end = clip(endOf(field, leastNotes), leastNotes);
  const left = Math.max(leastValue, room - separator - end.length);
  const title = errorTitle(error, line, notes.slice(1), left, words);
  const isRoomy = title.length + separator + end.length <= room;
  return { title: isRoomy ? `${title} · ${end}` : title, tooltip: lines.join('\n'), action };
}

/** The notes behind the mark of a response that reads. Beside values they have what those leave; a field is known by its end. */
function fittedNotes(
  model: ResponseModel,
  words: LensWords,
  field: string | undefined,
  values: readonly ValueItem[],
  width: number,
): readonly string[] {
  const full = notesOf(model, words, field).join(' · ');
  if (full === '') return [];
  const wanted = values.reduce((sum, { name, preview }) => sum + separator + name.length + 1 + preview.length, 0);
  const left = width - 2 - wanted;
  const room = values.length > 0 ? Math.min(maxNotes, Math.max(leastNotes, left)) : width - 2;
  if (full.length <= room || field === undefined) return [clip(full, room)];
  return [clip(notesOf(model, words, endOf(field, room - (full.length - field.length))).join(' · '), room)];
}

/** The end of a field's path, whole steps of it where they fit: `…message.content`. */
function endOf(field: string, room: number): string {
  if (field.length <= room) return field;
  const steps = [...field.matchAll(/[.[]/g)].map(({ 0: sign, index }) => index + (sign === '.' ? 1 : 0));
  const start = steps.find(at => field.length - at + 1 <= room);
  return start === undefined ? field : `…${field.slice(start)}`;
}

/** The cause with its line, cut to the room there is; what there is room for behind it. */
function errorTitle(
  error: ErrorModel & { readonly cause: string },
  line: number | undefined,
  notes: readonly string[],
  room: number,
  words: LensWords,
): string {
  const cause = oneLine(error.cause) || error.class;
  const full = (text: string) => `✗ ${line === undefined ? text : words.atLine(text, line)}`;
  let title = full(cause);
  if (title.length > room) title = full(clip(cause, Math.max(leastValue, cause.length - (title.length - room))));
  for (const more of [...notes, ...(cause === error.class ? [] : [error.class])])
    if (title.length + more.length + separator <= room) title = `${title} · ${more}`;
  return title;
}

function notesOf(model: ResponseModel, words: LensWords, field: string | undefined): readonly string[] {
  const { tools } = model;
  return [
    ...(field !== undefined ? [field] : model.unescaped ? [words.unescaped] : []),
    ...(model.repairs.length > 0 ? [words.repaired] : []),
    ...(model.binary ? [words.binary] : []),
    ...(tools?.nothing ? [words.nothingRecognised] : []),
    ...(tools?.failed ? [words.toolError] : []),
    ...(model.warnings.length > 0 ? [words.warnings(model.warnings.length)] : []),
  ];
}

function tooltipLines(model: ResponseModel, words: LensWords, field: string | undefined): readonly string[] {
  const { error } = model;
  return [
    `${model.name} (${model.type})`,
    ...(field === undefined ? [] : [field]),
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

import { type CauseModel, causeName } from './diagnosisModel.ts';
import type { LensItem, LensPlace, LensWords } from './lensItem.ts';
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
    ...tooltipLines(model, words),
  ].join('\n');
  return { title, tooltip, action: { kind: 'result' } };
}

/** The verdict: a mark and what was done to the text, or why it does not read; the parser's name is in its tooltip. */
export function statusItem(
  model: ResponseModel,
  words: LensWords,
  place: (offset: number) => LensPlace,
  field: string | undefined,
  hasValues: boolean,
  width: number,
  actions: readonly LensItem[],
): LensItem {
  const action = { kind: 'result' } as const;
  const lines = tooltipLines(model, words);
  const notes = notesOf(model, words, field);
  if (isNotRun(model)) return { title: `$(shield) ${words.notRun}`, tooltip: lines.join('\n'), action };
  const { error } = model;
  if (!error) {
    const mark = raisingSplits(model).length > 0 ? '⚠' : '✓';
    const text = notes.join(' · ');
    return {
      title: [mark, ...(text ? [hasValues ? clip(text, maxNotes) : text] : [])].join(' '),
      tooltip: lines.join('\n'),
      action,
    };
  }
  const told = actions.find(({ action: { kind } }) => kind === 'feedback');
  const room = Math.max(leastValue, width - (told ? told.title.length + separator : 0));
  const line = error.span && place(error.span.start).line + 1;
  return { title: errorTitle(error, line, notes, room, words), tooltip: lines.join('\n'), action };
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

function tooltipLines(model: ResponseModel, words: LensWords): readonly string[] {
  const { error } = model;
  return [
    `${model.name} (${model.type})`,
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

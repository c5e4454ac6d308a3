import type { ErrorView } from '../protocol/instructionProtocol.ts';
import { causeName } from './diagnosisModel.ts';
import { nameRoom } from './lensRoom.ts';
import { isNotRun, type ResponseModel } from './responseModel.ts';
import type { ValueModel } from './valueModel.ts';
import { clip, cutPreview, oneLine } from './valuePreview.ts';

/** An answer in few words, with what the next turn would hold of it; or why there is no parser. */
export type AnswerView =
  | {
      readonly model: ResponseModel;
      readonly remembered: ValueModel | { readonly error: ErrorView };
      /** Why it does not read, by code, where that is known. */
      readonly causes?: readonly string[];
    }
  | { readonly error: ErrorView };

/** The words of an answer's lens in the user's language. */
export interface AnswerWords {
  readonly notRun: string;
  /** `value`: what the next turn holds. */
  readonly remembers: (value: string) => string;
}

/** What stands above an answer of a conversation. */
export interface AnswerLens {
  readonly title: string;
  readonly tooltip: string;
  /** A module was not run because the workspace is not trusted. */
  readonly notRun: boolean;
}

/** The shortest value that says anything, in characters. */
const leastValue = 4;

/**
 * An answer in a lens of at most `width` characters: ✓ with what the agent remembers, ⚠ where it was read but its filter
 * raises or something is odd about it, ✗ with the cause. Everything else is in the tooltip.
 */
export function answerLens(view: AnswerView, words: AnswerWords, width: number): AnswerLens {
  const notRun = 'error' in view ? view.error.class === 'ModuleNotTrusted' : isNotRun(view.model);
  if (notRun)
    return {
      title: `$(shield) ${clip(words.notRun, Math.max(leastValue, width - 2))}`,
      tooltip: [words.notRun, messageOf(view)].join('\n'),
      notRun,
    };
  if ('error' in view) {
    const { class: raised, message } = view.error;
    const title = raisedTitle(`✗ ${raised}`, ` · ${oneLine(message)}`, Math.max(leastValue, width));
    return { title, tooltip: `${raised}: ${message}`, notRun };
  }
  return { ...readLens(view, words, Math.max(leastValue, width)), notRun };
}

function messageOf(view: AnswerView): string {
  return ('error' in view ? view.error.message : view.model.error?.message) ?? '';
}

function readLens(
  { model, remembered, causes = [] }: Extract<AnswerView, { readonly model: ResponseModel }>,
  words: AnswerWords,
  width: number,
): Omit<AnswerLens, 'notRun'> {
  const head = `${model.name} (${model.type})`;
  const { error, splits, value } = model;
  if (error) {
    const [first, ...more] = causes.map(causeName);
    const tooltip = [
      head,
      ...(first === undefined ? [] : [[first, ...more].join(', ')]),
      `${error.class}: ${error.message}`,
    ];
    const text = oneLine(error.cause);
    const named = first === undefined ? text : `${first}${more.length > 0 ? ` (+${more.length})` : ''}`;
    const full = named === '' || named === error.class ? error.class : `${error.class} · ${named}`;
    return {
      title: raisedTitle(`✗ ${error.class}`, full.slice(error.class.length), width),
      tooltip: tooltip.join('\n'),
    };
  }
  if ('error' in remembered) {
    const { class: raised, message } = remembered.error;
    const title = raisedTitle('⚠ toMemory', ` ${raised} · ${oneLine(message)}`, width);
    return { title, tooltip: `${head}\ntoMemory: ${raised}: ${message}` };
  }
  const [odd] = model.suspicions;
  if (odd) {
    const text = model.suspicions.map(({ message }) => message).join('\n');
    const title = raisedTitle(`⚠ ${causeName(odd.code)}`, ` · ${oneLine(odd.message)}`, width);
    return { title, tooltip: [head, text, words.remembers(remembered.long)].join('\n') };
  }
  const own = splits ? remembered : (value ?? remembered);
  const name = splits ? '✓ toMemory' : '✓';
  const room = width - name.length - 1;
  const title =
    room >= leastValue ? `${name} ${cutPreview(own.short, room)}` : name.length <= width ? name : name.slice(0, 1);
  const lines = value ? [value.long] : [];
  return { title, tooltip: [head, ...lines, words.remembers(remembered.long)].join('\n') };
}

/** What was raised: its name whole, then as much of the rest as there is room for; the mark alone where the name has none. */
function raisedTitle(name: string, rest: string, width: number): string {
  if (name.length + rest.length <= width) return `${name}${rest}`;
  if (width - name.length >= leastValue) return clip(`${name}${rest}`, width);
  return name.length <= width + nameRoom ? name : name.slice(0, 1);
}

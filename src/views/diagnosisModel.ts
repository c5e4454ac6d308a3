import {
  applyEdits,
  causeSummary,
  type Edit,
  fromPlain,
  type NamedCause,
  namedCauses,
  type ResponseCandidate,
  type ResponseDiagnosis,
  type ResponseEdit,
  type Span,
} from '../engine/index.ts';
import { type Selected, type Surroundings, selectedText } from './selectedText.ts';
import { type ValueModel, valueModel } from './valueModel.ts';
import { clip } from './valuePreview.ts';

/** How many edits are kept one by one; more become one that holds them all. */
const maxEdits = 500;
/** The longest piece of the response that a cause is said to stand behind, in UTF-16 units. */
const maxAfter = 16;

/** Why a response does not read. Spans index the selection. */
export interface CauseModel {
  readonly code: string;
  readonly summary: string;
  /** The first place. */
  readonly span: Span;
  /** At how many places. */
  readonly count: number;
  /** What stands before the first place, where something is missing there. */
  readonly after?: string;
}

/** One way to make the definition read the response. */
export interface CandidateModel {
  /** How likely this is what was meant, 0…1. */
  readonly confidence: number;
  /** Whether part of the answer is missing, because the response is cut off. */
  readonly lossy: boolean;
  readonly value: ValueModel;
  /** The first stands for all of them, and has the place that is shown. */
  readonly causes: readonly CauseModel[];
  /** Edits of the selection, in its order. */
  readonly edits: readonly Edit[];
}

/** Why a response does not read. */
export interface DiagnosisModel {
  /** The likeliest reading first; empty: there is none. */
  readonly candidates: readonly CandidateModel[];
  /** The first stands for all of them wherever there is room for one; empty: nobody knows. */
  readonly causes: readonly CauseModel[];
  /** The format has no way to write what the first cause is of otherwise. */
  readonly hasNoRepair?: true;
  /** Where there is no reading: the error with which the definition ends once those causes are mended. */
  readonly partly?: { readonly class: string; readonly message: string };
}

/** Nothing is known. */
export const noDiagnosis: DiagnosisModel = { candidates: [], causes: [] };

/** A selection, and the text that was parsed of it. */
export interface GivenText {
  readonly text: string;
  readonly surroundings?: Surroundings;
  readonly selected: Selected;
}

/** The model of a diagnosis. Candidates that would lead to another value, once they are escaped into the selection, are left out. */
export function diagnosisModel(
  { candidates, causes, partly, hasNoRepair }: ResponseDiagnosis,
  texts: GivenText,
): DiagnosisModel {
  return {
    candidates: candidates.flatMap(candidate => candidateModel(candidate, texts) ?? []),
    causes: causeModels(causes, texts.selected),
    ...(hasNoRepair && { hasNoRepair }),
    ...(partly && { partly: { class: partly.error.class, message: partly.error.message } }),
  };
}

/** A cause in plain words. */
export function causeName(code: string): string {
  return code.replaceAll('-', ' ');
}

/** A confidence as whole percents; only what is certain is said to be. */
export function percent(confidence: number): number {
  return confidence >= 1 ? 100 : Math.min(99, Math.round(confidence * 100));
}

function candidateModel(candidate: ResponseCandidate, texts: GivenText): CandidateModel | undefined {
  const { confidence, lossy, value, edits } = candidate;
  const { unescaped, toSelection, text: response } = texts.selected;
  if (edits.length === 0) return undefined;
  const givenEdits = edits.map(({ start, end, text }): Edit => {
    const put = unescaped ? JSON.stringify(text).slice(1, -1) : text;
    return { span: toSelection({ start, end }), text: put };
  });
  if (unescaped && !leadsTo(texts, givenEdits, applyEdits(response, edits.map(toEdit)))) return undefined;
  return {
    confidence,
    lossy,
    value: valueModel(fromPlain(value)),
    causes: causeModels(namedCauses(candidate), texts.selected),
    edits: givenEdits.length > maxEdits ? [merged(givenEdits, texts.text)] : givenEdits,
  };
}

function toEdit({ start, end, text }: ResponseEdit): Edit {
  return { span: { start, end }, text };
}

/** Whether the selection, after edits of it, stands for the response as it should be. */
function leadsTo({ text, surroundings }: GivenText, edits: readonly Edit[], response: string): boolean {
  if (!surroundings) return false;
  const { line, span } = surroundings;
  const edited = applyEdits(text, edits);
  const after = line.slice(0, span.start) + edited + line.slice(span.end);
  const { text: read } = selectedText(edited, {
    line: after,
    span: { start: span.start, end: span.start + edited.length },
  });
  return read === response;
}

function causeModels(causes: readonly NamedCause[], { text, toSelection }: Selected): readonly CauseModel[] {
  return causes.map(({ code, start, end, count }) => {
    const after = start === end && code.startsWith('missing-') ? lastPiece(text.slice(0, start)) : '';
    return {
      code,
      summary: causeSummary(code),
      span: toSelection({ start, end }),
      count,
      ...(after !== '' && { after }),
    };
  });
}

/** The string, word or sign that a text ends with. */
function lastPiece(before: string): string {
  const text = before.slice(-200).trimEnd();
  const line = text.slice(text.lastIndexOf('\n') + 1);
  if (!line.endsWith('"')) return /[\p{L}\p{N}_.-]+$/u.exec(line.slice(-maxAfter))?.[0] ?? line.slice(-1);
  const quote = line.lastIndexOf('"', line.length - 2);
  return quote < 0 ? '"' : `"${clip(line.slice(quote + 1, -1), maxAfter)}"`;
}

function merged(edits: readonly Edit[], text: string): Edit {
  const start = edits[0]!.span.start;
  const end = edits.at(-1)!.span.end;
  const moved = edits.map(({ span, text: put }) => ({
    span: { start: span.start - start, end: span.end - start },
    text: put,
  }));
  return { span: { start, end }, text: applyEdits(text.slice(start, end), moved) };
}

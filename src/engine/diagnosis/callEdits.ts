import { applyEdits } from '../core/applyEdits.ts';
import type { Span } from '../core/span.ts';
import { unescapeJsonString } from '../json/jsonStringMap.ts';
import { jsonReadings } from './jsonEdits.ts';
import { proseEdits } from './proseEdits.ts';
import type { Repairing, ResponseEdit } from './responseCandidate.ts';

/** Calls whose arguments are looked at. */
const maxCalls = 50;
/** Ways to read the arguments of one call that are tried. */
const maxReadings = 3;

/** JSON within a response, and where an edit of it belongs. */
interface Arguments {
  readonly source: string;
  place(edit: ResponseEdit): ResponseEdit;
}

/**
 * A response that is a provider's message as JSON has the arguments of its calls as JSON within a string: the edits of
 * the text that make them strict JSON, the likeliest first; none where they are. Linear.
 */
export function callEdits(text: string): readonly Repairing[] {
  const first = text.trimStart().charAt(0);
  if (first !== '{' && first !== '[') return [];
  return editsOf(
    argumentLiterals(text).map(({ start, end }): Arguments => {
      const { text: source, offsets } = unescapeJsonString(text, start, end);
      return { source, place: edit => escaped(edit, offsets) };
    }),
  );
}

/** The same for a message that came as an object: the edits name the call whose arguments they index. */
export function messageCallEdits(calls: readonly unknown[]): readonly Repairing[] {
  return editsOf(
    calls.slice(0, maxCalls).flatMap((entry, call): readonly Arguments[] => {
      const source = argumentsOf(entry);
      return source === undefined ? [] : [{ source, place: edit => ({ ...edit, call }) }];
    }),
  );
}

/** The calls after the edits of their arguments. */
export function editedCalls(calls: readonly unknown[], edits: readonly ResponseEdit[]): readonly unknown[] {
  return calls.map((entry, call) => {
    const own = edits.filter(edit => edit.call === call);
    const source = argumentsOf(entry);
    if (own.length === 0 || source === undefined) return entry;
    const edited = { arguments: applyEdits(source, own) };
    const { function: called } = entry as { function?: object };
    return called ? { ...(entry as object), function: { ...called, ...edited } } : { ...(entry as object), ...edited };
  });
}

/** The arguments of a call in OpenAI's forms, as the text that holds them. */
function argumentsOf(call: unknown): string | undefined {
  const entry = call as { function?: { arguments?: unknown }; arguments?: unknown } | null;
  const source = entry?.function?.arguments ?? entry?.arguments;
  return typeof source === 'string' ? source : undefined;
}

function editsOf(all: readonly Arguments[]): readonly Repairing[] {
  let ways: readonly Repairing[] | undefined;
  for (const { source, place } of all) {
    const broken = jsonReadings(source, { wantsObject: true, limit: maxReadings });
    if (broken.length === 0) continue;
    const none: Repairing = { edits: [], confidence: 1, lossy: false, parts: [] };
    // Where the arguments of several calls are broken, the likeliest reading of each is enough.
    ways = (ways?.slice(0, 1) ?? [none]).flatMap(way =>
      broken.map(({ edits, confidence, lossy, span }) => ({
        edits: [
          ...way.edits,
          ...[...edits, ...proseEdits(source, span)].toSorted((a, b) => a.start - b.start).map(place),
        ],
        confidence: way.confidence * confidence,
        lossy: way.lossy || lossy,
        parts: [],
      })),
    );
  }
  return ways ?? [];
}

/** What stands between the quotes of the string of each key `arguments`. */
function argumentLiterals(text: string): readonly Span[] {
  const found: Span[] = [];
  const key = /"arguments"\s{0,20}:\s{0,20}"/g;
  for (let match = key.exec(text); match && found.length < maxCalls; match = key.exec(text)) {
    const start = key.lastIndex;
    let end = start;
    while (end < text.length && text.charAt(end) !== '"') end += text.charAt(end) === '\\' ? 2 : 1;
    if (end >= text.length) break;
    found.push({ start, end });
    key.lastIndex = end;
  }
  return found;
}

/** The edit of the unescaped arguments as one of the text that they are escaped in. */
function escaped({ start, end, text, cause }: ResponseEdit, offsets: Uint32Array): ResponseEdit {
  return { start: offsets[start]!, end: offsets[end]!, text: JSON.stringify(text).slice(1, -1), cause };
}

import type { ResponseModel } from './responseModel.ts';
import { destinations } from './splitModel.ts';

/** A definition that could read a response. `file`: its file's address. */
export interface KnownParser {
  readonly file: string;
  readonly name: string;
}

/** How well a definition reads the responses. */
export interface ParserFit extends KnownParser {
  /** How many of the responses it reads. */
  readonly read: number;
  /** Whether it would not read any text whatever. */
  readonly asksForForm: boolean;
  /** Whether that it reads them says little. */
  readonly takesAnything: boolean;
  /** Whether it takes their names for text. */
  readonly takesNamesAsText: boolean;
  /** Whether the responses have most of its names. */
  readonly hasNames: boolean;
  /** The cause where it would read them all after one edit of each. */
  readonly afterEdit?: string;
}

/** What the user did with parsers before: `used` for these responses' file, `previewed` beside, `recent` in the workspace, the last first. */
export interface ParserHistory {
  readonly used?: KnownParser | undefined;
  readonly previewed?: KnownParser | undefined;
  readonly recent?: readonly KnownParser[];
}

/** Why a parser stands where it stands in the list. */
export type ParserGroup =
  | 'reads'
  | 'afterEdit'
  | 'hasNames'
  | 'used'
  | 'previewed'
  | 'recent'
  | 'takesAnything'
  | 'anyAfterEdit'
  | 'asText'
  | 'others';

/** The groups, in the list's order. */
export const parserGroups: readonly ParserGroup[] = [
  'reads',
  'afterEdit',
  'hasNames',
  'used',
  'previewed',
  'recent',
  'takesAnything',
  'anyAfterEdit',
  'asText',
  'others',
];

/**
 * The known definitions in the groups of the list, each once: those that read the responses, the best first; those that
 * would after one edit; those whose keys or tags the responses have; the one last used for their file; the one in the preview; those last used in the workspace, the last first;
 * those that read them as they would anything of the form, or would after one edit; those that take their keys for text, too; the others as they come, nearest first. What reads any
 * text whatever says nothing by reading this one.
 */
export function parserChoices<K extends KnownParser, F extends ParserFit>(
  own: readonly K[],
  fits: readonly F[],
  { used, previewed, recent = [] }: ParserHistory = {},
): readonly { readonly group: ParserGroup; readonly parser: K; readonly fit?: F }[] {
  const waiting = new Map(own.map(parser => [keyOf(parser), parser]));
  const fitOf = new Map(fits.map(fit => [keyOf(fit), fit]));
  const take = (group: ParserGroup, parsers: Iterable<KnownParser>) =>
    [...parsers].flatMap(each => {
      const key = keyOf(each);
      const parser = waiting.get(key);
      waiting.delete(key);
      const fit = fitOf.get(key);
      return parser ? [{ group, parser, ...(fit && { fit }) }] : [];
    });
  const mended = fits.filter(({ afterEdit }) => afterEdit !== undefined);
  const reading = fits.filter(({ read, asksForForm }) => read > 0 && asksForForm);
  return [
    ...take(
      'reads',
      reading.filter(({ takesAnything }) => !takesAnything),
    ),
    ...take(
      'afterEdit',
      mended.filter(({ hasNames }) => hasNames),
    ),
    ...take(
      'hasNames',
      fits.filter(({ hasNames }) => hasNames),
    ),
    ...take('used', used ? [used] : []),
    ...take('previewed', previewed ? [previewed] : []),
    ...take('recent', recent),
    ...take(
      'takesAnything',
      reading.filter(({ takesNamesAsText }) => !takesNamesAsText),
    ),
    ...take('anyAfterEdit', mended),
    ...take('asText', reading),
    ...take('others', [...waiting.values()]),
  ];
}

/** What a parser makes of a response, in a line: what goes where, or the value. `undefined` where it reads nothing. */
export function givesText({ splits, value }: Pick<ResponseModel, 'splits' | 'value'>): string | undefined {
  if (!splits) return value?.short;
  return destinations
    .flatMap(destination => {
      const split = splits[destination];
      if ('error' in split) return `${destination} ✗ ${split.error.class}`;
      return split.kind === 'null' ? [] : `${destination} ${split.short}`;
    })
    .join('  ');
}

function keyOf({ file, name }: KnownParser): string {
  return JSON.stringify([file, name]);
}

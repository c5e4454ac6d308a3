import type { CodeText } from './codeText.ts';
import type { RegexMatch } from './regexMatch.ts';
import type { ParsedRegex } from './regexNode.ts';

/** A search over a text that grows. */
export interface RegexScan {
  search(text: CodeText, from: number, partial: boolean, names: ReadonlyMap<string, number>): RegexMatch | undefined;
}

/** Makes searches of growing texts, where a pattern can be searched without going back. */
export function scannerOf(_parsed: ParsedRegex): (() => RegexScan) | undefined {
  return undefined;
}

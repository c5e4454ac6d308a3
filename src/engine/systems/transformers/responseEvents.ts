import type { PyValue } from '../../core/pyValue.ts';

/** What a growing answer tells: a region opens, grows, and closes with its value. */
export type ResponseEvent =
  | { readonly type: 'region_open'; readonly field: string }
  | {
      readonly type: 'region_chunk';
      readonly field: string;
      /** Exactly what was fed, without delimiters. */
      readonly text: string;
      /** Whether the text says nothing of the value before the region closes. */
      readonly dirty: boolean;
    }
  | { readonly type: 'region_close'; readonly field: string; readonly value: PyValue };

/** A place in what was fed to the reader (the kept part of the prefix, then the answer), in code points, half open. */
export interface CodeSpan {
  readonly start: number;
  readonly end: number;
}

/** A region of an answer, with what became of it. */
export interface ResponseRegion {
  readonly field: string;
  /** The delimiter that opened it; absent for the implicit field. */
  readonly open?: CodeSpan;
  /** Its text. */
  readonly body: CodeSpan;
  /** The delimiter that closed it; absent where another region's opening or the end of the answer did. */
  readonly close?: CodeSpan;
  /** What it gave; absent where it could not be read. */
  readonly value?: PyValue;
}

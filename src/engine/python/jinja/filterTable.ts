import type { CallArguments } from './arguments.ts';
import type { Context } from './jinjaContext.ts';
import type { JinjaValue } from './value.ts';

/** Filters by name: their parameters behind the value (`name?` has a default), and what they give. */
export type FilterTable = Readonly<
  Record<
    string,
    readonly [
      parameters: readonly string[],
      run: (value: JinjaValue, given: CallArguments, context: Context) => JinjaValue,
    ]
  >
>;

import type { PyValue } from '../core/pyValue.ts';
import { isPyDict, isPyList } from '../core/pyValue.ts';

/** Which forms of calls a definition asks for, so that they are what its texts should hold. */
export interface AskedCalls {
  /** Whether `form` is one, see `TextCall`. */
  asks(form: string): boolean;
}

const named = /["'](?:name|function|tool|tool_name|request)["']\s*:/;
const withArguments = /["'](?:arguments|args|parameters|params|input|tool_input)["']\s*:/;
const calledPython = /\w\((?:\w+\s*=|\))/;

/** The forms that these texts show: instruction, example, what samples expect. */
export function askedCalls(texts: readonly string[]): AskedCalls {
  const said = texts.join('\n');
  return {
    asks: form => {
      if (form === 'JSON') return named.test(said) && withArguments.test(said);
      return form === 'Python' ? calledPython.test(said) : said.includes(form);
    },
  };
}

/** All texts of a value. */
export function textsOf(value: PyValue): readonly string[] {
  if (typeof value === 'string') return [value];
  if (isPyList(value)) return value.flatMap(textsOf);
  return isPyDict(value) ? [...value.values()].flatMap(textsOf) : [];
}

import { CodeText, dotAllFlags, Regex, type RegexMatch } from '../../../python/index.ts';
import type { Run } from '../run/sourceRun.ts';
import { Unreadable } from '../values/values.ts';
import { type BuiltinCall, type Builtins, textArgument } from './builtinCall.ts';

/**
 * Functions of Python's `re`. They run with the matcher of the module `regex`, which counts its steps, and only for patterns that both
 * modules read alike: characters, classes, sets, repeats and anchors without groups that are asked for.
 */
export const patternFunctions: Builtins = {
  're.sub': call => {
    const [pattern, replacement, text] = textsOf(call, ['pattern', 'repl', 'string'], 3);
    if (/\\/.test(replacement)) throw new Unreadable('This replacement is not read.');
    const { code, found } = matchesOf(pattern, text, call.run);
    call.run.spend(found.length * replacement.length);
    return parted(code, found).join(replacement);
  },
  're.split': call => {
    const [pattern, text] = textsOf(call, ['pattern', 'string'], 2);
    const { code, found } = matchesOf(pattern, text, call.run);
    return parted(code, found);
  },
  're.findall': call => {
    const [pattern, text] = textsOf(call, ['pattern', 'string'], 2);
    const { code, found } = matchesOf(pattern, text, call.run);
    return found.map(({ start, end }) => code.slice(start, end));
  },
  're.escape': ({ args: [text = ''] }) => textArgument(text).replace(/[\t\n\v\f\r #$&()*+\-.?[\\\]^{|}~]/g, '\\$&'),
};

function textsOf({ args, named }: BuiltinCall, names: readonly string[], most: number): [string, string, string] {
  if (args.length > most || [...named.keys()].some(name => !names.includes(name)))
    throw new Unreadable('A pattern with flags is not read.');
  const [a, b, c] = names.map((name, i) => textArgument(args[i] ?? named.get(name) ?? null));
  return [a!, b ?? '', c ?? ''];
}

/** Patterns that both of Python's modules read alike; none can match nothing where it would matter. */
const plain =
  /^(?:\^)?(?:(?:[^\\[\](){}.*+?|^$\p{Cc}\p{Cs}]|\.|\\[dDwWsSbnt.*+?()[\]{}|\\^$/-]|\[\^?(?:[^\\[\]^&~|\p{Cc}\p{Cs}]|\\[dDwWsSnt\]\\.*+?()-])+\])(?:[*+?]\??|\{\d{1,3}(?:,\d{0,3})?\})?|\|)+\$?$/u;

function matchesOf(pattern: string, text: string, run: Run): { code: CodeText; found: readonly RegexMatch[] } {
  if (!plain.test(pattern) || pattern.length > 500) throw new Unreadable('What this pattern finds is not read.');
  // The modules differ in what letters and blanks are.
  if (/\\[wWbB]/.test(pattern) ? /[^\t\n\r -~]/.test(text) : /[\x0b\x0c\x1c-\x1f\x85]/.test(text))
    throw new Unreadable('What this pattern finds is not read.');
  run.spend(text.length);
  const code = new CodeText(text);
  const found = [...new Regex(pattern, { ...dotAllFlags, dotAll: false }).matches(code)];
  if (found.some(({ start, end }) => start === end)) throw new Unreadable('A pattern that finds nothing is not read.');
  return { code, found };
}

/** What stands between the matches. */
function parted(code: CodeText, found: readonly RegexMatch[]): readonly string[] {
  const starts = [0, ...found.map(({ end }) => end)];
  const ends = [...found.map(({ start }) => start), code.length];
  return starts.map((start, i) => code.slice(start, ends[i]!));
}

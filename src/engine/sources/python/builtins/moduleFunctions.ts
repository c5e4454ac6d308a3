import { EngineError } from '../../../core/errors.ts';
import {
  bindArguments,
  CodeText,
  dedent,
  dotAllFlags,
  isDict,
  isList,
  jsonFilter,
  jsonLoads,
  PySequence,
  PyTuple,
  Regex,
  type RegexMatch,
} from '../../../python/index.ts';
import type { Run } from '../run/sourceRun.ts';
import { plainOf, truthOf } from '../values/knownValues.ts';
import { OwnMethod, Unreadable, type Value } from '../values/values.ts';
import { type BuiltinCall, type Builtins, number, positional, readable, textArgument } from './builtinCall.ts';
import { dictOf } from './iterableBuiltins.ts';
import {
  asDict,
  deepCopy,
  fieldList,
  namedTuple,
  namespaceOf,
  replaced,
  shallowCopy,
  templateOf,
} from './objectFunctions.ts';

/** Functions of modules of Python's own. */
export const moduleFunctions: Builtins = {
  'textwrap.dedent': ({ args: [text = ''] }) => dedent(textArgument(text)),
  'textwrap.indent': ({ args: [text = '', prefix = '', predicate = null], named, node, run }) => {
    const isChosen = named.get('predicate') ?? predicate;
    const lines = textArgument(text).match(/[^\n]*\n|[^\n]+$/g) ?? [];
    const isIndented = (line: string) =>
      isChosen === null ? line.trim() !== '' : truthOf(readable(run.call(isChosen, positional([line], node), node)));
    return lines.map(line => (isIndented(line) ? textArgument(named.get('prefix') ?? prefix) + line : line)).join('');
  },
  'inspect.cleandoc': ({ args: [text = ''] }) => cleanDoc(textArgument(text)),
  'json.dumps': ({ args, named }) => {
    const keywords = new Map([...named].filter(([name]) => name !== 'default'));
    if (named.has('default')) throw new Unreadable('`json.dumps` with a function is not read.');
    const bound = bindArguments(
      'dumps',
      ['obj', 'ensure_ascii?', 'indent?', 'separators?', 'sort_keys?'],
      args.map(plainDeep),
      keywords,
    );
    const options = new Map<string, Value>();
    for (const name of ['indent', 'separators', 'sort_keys']) if (bound.has(name)) options.set(name, bound.get(name));
    options.set('ensure_ascii', bound.has('ensure_ascii') ? bound.get('ensure_ascii') : true);
    return jsonFilter(
      bound.get('obj'),
      bindArguments('dumps', ['ensure_ascii?', 'indent?', 'separators?', 'sort_keys?'], [], options),
    );
  },
  'json.loads': ({ args: [text = ''], named }) => {
    if (named.size > 0) throw new Unreadable('`json.loads` with a function is not read.');
    const read = jsonLoads(textArgument(text));
    if (!read.ok) throw new EngineError(read.error.kind, read.error.message);
    return read.value as Value;
  },
  'itertools.chain': ({ args, run }) =>
    new PySequence(
      'chain iterator',
      args.flatMap(each => [...run.items(each)]),
    ),
  'itertools.chain.from_iterable': ({ args: [value], run }) =>
    new PySequence(
      'chain iterator',
      [...run.items(value ?? null)].flatMap(each => [...run.items(each)]),
    ),
  'itertools.repeat': ({ args: [value = null, times], named, run }) => {
    const count = times ?? named.get('times');
    if (count === undefined) throw new Unreadable('This never ends.');
    run.spend(number(count));
    return new PySequence(
      'repeat iterator',
      Array.from({ length: number(count) }, () => value),
    );
  },
  'copy.copy': ({ args: [value = null] }) => shallowCopy(value),
  'copy.deepcopy': ({ args: [value = null] }) => deepCopy(value),
  'types.MappingProxyType': ({ args: [value = null] }) => value,
  'collections.OrderedDict': dictOf,
  'collections.namedtuple': namedTuple,
  'types.SimpleNamespace': namespaceOf,
  'dataclasses.replace': replaced,
  'dataclasses.asdict': asDict,
  'dataclasses.fields': fieldList,
  'string.Template': templateOf,
  'string.capwords': ({ args: [text = '', separator = null] }) => {
    const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
    if (separator === null) return textArgument(text).trim().split(/\s+/).map(capital).join(' ');
    return textArgument(text).split(textArgument(separator)).map(capital).join(textArgument(separator));
  },
  'typing.NewType': () => new OwnMethod('<NewType>', ([value = null]) => value),
  'os.linesep': () => {
    throw new Unreadable('This depends on the machine.');
  },
};

function plainDeep(value: Value): Value {
  const plain = plainOf(value);
  if (isList(plain)) return plain.map(plainDeep);
  if (plain instanceof PyTuple) return new PyTuple(plain.items.map(plainDeep));
  return isDict(plain) ? new Map([...plain].map(([key, item]) => [plainOf(key), plainDeep(item)])) : plain;
}

const maxMargin = 1_000_000;

/** A docstring without the blanks that its lines begin with. */
function cleanDoc(text: string): string {
  if (text.includes('\t')) throw new Unreadable('A docstring with tabs is not read.');
  const [first = '', ...rest] = text.split('\n');
  const margins = rest.filter(line => line.trim() !== '').map(line => line.length - line.trimStart().length);
  const margin = Math.min(...margins, maxMargin);
  const lines = [first.trimStart(), ...rest.map(line => (margin === maxMargin ? line : line.slice(margin)))];
  while (lines.length > 0 && lines.at(-1) === '') lines.pop();
  while (lines.length > 0 && lines[0] === '') lines.shift();
  return lines.join('\n');
}

/**
 * Functions of Python's `re`. They run with the matcher of the module `regex`, which counts its steps, and only for patterns
 * that both modules read alike: characters, classes, sets, repeats and anchors, without groups in the result.
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

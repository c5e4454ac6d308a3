import type { SyntaxNode } from '@lezer/common';
import { scriptOf, sourceOfImport } from '../values/scriptFrameworks.ts';
import type { Arguments, ScriptRun } from '../values/scriptRun.ts';
import { isPrimitive, maxText, membersOf, textOf, toScriptData, truthOf, unknownIn } from '../values/scriptTexts.ts';
import { Arr, Collection, Fn, Native, Obj, Unknown, type Value } from '../values/scriptValues.ts';
import { callZod } from '../zod/zodSchemas.ts';

const globals: ReadonlySet<string> = new Set([
  'Object',
  'Array',
  'JSON',
  'Math',
  'String',
  'Number',
  'Boolean',
  'console',
  'Map',
  'Set',
  'parseInt',
  'parseFloat',
  'structuredClone',
]);

/** What a name of the language is. */
export function nativeNamed(name: string, node: SyntaxNode, run: ScriptRun): Value {
  if (globals.has(name)) return new Native(name);
  return run.unknown(node, `\`${name.slice(0, 60)}\` is known only when the program runs.`);
}

/**
 * What a package exports under a name; `*` is all of it, `default` what is exported as that. `isZod3`: whether `zod` is zod 3.
 * `undefined`: it is none of these packages.
 */
export function nativeOf(specifier: string, name: string, isZod3: boolean): Native | undefined {
  if (/^zod(?:\/v[34])?$/.test(specifier)) {
    const zod = specifier === 'zod/v3' || (specifier === 'zod' && isZod3) ? 'zod3' : 'zod';
    return new Native(name === '*' || name === 'default' || name === 'z' ? zod : `${zod}.${name}`);
  }
  const source = sourceOfImport(specifier);
  if (source === undefined) return undefined;
  if (name === '*') return new Native(source);
  return hasName(source, name) ? new Native(`${source}.${name}`) : undefined;
}

/** Whether a framework's package has a class or function of this name. */
function hasName(source: string, name: string): boolean {
  const own = scriptOf(source);
  return own !== undefined && (own.classes.has(name) || own.functions.has(name));
}

/** A member of what the language or a package gives. */
export function nativeMember({ path }: Native, key: string, node: SyntaxNode, run: ScriptRun): Value {
  if (/^zod3?$/.test(path) && key === 'z') return new Native(path);
  if (path === 'Number' && /^(?:MAX_SAFE_INTEGER|MIN_SAFE_INTEGER|MAX_VALUE|MIN_VALUE|EPSILON)$/.test(key))
    return Number[key as 'EPSILON'];
  if (path === 'Math' && key === 'PI') return Math.PI;
  if (scriptOf(path) && !hasName(path, key))
    return run.unknown(node, `\`${key}\` is known only when the program runs.`);
  return new Native(`${path}.${key}`);
}

type Call = (args: readonly Value[], node: SyntaxNode, run: ScriptRun) => Value;

const mathFunctions: ReadonlySet<string> = new Set([
  'max',
  'min',
  'round',
  'floor',
  'ceil',
  'abs',
  'trunc',
  'sqrt',
  'pow',
]);

function entriesOf(of: Value): readonly (readonly [string, Value])[] | Unknown | undefined {
  if (of instanceof Unknown) return of;
  if (of instanceof Obj) return of.hole ?? membersOf(of);
  if (of instanceof Collection) return of.hole ?? [];
  if (of instanceof Arr) return of.hole ?? of.items.map((item, i) => [String(i), item] as const);
  return undefined;
}

function entries(make: (entry: readonly [string, Value], run: ScriptRun) => Value): Call {
  return ([of], node, run) => {
    const found = entriesOf(of);
    if (found instanceof Unknown) return found;
    if (!found) return refused(node, run);
    return new Arr(
      run.region,
      found.map(([key]) => make([key, run.member(of, key, node)], run)),
    );
  };
}

function refused(node: SyntaxNode, run: ScriptRun): Unknown {
  return run.unknown(node, 'What this call gives is known only when the program runs.');
}

/** Whether an object that no class made has a member. */
export function hasOwn(of: Value, key: Value, node: SyntaxNode, run: ScriptRun): Value {
  const hole = unknownIn([of, key]) ?? (of instanceof Obj ? of.hole : undefined);
  if (hole || !(of instanceof Obj) || of.of || !isPrimitive(key)) return hole ?? refused(node, run);
  return of.members.has(String(key));
}

function parsed(
  [text, base]: readonly Value[],
  parse: (text: string, base?: number) => number,
  node: SyntaxNode,
  run: ScriptRun,
): Value {
  const isRead = isPrimitive(text) && (base === undefined || typeof base === 'number');
  return unknownIn([text, base]) ?? (isRead ? parse(String(text), base) : refused(node, run));
}

/** Whether a part of a value is `undefined`, which JSON leaves out. */
function holdsUndefined(value: Value): boolean {
  if (value instanceof Arr) return value.items.some(holdsUndefined);
  return value instanceof Obj ? [...value.members.values()].some(holdsUndefined) : value === undefined;
}

/** Plain data as a value. */
function fromData(data: unknown, run: ScriptRun): Value {
  if (Array.isArray(data))
    return new Arr(
      run.region,
      data.map(each => fromData(each, run)),
    );
  if (typeof data !== 'object' || data === null) return data as Value;
  const made = new Obj(run.region);
  for (const [key, each] of Object.entries(data)) made.members.set(key, fromData(each, run));
  return made;
}

const calls: ReadonlyMap<string, Call> = new Map(
  Object.entries<Call>({
    'Object.keys': entries(([key]) => key),
    'Object.values': entries(([, value]) => value),
    'Object.entries': entries((entry, run) => new Arr(run.region, [...entry])),
    'Object.freeze': ([of]) => {
      if (of instanceof Obj || of instanceof Arr) of.isFrozen = true;
      return of;
    },
    'Object.seal': ([of]) => of,
    'Object.fromEntries': ([of], node, run) => {
      if (!(of instanceof Arr) || of.hole)
        return of instanceof Unknown ? of : ((of as Arr | undefined)?.hole ?? refused(node, run));
      const members = new Map<string, Value>();
      for (const item of of.items) {
        const [key, value] = item instanceof Arr && !item.hole ? item.items : [];
        if (typeof key !== 'string' && typeof key !== 'number') return unknownIn([item, key]) ?? refused(node, run);
        members.set(String(key), value);
      }
      return new Obj(run.region, members);
    },
    'Object.assign': ([target, ...sources], node, run) => {
      if (!(target instanceof Obj)) return unknownIn([target]) ?? refused(node, run);
      for (const source of sources) {
        if (source === undefined || source === null) continue;
        const found = entriesOf(source);
        const isKnown = found !== undefined && !(found instanceof Unknown);
        if (isKnown) for (const [key] of found) run.put(target, key, run.member(source, key, node), node);
        else target.hole ??= found ?? refused(node, run);
      }
      return target;
    },
    'Array.isArray': ([of], node, run) =>
      of instanceof Unknown
        ? of
        : of instanceof Obj && of.of
          ? refused(node, run)
          : of instanceof Arr && !(of instanceof Collection),
    'Object.hasOwn': ([of, key], node, run) => hasOwn(of, key, node, run),
    Array: (args, node, run) => {
      const [length] = args;
      if (args.length !== 1 || typeof length !== 'number') return new Arr(run.region, [...args]);
      if (!(Number.isInteger(length) && length >= 0 && length < 2000)) return refused(node, run);
      const made = new Arr(run.region, Array.from<Value>({ length }));
      made.isSparse = true;
      return made;
    },
    parseInt: (args, node, run) => parsed(args, Number.parseInt, node, run),
    parseFloat: (args, node, run) => parsed(args, Number.parseFloat, node, run),
    'Number.parseInt': (args, node, run) => parsed(args, Number.parseInt, node, run),
    'Number.parseFloat': (args, node, run) => parsed(args, Number.parseFloat, node, run),
    'Number.isInteger': ([value], node, run) =>
      unknownIn([value]) ?? (isPrimitive(value) ? Number.isInteger(value) : refused(node, run)),
    structuredClone: ([value], node, run) => {
      const { data, holes } = toScriptData(value, [], run, node);
      return holes[0] || holdsUndefined(value) ? refused(node, run) : fromData(data, run);
    },
    'JSON.parse': ([text, ...more], node, run) => {
      const hole = unknownIn([text]);
      if (hole || typeof text !== 'string' || more.length > 0) return hole ?? refused(node, run);
      try {
        return fromData(JSON.parse(text), run);
      } catch {
        return run.unknown(node, 'This text is not JSON.');
      }
    },
    'Array.of': (args, _, run) => new Arr(run.region, [...args]),
    'Array.from': ([of, fn], node, run) => {
      const length = of instanceof Obj && !of.hole && of.members.size === 1 ? of.members.get('length') : undefined;
      const items =
        of instanceof Arr && !of.hole
          ? [...of.items]
          : typeof of === 'string' && of.length < 20_000
            ? [...of]
            : typeof length === 'number' && length >= 0 && length < 20_000
              ? Array.from<Value>({ length })
              : undefined;
      if (!items || (fn !== undefined && !(fn instanceof Fn)))
        return unknownIn([of, fn]) ?? (of as Arr | undefined)?.hole ?? refused(node, run);
      if (!fn) return new Arr(run.region, items);
      return new Arr(
        run.region,
        items.map((item, i) => run.call(fn, { values: [item, i], spread: undefined, places: [] }, node)),
      );
    },
    String: (values, node, run) =>
      values.length === 0 ? '' : (unknownIn(values) ?? textOf(values[0]) ?? refused(node, run)),
    Number: ([value = 0], node, run) => unknownIn([value]) ?? (isPrimitive(value) ? Number(value) : refused(node, run)),
    Boolean: ([value]) => truthOf(value),
    'String.fromCharCode': (codes, node, run) =>
      codes.every(each => typeof each === 'number')
        ? String.fromCharCode(...(codes as number[]))
        : (unknownIn(codes) ?? refused(node, run)),
    'String.raw': (_, node, run) => refused(node, run),
    'JSON.stringify': ([value, replacer, indent], node, run) => {
      if (replacer !== undefined && replacer !== null) return unknownIn([replacer]) ?? refused(node, run);
      if (indent !== undefined && typeof indent !== 'number' && typeof indent !== 'string')
        return unknownIn([indent]) ?? refused(node, run);
      const { data, holes } = toScriptData(value, [], run, node);
      if (holes[0]) return new Unknown(holes[0].reason, holes[0].at, holes[0].isParameter);
      const text = data === undefined ? undefined : JSON.stringify(data, undefined, indent);
      return text !== undefined && text.length > maxText ? refused(node, run) : text;
    },
  }),
);

/** Calls what the language or a package gives. */
export function callNative(path: string, args: Arguments, node: SyntaxNode, run: ScriptRun): Value {
  const { values, spread } = args;
  if (path.startsWith('zod.')) return callZod(4, path.slice('zod.'.length), args, node, run);
  if (path.startsWith('zod3.')) return callZod(3, path.slice('zod3.'.length), args, node, run);
  const [source = '', type = '', method] = path.split('.');
  const framework = scriptOf(source);
  if (framework) {
    const made = method === undefined ? framework.functions.get(type) : undefined;
    if (made !== undefined) return run.make(`${source}.${made}`, args, node);
    const isMade = method !== undefined && /^from(?:ZodSchema|NamesAndDescriptions)$/.test(method);
    return isMade ? run.make(`${source}.${type}`, args, node, method) : handOver(args, node, run);
  }
  if (source === 'console') return undefined;
  if (spread) return spread;
  if (source === 'Math' && mathFunctions.has(type)) {
    const hole = unknownIn(values);
    if (hole || !values.every(value => typeof value === 'number')) return hole ?? refused(node, run);
    return (Math[type as 'max'] as (...args: number[]) => number)(...(values as number[]));
  }
  const native = calls.get(path);
  return native ? native(values, node, run) : handOver(args, node, run);
}

function handOver({ values }: Arguments, node: SyntaxNode, run: ScriptRun): Unknown {
  for (const value of values) run.escape(value, node);
  return refused(node, run);
}

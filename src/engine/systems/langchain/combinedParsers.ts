import { EngineError } from '../../core/errors.ts';
import type { Host } from '../../core/host.ts';
import type { Problem } from '../../core/problem.ts';
import { isPyDict, isPyList, type PyDict, type PyValue } from '../../core/pyValue.ts';
import type { DefinitionSource, Parser } from '../../parsers/parser.ts';
import type { UserPattern } from '../../parsers/parserFeatures.ts';
import type { ParserType } from '../../parsers/parserType.ts';
import type { ClassFeatures, LangchainRuntime } from './langchainRuntime.ts';

/** How deep combined parsers may be combined. */
const maxDepth = 20;

/** A parser that another one holds. */
interface Inner {
  readonly type: ParserType;
  readonly source: DefinitionSource;
  readonly at: number;
}

/** The parsers that definitions of `CombiningOutputParser` hold. */
export class CombinedParsers {
  readonly #types: () => readonly ParserType[];

  /** `types`: those that may be held. */
  constructor(types: () => readonly ParserType[]) {
    this.#types = types;
  }

  /** The runtime that the parsers are of, as far as one of them tells. */
  runtimeOf(config: PyDict): LangchainRuntime | undefined {
    const ofItems = itemsOf(config).map(parser => {
      const type = isPyDict(parser) ? this.#types().find(each => each.type === parser.get('type')) : undefined;
      if (!type || !isPyDict(parser)) return undefined;
      const runtimes = Object.keys(type.framework?.runtimes ?? {});
      return runtimes.length === 1 ? runtimes[0] : type.framework?.runtimeOf?.(parser);
    });
    const [only, ...others] = new Set(ofItems.filter(runtime => runtime === 'python' || runtime === 'js'));
    return others.length === 0 ? only : undefined;
  }

  /** The parsers as their constructors make them. Raises what these raise, and `InvalidDefinition` for what is not a parser. */
  make(source: DefinitionSource, runtime: LangchainRuntime, host: Host): readonly Parser[] {
    if (depthOf(source.config) > maxDepth)
      throw runtime === 'js'
        ? new EngineError('RangeError', 'Maximum call stack size exceeded', undefined, ['parsers'])
        : new EngineError('RecursionError', 'maximum recursion depth exceeded', undefined, ['parsers']);
    const inner = this.#of(source, runtime);
    const places = new Set(inner.map(({ at }) => at));
    const all = itemsOf(source.config);
    const wrong = all.findIndex((_, at) => !places.has(at));
    if (wrong >= 0) {
      const parser = all[wrong] ?? null;
      const name = isPyDict(parser) ? String(parser.get('type')) : String(parser);
      const who = runtime === 'js' ? 'LangChain.js' : 'LangChain in Python';
      const message = `${who} has no parser \`${name}\` that ParserLens knows.`;
      throw new EngineError('InvalidDefinition', message, undefined, ['parsers', wrong]);
    }
    return inner.map(({ type, source: own, at }) => {
      try {
        return type.create(own, host);
      } catch (error) {
        if (!(error instanceof EngineError) || !error.path) throw error;
        throw new EngineError(error.class, error.message, error.code, ['parsers', at, ...error.path]);
      }
    });
  }

  /** An answer of each parser; `undefined` where one of them has none, or there are no parsers. */
  examples(source: DefinitionSource, runtime: LangchainRuntime): readonly string[] | undefined {
    const parts = this.#of(source, runtime).map(({ type, source: inner }) => type.responses?.example?.(inner));
    const examples = parts.filter(part => part !== undefined);
    return parts.length > 0 && examples.length === parts.length ? examples : undefined;
  }

  /** The value, the patterns and the problems of the combined parsers. */
  features(runtime: LangchainRuntime): Required<Pick<ClassFeatures, 'authoring'>> {
    return {
      authoring: {
        valueKeys: source => {
          const all = this.#of(source, runtime).map(({ type, source: inner, at }) => ({
            keys: type.authoring?.valueKeys?.(inner),
            at,
          }));
          return {
            keys: all.flatMap(({ keys, at }) =>
              (keys?.keys ?? []).map(key => ({
                ...key,
                declarations: key.declarations.map(place => ({ ...place, path: ['parsers', at, ...place.path] })),
                references: key.references.map(place => ({ ...place, path: ['parsers', at, ...place.path] })),
              })),
            ),
            open: all.some(({ keys }) => keys?.open ?? true),
            exact: all.every(({ keys }) => keys?.exact === true),
            lists: [],
          };
        },
        patterns: (source): readonly UserPattern[] =>
          this.#of(source, runtime).flatMap(({ type, source: inner, at }) =>
            (type.authoring?.patterns?.(inner) ?? []).map(pattern => ({
              ...pattern,
              path: ['parsers', at, ...pattern.path],
            })),
          ),
        check: (source): readonly Problem[] =>
          this.#of(source, runtime).flatMap(({ type, source: inner }) => type.authoring?.check?.(inner) ?? []),
      },
    };
  }

  #of(source: DefinitionSource, runtime: LangchainRuntime): readonly Inner[] {
    const parsers = depthOf(source.config) <= maxDepth ? itemsOf(source.config) : [];
    return parsers.flatMap((parser, at): Inner[] => {
      if (!isPyDict(parser)) return [];
      const type = this.#types().find(
        each => each.type === parser.get('type') && Object.hasOwn(each.framework?.runtimes ?? {}, runtime),
      );
      if (!type) return [];
      const config = new Map<string, PyValue>([...parser, ['runtime', runtime]]);
      if (!config.has('package') && Object.hasOwn(type.keys, 'package')) config.set('package', 'classic');
      return [{ type, source: innerSource(source, ['parsers', at], config), at }];
    });
  }
}

/** The classes that a definition names, in their order. */
export function classesOf(config: PyDict): readonly string[] {
  return itemsOf(config).map(parser => (isPyDict(parser) ? String(parser.get('type')) : ''));
}

function itemsOf(config: PyDict): readonly PyValue[] {
  const parsers = config.get('parsers');
  return isPyList(parsers) ? parsers : [];
}

function depthOf(config: PyDict, depth = 0): number {
  if (depth > maxDepth) return depth;
  return itemsOf(config).reduce<number>(
    (deepest, parser) => (isPyDict(parser) ? Math.max(deepest, depthOf(parser, depth + 1)) : deepest),
    depth,
  );
}

/** A definition that stands in another one, at a path; its own paths begin there. */
function innerSource(source: DefinitionSource, path: readonly (string | number)[], config: PyDict): DefinitionSource {
  return {
    name: source.name,
    ...(source.file !== undefined && { file: source.file }),
    config,
    spanOf: inner => source.spanOf([...path, ...inner]),
    keySpanOf: inner => source.keySpanOf([...path, ...inner]),
    stringAt: inner => source.stringAt([...path, ...inner]),
  };
}

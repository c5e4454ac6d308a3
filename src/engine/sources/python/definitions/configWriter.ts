import type { PyDict, PyValue } from '../../../core/pyValue.ts';
import type { Span } from '../../../core/span.ts';
import { as, type Placed, Unknown } from '../values/values.ts';
import type { Data, Hole, Origin } from './sourceData.ts';

/** A parser of a program as a definition says it. */
export interface SourceConfig {
  readonly type: string;
  /** All keys; text that says so stands for what is unknown. */
  readonly visible: PyDict;
  /** Without the arguments that are not wholly known. */
  readonly config: PyDict;
  readonly origins: ReadonlyMap<string, Origin>;
  readonly unknown: readonly (Hole & { readonly argument: string })[];
}

/** Arguments of which a part may be missing and the rest is worth showing. */
const showable = new Set(['content_hint', 'format_instruction', 'tagged_contents', 'language_name']);

/** Puts together what the arguments of a parser say: their values, where each stands, and which parts are unknown. */
export class ConfigWriter {
  readonly #at: Span;
  readonly #visible = new Map<string, PyValue>();
  readonly #config = new Map<string, PyValue>();
  readonly #origins = new Map<string, Origin>();
  readonly #unknown: (Hole & { argument: string })[] = [];

  /** @param at where the parser is made: the place of what has none */
  constructor(at: Span) {
    this.#at = at;
  }

  configOf(type: string): SourceConfig {
    return {
      type,
      visible: new Map<string, PyValue>([['type', type], ...this.#visible]),
      config: new Map<string, PyValue>([['type', type], ...this.#config]),
      origins: this.#origins,
      unknown: this.#unknown,
    };
  }

  put(name: string, { value, origin, holes }: Data): void {
    this.#origins.set(name, origin);
    for (const hole of holes)
      this.#unknown.push({ ...hole, argument: hole.path.length > 0 ? hole.path.join('.') : name });
    if (holes.length === 0) this.#config.set(name, value);
    if (holes.length === 0 || showable.has(name)) this.#visible.set(name, value);
  }

  /** The schema of a Pydantic class, and its name where the definition has one. */
  putModel(argument: string, members: Readonly<Record<string, PyValue>>, holes: readonly Hole[]): void {
    for (const hole of holes) this.#unknown.push({ ...hole, argument });
    for (const [key, value] of Object.entries(members)) {
      this.#visible.set(key, value);
      if (holes.length === 0) this.#config.set(key, value);
    }
  }

  place(key: string, origin: Origin): void {
    this.#origins.set(key, origin);
  }

  putKnown(name: string, value: PyValue): void {
    this.#visible.set(name, value);
    this.#config.set(name, value);
  }

  /** The keys of the parser inside. */
  takeIn(inner: SourceConfig, argument: string): void {
    for (const [key, value] of inner.visible) if (key !== 'type') this.#visible.set(key, value);
    for (const [key, value] of inner.config) if (key !== 'type') this.#config.set(key, value);
    this.#unknown.push(...inner.unknown.map(hole => ({ ...hole, argument: `${argument}.${hole.argument}` })));
  }

  /** Arguments that nobody knows the names of. */
  open(argument: string, { reason, at }: Unknown): void {
    this.#unknown.push({ argument, path: [argument], reason, at });
  }

  hole(argument: string, reason: string, placed: Placed | undefined): void {
    const own = placed && as(placed.value, Unknown);
    const at = own?.at ?? placed?.at ?? this.#at;
    this.#unknown.push({ argument, path: [argument], reason: own?.reason ?? reason, at });
  }
}

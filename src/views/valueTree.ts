import {
  exactOf,
  isPyDict,
  isPyList,
  type ParseResult,
  type PyDict,
  type PyValue,
  type Splits,
} from '../engine/index.ts';
import { extraDict } from './highlights.ts';
import { type ValueModel, type ValuePath, valueModel } from './valueModel.ts';

/** How many children one page holds. */
export const pageSize = 100;

/** An item of a dict or list. */
export interface ItemModel extends ValueModel {
  readonly label: string;
  readonly path: ValuePath;
}

/** A page of the items of a dict or list; `total` is how many there are in all. */
export interface ItemsPage {
  readonly items: readonly ItemModel[];
  readonly total: number;
}

/** The values of one result, addressed by paths and read page by page. */
export class ValueTree {
  readonly #result: ParseResult & { readonly ok: true };
  readonly #splits: Splits | undefined;
  readonly #extra: PyDict;
  // A page deep in a dict must not walk over all of its keys each time.
  readonly #entries = new WeakMap<object, readonly (readonly [string, PyValue])[]>();

  constructor(result: ParseResult & { readonly ok: true }, splits: Splits | undefined) {
    this.#result = result;
    this.#splits = splits;
    this.#extra = extraDict(result);
  }

  /** The value at a path; `undefined` where it leads nowhere. */
  at(path: ValuePath): PyValue | undefined {
    const [root, ...items] = path;
    let value = this.#root(root, items);
    for (const item of items) {
      if (value === undefined) return undefined;
      value = this.#items(value)[item]?.[1];
    }
    return value;
  }

  /** Up to {@link pageSize} items of the value at a path, from the `offset`th on. */
  page(path: ValuePath, offset: number): ItemsPage {
    const value = this.at(path);
    const entries = value === undefined ? [] : this.#items(value);
    return {
      total: entries.length,
      items: entries
        .slice(offset, offset + pageSize)
        .map(([label, item], index) => ({ label, path: [...path, offset + index], ...valueModel(item) })),
    };
  }

  /** The value of a root; takes the part's number off `items`. */
  #root(root: ValuePath[0], items: number[]): PyValue | undefined {
    if (root === 'value') return this.#result.exact;
    if (root === 'extra') return this.#extra;
    if (root === 'parts') {
      const field = this.#result.fields[items.shift() ?? -1];
      return field && exactOf(field);
    }
    const split = this.#splits?.[root];
    return split && !('error' in split) ? split.exact : undefined;
  }

  #items(value: PyValue): readonly (readonly [string, PyValue])[] {
    if (!isPyDict(value) && !isPyList(value)) return [];
    const cached = this.#entries.get(value);
    if (cached) return cached;
    const entries = isPyDict(value) ? [...value] : value.map((item, index) => [String(index), item] as const);
    this.#entries.set(value, entries);
    return entries;
  }
}

/** An object of plain data; `undefined` for anything else. */
export function objectAt(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

/** A list of plain data; empty for anything else. */
export function listAt(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text; `undefined` for anything else. */
export function textAt(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A member that is an object's own; `undefined` for anything else. */
export function memberAt(value: unknown, key: string, ...path: readonly string[]): unknown {
  const object = objectAt(value);
  const member = object && Object.hasOwn(object, key) ? object[key] : undefined;
  const [next, ...rest] = path;
  return next === undefined ? member : memberAt(member, next, ...rest);
}

/** A name or a number as a row's id. */
export function idAt(...values: readonly unknown[]): { readonly id?: string } {
  const id = values.find(isId);
  return id === undefined ? {} : { id: String(id) };
}

/** Whether something can be called by a value: a name or a number. */
export function isId(value: unknown): value is string | number {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

/** A row of a table that names its columns once, as pandas (`orient="split"`) and Weights & Biases write it, by these names; anything else is what it is. */
export function tableRow(record: unknown, header: unknown): unknown {
  const columns = listAt(memberAt(header, 'columns'));
  if (columns.length === 0 || !Array.isArray(record)) return record;
  return Object.fromEntries(record.map((value, i) => [textAt(columns[i]) ?? `column ${i + 1}`, value]));
}

/** What a table has as JSON text; anything else is what it is. */
export function dataAt(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[{[]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/**
 * What was last drawn of the rows of a tree. VS Code moves the icons of rows that do not open to where the arrows of others
 * are, if none beside them opens, and decides so for each row alone when it draws that row: where a change of one row decides
 * it otherwise, those beside it must be drawn anew, too.
 */
export class DrawnRows {
  readonly #opens = new Map<string, boolean>();

  /** Notes that a row is drawn, as one that opens or as one that does not. */
  drawn(key: string, opens: boolean): void {
    this.#opens.set(key, opens);
  }

  /** Whether rows that stand together, as they are now, have their icons at another place than they were drawn with. */
  areMoved(rows: readonly { readonly key: string; readonly opens: boolean }[]): boolean {
    const before = rows.map(({ key }) => this.#opens.get(key));
    if (before.includes(undefined)) return false;
    return before.includes(true) !== rows.some(({ opens }) => opens);
  }
}

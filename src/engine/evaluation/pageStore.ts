/** Keeps pages of bytes that are seldom looked at, such as on a disk. Throws where what is there cannot be written or read. */
export interface PageStore {
  /** Keeps a copy of a new page; gives where it is. `undefined`: there is no room for it, and whoever has it keeps it. Never throws. */
  add(page: Uint8Array): number | undefined;
  /** Keeps a page in place of one of the same length. */
  write(place: number, page: Uint8Array): void;
  /** Fills `page` with what is kept. */
  read(place: number, page: Uint8Array): void;
}

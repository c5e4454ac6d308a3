/** The keys of an object so far, the last one first. */
export interface KeyList {
  readonly name: string;
  readonly before: KeyList | undefined;
}

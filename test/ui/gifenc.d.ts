/** What is used of gifenc, which has no types of its own. */
declare module 'gifenc' {
  /** Red, green and blue, from 0 to 255. */
  type Color = readonly [number, number, number];
  interface Frame {
    readonly palette?: readonly Color[];
    readonly transparent?: boolean;
    readonly transparentIndex?: number;
    /** In milliseconds. */
    readonly delay?: number;
    /** 1: the frame stays under the next one. */
    readonly dispose?: number;
  }
  interface Encoder {
    writeFrame(indexes: Uint8Array, width: number, height: number, frame: Frame): void;
    finish(): void;
    bytes(): Uint8Array;
  }
  export function GIFEncoder(): Encoder;
  export function quantize(rgba: Uint8Array, maxColors: number): Color[];
  export function applyPalette(rgba: Uint8Array, palette: readonly Color[]): Uint8Array;
}

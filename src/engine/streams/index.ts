// streams/: what is known of a response while it grows.

export { type AskedStream, askStreamed } from './askStreamed.ts';
export { createReader, type ResponseReader } from './createReader.ts';
export type { ClosedField, Partial } from './partial.ts';
export { recordStream } from './recordStream.ts';
export { type StreamedValue, streamedValue } from './streamedValue.ts';

// streams/: what is known of a response while it grows.

export { createReader, type ResponseReader } from './createReader.ts';
export type { ClosedField, Partial } from './fieldLog.ts';
export { recordStream } from './recordStream.ts';
export { type AskedStream, askStreamed, type StreamedValue, streamedValue } from './streamedValue.ts';

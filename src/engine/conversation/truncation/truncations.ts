import type { TruncationInfo } from '../../messages/truncation.ts';
import { truncationTypes } from './registry.ts';

/** Every way to make a conversation fit, in the order in which pickers show them. */
export const truncations: readonly TruncationInfo[] = truncationTypes.map(
  ({ create: _, shorten: __, ...info }) => info,
);

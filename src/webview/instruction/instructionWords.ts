import type { PreviewStringKey } from '../../protocol/instructionProtocol.ts';
import { wordsOf } from '../shared/wordsOf.ts';

/** The strings of the preview. */
export const { Words, useWords } = wordsOf<PreviewStringKey>();

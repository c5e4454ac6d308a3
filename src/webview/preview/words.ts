import type { PreviewStringKey } from '../../view/protocol.ts';
import { wordsOf } from '../shared/wordsOf.ts';

/** The strings of the preview. */
export const { Words, useWords } = wordsOf<PreviewStringKey>();

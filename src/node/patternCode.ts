import { programCode } from '../portable/programCode.ts';

/** What a pattern worker runs, as a text: it needs no file of its own beside each bundle, and is the same from source. */
export const patternCode = programCode('node/patternMain.ts');

import { programCode } from '../../../portable/programCode.ts';

/** What a web worker that runs patterns runs, as a text, which any page may run. */
export const webPatternCode = programCode('extension/runtime/browser/webPatternMain.ts');

import { programCode } from '../../portable/programCode.ts';

/** What a child process runs, as a text: it needs no file of its own beside each bundle, and is the same from source. */
export const childCode = programCode('node/child/childMain.ts');

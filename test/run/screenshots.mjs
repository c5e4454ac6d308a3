// @ts-check
// `npm run screenshots`: makes the README's pictures anew, in media/screenshots/.
import { run } from './process.mjs';
import { prepare } from './setup.mjs';
import { installEmbedded } from './vscode.mjs';

await prepare();
await installEmbedded();
process.exit(await run(process.execPath, ['--import=tsx', 'test/ui/screenshots.ts']));

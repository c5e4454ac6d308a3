import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { bundledPackages, noticeOf, systemNotices, thirdPartyNotices } from '../../../build/thirdPartyNotices.js';
import { tablesNotice } from '../../../build/tokenTables.js';

const file = 'dist/ThirdPartyNotices.txt';

suite('third-party notices', () => {
  let folder: string;
  setup(() => {
    folder = mkdtempSync(join(tmpdir(), 'parserlens-notices-'));
  });
  teardown(() => rmSync(folder, { recursive: true }));

  function write(path: string, files: Readonly<Record<string, string>>): string {
    mkdirSync(join(folder, path), { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, path, name), text);
    return join(folder, path);
  }

  test('of every system, from its own folder, word for word', () => {
    const folders = readdirSync('src/engine/systems', { withFileTypes: true })
      .filter(entry => entry.isDirectory())
      .map(({ name }) => name);
    // A user's own parsers, and functions that no framework publishes.
    const ours = ['custom', 'structured'];
    assert.deepEqual(
      folders.filter(folder => !existsSync(join('src/engine/systems', folder, 'notice.txt'))),
      ours,
    );
    const text = thirdPartyNotices([]);
    const holders: Readonly<Record<string, RegExp>> = {
      AgentScope: /^ {3}Copyright 2024 Alibaba$/m,
      'AgentScope 2': /^ {3}Copyright 2024 Alibaba$/m,
      DSPy: /^Copyright \(c\) 2023 Stanford Future Data Systems$/m,
      LangChain: /^Copyright \(c\) LangChain, Inc\.$/m,
      Langroid: /^Copyright \(c\) 2023 langroid$/m,
      'SWE-agent': /^Copyright \(c\) 2024 John Yang, /m,
      json_repair: /^Copyright \(c\) \d+ Stefano Baccianella$/m,
      'mini-swe-agent': /^Copyright \(c\) 2025 Kilian A\. Lieret and /m,
      transformers: /^Copyright 2018- The Hugging Face team\. /m,
    };
    const notices = systemNotices();
    assert.deepEqual(notices.map(({ name }) => name).toSorted(), Object.keys(holders).toSorted());
    for (const { name, license, home, texts } of notices) {
      const [body = ''] = texts;
      assert.match(body, holders[name]!);
      assert.match(
        body,
        license === 'MIT' ? /Permission is hereby granted, free of charge/ : /END OF TERMS AND CONDITIONS/,
      );
      assert.ok(text.includes(`${name}\nLicence: ${license}\n${home}\n`), name);
      assert.ok(text.includes(body), name);
    }
  });

  test('of token tables contain the licences, with what these ask for', () => {
    const notice = tablesNotice();
    for (const words of [
      /^ {33}Apache License\n {27}Version 2\.0/m,
      /^DEEPSEEK LICENSE AGREEMENT[\s\S]*^Attachment A[\s\S]*military use/m,
      /^META LLAMA 3 COMMUNITY LICENSE AGREEMENT[\s\S]*^Meta Llama 3 Acceptable Use Policy/m,
      /^Gemma Terms of Use\n[\s\S]*^4\.9 No Waiver/m,
      /Built with Meta Llama 3/,
      /Meta Llama 3 is licensed under the Meta Llama 3 Community License,\s+Copyright © Meta Platforms, Inc\. All Rights Reserved\./,
      /Gemma is provided under and subject to the Gemma Terms of Use found at\s+ai\.google\.dev\/gemma\/terms\b/,
      /All four are modified/,
    ])
      assert.match(notice, words);
    assert.equal(readFileSync('dist/tables/NOTICE.txt', 'utf8'), notice, 'npm run build');
    assert.match(readFileSync('README.md', 'utf8'), /Built with Meta Llama 3/);
  });

  test('are of licences that the manifest names, and of no others', () => {
    const { license } = JSON.parse(readFileSync('package.json', 'utf8'));
    const found = [...readFileSync(file, 'utf8').matchAll(/^Licence: (.+)$/gm)].map(([, name]) => name!);
    const tables = ['MIT', 'Apache-2.0', 'LicenseRef-DeepSeek', 'LicenseRef-Gemma', 'LicenseRef-Llama-3'];
    assert.deepEqual(license.split(' AND ').toSorted(), [...new Set([...found, ...tables])].toSorted());
  });

  test('of every package that a bundle has a part of: the licence, word for word', () => {
    const notices = readFileSync(file, 'utf8');
    // Of all that the build read, whatever is shaken off.
    const packages: readonly string[] = JSON.parse(readFileSync('out/packages.json', 'utf8'));
    for (const name of ['@lezer/lr', '@vscode/codicons', 'diff', 'preact', 'recheck', 'saxes', 'zod'])
      assert.ok(packages.includes(name), name);
    for (const name of packages) {
      const { version, license } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'));
      assert.ok(notices.includes(`${name} ${version}\nLicence: ${license}\n`), `${name} ${version} (npm run build)`);
      for (const text of noticeOf(`node_modules/${name}`).texts) assert.ok(notices.includes(text), name);
    }
  });

  test('of all that the file of recheck was compiled from', () => {
    const code = readFileSync('node_modules/recheck/lib/browser.js', 'utf8');
    const known: Readonly<Record<string, string>> = {
      cats: 'Cats (',
      circe: 'circe (',
      codes: 'recheck 4',
      fastparse: 'fastparse and',
      java: 'Scala.js (',
      scala: 'Scala standard library (',
      scalajs: 'Scala.js (',
      sourcecode: 'sourcecode (',
    };
    const classes = [...code.matchAll(/"(?:(?:io|org|com)\.)?([a-z]+)\.(?:[a-z]\w*\.)*[A-Z][\w$]*"/g)];
    const notices = readFileSync(file, 'utf8');
    const found = [...new Set(classes.map(([, name]) => name!))].sort();
    assert.deepEqual(
      found.filter(name => !known[name]),
      [],
    );
    assert.deepEqual(found, Object.keys(known).sort());
    for (const name of found) assert.ok(notices.includes(known[name]!), name);
  });

  test('count what is in the output, in the innermost package, and nothing that was shaken off', () => {
    const inputs = {
      'src/a.ts': { bytesInOutput: 5 },
      'node_modules/a/index.js': { bytesInOutput: 1 },
      'node_modules/a/node_modules/@b/c/lib/x.js': { bytesInOutput: 1 },
      '../node_modules/d/d.ttf': { bytesInOutput: 9 },
      'node_modules/shaken/index.js': { bytesInOutput: 0 },
    };
    const metafile = { inputs: {}, outputs: { 'dist/a.js': { inputs } } } as unknown as Metafile;
    assert.deepEqual(bundledPackages([metafile, metafile]), [
      '../node_modules/d',
      'node_modules/a',
      'node_modules/a/node_modules/@b/c',
    ]);
  });

  test('have every file that says something of the licence, and the address', () => {
    const manifest = { name: 'a', version: '1.2.3', license: 'MIT', repository: { url: 'git+https://x.org/a.git' } };
    const made = write('a', {
      'package.json': JSON.stringify(manifest),
      'LICENCE.md': '\uFEFF\r\nMine.  \r\n',
      NOTICE: 'And hers.\n',
      'licenses.js': 'no',
    });
    const line = '='.repeat(80);
    const text = thirdPartyNotices([made]);
    assert.ok(
      text.endsWith(
        `${line}\na 1.2.3\nLicence: MIT\nhttps://x.org/a\n${line}\n\nMine.\n\n${'-'.repeat(80)}\n\nAnd hers.\n`,
      ),
      text,
    );
  });

  test('fail the build where a licence, or its text, is missing', () => {
    const bare = write('bare', { 'package.json': '{ "name": "@x/bare", "version": "1.0.0", "license": "MIT" }' });
    assert.throws(() => noticeOf(bare), /@x\/bare 1\.0\.0 comes without the text of its licence: .*x__bare\.txt/);
    const none = write('none', { 'package.json': '{ "name": "none", "version": "1.0.0" }', LICENSE: 'x' });
    assert.throws(() => noticeOf(none), /none 1\.0\.0 names no licence/);
  });
});

// @ts-check
// The server for assistants, by the official client: from its start to the first answer, a parse, its memory after 10,000
// calls, and what each of twenty tasks costs an assistant in tokens (npm run bench -- assistants).
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { root } from '../run/process.mjs';
import { quick } from './quick.mjs';

const definition =
  '{ "type": "MarkdownJsonDictParser", "content_hint": { "vote": "a name" }, "keys_to_content": "vote" }';
const response = '```json\n{"vote": "Ann", "why": "quiet"}\n```';
const parse = { name: 'parse_response', arguments: { definition, response } };

const starts = [];
for (let i = 0; i < 7; i++) {
  const begin = performance.now();
  const { client } = await connected();
  await client.callTool(parse);
  starts.push(performance.now() - begin);
  await client.close();
}
// The first one is cold.
const warm = median(starts.slice(1));
row('start to the first answer, warm', warm, 300);

const { client, pid } = await connected();
await client.callTool(parse);
const times = [];
for (let i = 0; i < 500; i++) {
  const begin = performance.now();
  await client.callTool(parse);
  times.push(performance.now() - begin);
}
row('a parse', median(times), 5);
const before = residentMegabytes(pid);
for (let i = 0; i < quick(100, 1); i++) await Promise.all(Array.from({ length: 100 }, () => client.callTool(parse)));
const after = residentMegabytes(pid);
await client.close();
process.stdout.write(`memory before ${before} MB, after 10,000 calls ${after} MB (limit: 150 MB more)\n`);
if (after - before > 150) process.exitCode = 1;

process.stdout.write(
  execFileSync(process.execPath, ['--import', 'tsx', join(root, 'test/assistants/printTokens.mts')], {
    cwd: root,
    encoding: 'utf8',
  }),
);

async function connected() {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(root, 'dist/cli.js'), 'mcp'],
    cwd: root,
  });
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(transport);
  return { client, pid: transport.pid ?? 0 };
}

/** @param {number} pid */
function residentMegabytes(pid) {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}

/** @param {number[]} values */
function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** @type {(title: string, milliseconds: number, limit: number) => void} */
function row(title, milliseconds, limit) {
  process.stdout.write(`${title}: ${milliseconds.toFixed(1)} ms (limit ${limit})\n`);
  if (milliseconds > limit) process.exitCode = 1;
}

import assert from 'node:assert/strict';
import {
  type FormatConversationOptions,
  formatConversation,
  readConversation,
} from '../../../../../src/engine/conversation/index.ts';
import type { Host, ModuleOutcome } from '../../../../../src/engine/core/host.ts';

/** Data as a conversation’s file has it. */
export type Json = Record<string, unknown>;
/** A message. */
export const say = (role: string, content: unknown, name = role) => ({ name, role, content });
/** So many different words. */
export const words = (count: number) => Array.from({ length: count }, (_, i) => `w${i}`).join(' ');

/** One token for every word, and one for every message. */
const countText = (text: string) => text.split(' ').filter(Boolean).length;
export const counter = {
  count: (payload: unknown) =>
    (payload as { content: unknown }[]).reduce((sum, { content }) => sum + 1 + countText(JSON.stringify(content)), 0),
  countText,
  tokenSpans: (text: string) =>
    [...text.matchAll(/\S+ ?/g)].map(({ index, 0: token }) => ({ start: index, end: index + token.length, ids: [1] })),
};

/** A host whose module has these functions. */
export function hostOf(module: Record<string, unknown>): Host & { readonly calls: string[] } {
  const calls: string[] = [];
  return {
    calls,
    async runModule({ export: name, args, file, module: path }): Promise<ModuleOutcome> {
      assert.deepEqual([file, path], ['/d/x.messages.json', 'm.mjs']);
      if (name === undefined)
        return {
          ok: true,
          called: false,
          value: Object.fromEntries(Object.keys(module).map(key => [key, typeof module[key]])),
        };
      calls.push(name);
      const run = module[name] as ((...args: unknown[]) => unknown) | undefined;
      if (!run) return { ok: false, error: { class: 'ModuleExportError', message: name } };
      return { ok: true, called: true, value: run(...structuredClone(args)) };
    },
  };
}

/** What a conversation is formatted to; the class and message of what is raised. */
export async function run(conversation: Json, host: Host = {}, options: FormatConversationOptions = {}) {
  const { conversation: read } = readConversation(JSON.stringify(conversation), '/d/x.messages.json');
  const result = await formatConversation(read!, { tokenCounter: counter, ...options }, host);
  return result.ok ? result : `${result.error.class}: ${result.error.message}`;
}

/** What became of each message: `kept`, or its step and reason. */
export async function outcomes(conversation: Json, host: Host = {}) {
  const result = await run(conversation, host);
  if (typeof result === 'string') return result;
  return result.perMessage.map(
    ({ kept, step, reason }) => `${kept ? 'kept' : 'dropped'}${reason ? ` ${step}: ${reason}` : ''}`,
  );
}

/** The formatter that is used. */
export const formatter = 'OpenAIChatFormatter';

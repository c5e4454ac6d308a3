import type { ConversationMemory, ConversationToHost } from '../../protocol/conversationProtocol.ts';
import { acquireVsCode } from '../shared/page.ts';

/** This page's line to VS Code. */
export const vscodeApi = acquireVsCode<ConversationToHost, ConversationMemory>();

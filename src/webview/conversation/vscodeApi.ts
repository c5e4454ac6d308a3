import type { ConversationMemory, ConversationToHost } from '../../protocol/conversationProtocol.ts';
import { acquireVsCode } from '../shared/acquireVsCode.ts';

/** This page's line to VS Code. */
export const vscodeApi = acquireVsCode<ConversationToHost, ConversationMemory>();

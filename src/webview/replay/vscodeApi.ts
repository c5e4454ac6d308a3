import type { ReplayMemory, ReplayToHost } from '../../protocol/replayProtocol.ts';
import { acquireVsCode } from '../shared/acquireVsCode.ts';

/** This page's line to VS Code. */
export const vscodeApi = acquireVsCode<ReplayToHost, ReplayMemory>();

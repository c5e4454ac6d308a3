import type { ModelMemory, ModelToHost } from '../../protocol/modelProtocol.ts';
import { acquireVsCode } from '../shared/page.ts';

/** This page's line to VS Code. */
export const vscodeApi = acquireVsCode<ModelToHost, ModelMemory>();

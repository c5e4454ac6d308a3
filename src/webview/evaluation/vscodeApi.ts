import type { EvaluationPageMemory, EvaluationToHost } from '../../protocol/evaluationProtocol.ts';
import { acquireVsCode } from '../shared/page.ts';

/** This page's line to VS Code. */
export const vscodeApi = acquireVsCode<EvaluationToHost, EvaluationPageMemory>();

// src/webview/: the browser side.

import { type JSX, render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ConstraintPart } from '../../protocol/constraintProtocol.ts';
import { isHostToPreview, isPreviewMemory } from '../../protocol/instructionGuards.ts';
import type {
  HostToPreview,
  PreviewMemory,
  PreviewState,
  SampleView,
  TokenCountView,
} from '../../protocol/instructionProtocol.ts';
import { readTranslations, reportRoom } from '../shared/page.ts';
import { App } from './app.tsx';
import { constraintId, type KnownConstraint } from './constraint.tsx';
import { patchedState } from './patched.ts';
import { type KnownRobustness, robustnessId } from './robustness.tsx';
import './instruction.css';
import { vscodeApi } from './vscodeApi.ts';

interface Shown {
  readonly revision: number;
  readonly state?: PreviewState;
  readonly counts: readonly TokenCountView[];
  /** The revision of the text that `counts` and `tokenEnds` are of. */
  readonly counted: number;
  readonly tokenEnds?: readonly number[];
  readonly samples: readonly SampleView[];
  /** What was copied just now. */
  readonly copied?: 'text' | ConstraintPart | undefined;
  readonly robustness?: KnownRobustness;
  readonly constraint?: KnownConstraint;
  /** How often a command opened a section, and the id of its summary. */
  readonly requests: number;
  readonly askedFor?: string;
}

/** How long the preview says that the text was copied, in milliseconds. */
const copiedFor = 2000;

function Preview(): JSX.Element | null {
  const [page, setPage] = useState<Shown>({
    revision: -1,
    counted: -1,
    counts: [],
    samples: [],
    requests: 0,
  });
  const [memory, setMemory] = useState(remembered);
  const ready = () => vscodeApi.postMessage({ type: 'ready', boundaries: memory.boundaries });

  useEffect(() => {
    let last: PreviewState | undefined;
    const receive = ({ data }: MessageEvent<unknown>) => {
      if (!isHostToPreview(data)) return;
      if (data.type === 'showRobustness') setMemory(before => ({ ...before, robustness: true }));
      if (data.type === 'showConstraint')
        setMemory(before => ({ ...before, constraint: { ...before.constraint, isOpen: true } }));
      if (data.type !== 'state') return setPage(before => after(before, data));
      const { revision, patch } = data;
      last = patch ? patchedState(last, data.state, patch) : data.state;
      if (!last) return ready();
      const state = last;
      setMemory(before => remember(before, state));
      setPage(before => after(before, { type: 'state', revision, state }));
    };
    addEventListener('message', receive);
    ready();
    return () => removeEventListener('message', receive);
  }, []);

  useEffect(() => reportRoom(room => vscodeApi.postMessage({ type: 'room', ...room })), []);

  const isRobustnessOpen = memory.robustness === true;
  useEffect(() => vscodeApi.postMessage({ type: 'robustness', isOpen: isRobustnessOpen }), [isRobustnessOpen]);

  const { isOpen: isConstraintOpen = false, engine, form } = memory.constraint ?? {};
  useEffect(() => {
    const choice = { ...(engine !== undefined && { engine }), ...(form !== undefined && { form }) };
    vscodeApi.postMessage({ type: 'constraint', isOpen: isConstraintOpen, ...choice });
  }, [isConstraintOpen, engine, form]);

  const isReady = page.state !== undefined;
  useEffect(() => {
    if (page.requests === 0) return;
    const summary = document.getElementById(page.askedFor ?? robustnessId);
    summary?.scrollIntoView();
    summary?.focus();
  }, [page.requests, isReady]);

  // There is something below to scroll over only now.
  const hasReport = (page.askedFor === constraintId ? page.constraint : page.robustness)?.view !== undefined;
  useEffect(() => {
    const summary = document.getElementById(page.askedFor ?? robustnessId);
    if (page.requests > 0 && document.activeElement === summary) summary?.scrollIntoView();
  }, [page.requests, hasReport]);

  useEffect(() => {
    if (memory.uri !== '') vscodeApi.setState(memory);
  }, [memory]);

  useEffect(() => {
    if (!page.copied) return;
    const timer = setTimeout(() => setPage(before => ({ ...before, copied: undefined })), copiedFor);
    return () => clearTimeout(timer);
  }, [page.copied]);

  const { state, revision, counted, tokenEnds } = page;
  if (!state) return null;
  const fresh = counted === revision;
  return (
    <App
      state={state}
      counts={page.counts}
      fresh={fresh}
      tokenEnds={fresh && memory.boundaries ? tokenEnds : undefined}
      samples={page.samples}
      copied={page.copied === 'text'}
      copiedPart={page.copied === 'text' ? undefined : page.copied}
      robustness={page.robustness?.name === state.instruction?.name ? page.robustness : undefined}
      constraint={page.constraint?.name === state.instruction?.name ? page.constraint : undefined}
      memory={memory}
      onToggleRobustness={robustness => setMemory(before => ({ ...before, robustness }))}
      onConstraint={constraint => setMemory(before => ({ ...before, constraint }))}
      onToggle={option => {
        const value = !memory[option];
        setMemory({ ...memory, [option]: value });
        if (option === 'boundaries') vscodeApi.postMessage({ type: 'boundaries', isOpen: value });
      }}
    />
  );
}

/** What is kept of a state through a reload. Without a text of the chosen name the instruction is shown, but the choice stays. */
function remember(before: PreviewMemory, { uri, instruction }: PreviewState): PreviewMemory {
  const name = instruction?.name ?? before.name;
  const view = instruction?.views ? instruction.textName : before.view;
  if (uri === before.uri && name === before.name && view === before.view) return before;
  return { ...before, uri, name, view };
}

/** What is shown after a message. */
function after(before: Shown, message: HostToPreview): Shown {
  switch (message.type) {
    case 'copied':
      return { ...before, copied: message.part ?? 'text' };
    case 'state': {
      const { state, revision } = message;
      const { instruction: one, uri } = state;
      const { instruction: other } = before.state ?? {};
      const sameDefinition = one?.name === other?.name && uri === before.state?.uri;
      // Counts of the text before stay, dimmed, until the new ones come; those of another text do not.
      const sameText = sameDefinition && one?.textName === other?.textName;
      return { ...before, state, revision, ...(!sameText && { counts: [] }), ...(!sameDefinition && { samples: [] }) };
    }
    case 'tokens':
      return message.revision === before.revision
        ? { ...before, counts: message.counts, counted: message.revision, tokenEnds: message.boundaries }
        : before;
    case 'robustness':
      return { ...before, robustness: withView(message, message.kept ? before.robustness : undefined) };
    case 'constraint': {
      const isSame = before.constraint?.name === message.name;
      return { ...before, constraint: withView(message, isSame ? before.constraint : undefined) };
    }
    case 'showRobustness':
      return { ...before, requests: before.requests + 1, askedFor: robustnessId };
    case 'showConstraint':
      return { ...before, requests: before.requests + 1, askedFor: constraintId };
    case 'samples':
      return message.revision === before.revision ? { ...before, samples: message.samples } : before;
  }
}

/** A section's message; one without a view leaves that of the message before. */
function withView<M extends { readonly view?: unknown }>(message: M, before: M | undefined): M {
  const view = message.view ?? before?.view;
  return view === undefined ? message : { ...message, view };
}

function remembered(): PreviewMemory {
  const memory = vscodeApi.getState();
  return isPreviewMemory(memory) ? memory : { uri: '', whitespace: false, boundaries: false };
}

readTranslations();
render(<Preview />, document.body);

import { type JSX, render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import {
  type HostToReplay,
  isHostToReplay,
  isReplayMemory,
  type OutcomeView,
  type ReplayMemory,
  type ReplaySource,
  type ReplayToHost,
  type ReplayView,
} from '../../protocol/replayProtocol.ts';
import { acquireVsCode, readTranslations } from '../shared/page.ts';
import { App } from './app.tsx';
import './replay.css';

interface Shown {
  readonly revision: number;
  readonly source?: ReplaySource;
  readonly view?: ReplayView;
  readonly broken?: string;
  /** The moment: how many units of the response have come. */
  readonly at: number;
  /** What would become of the response at some moment. */
  readonly outcome?: OutcomeView & { readonly at: number };
}

/** How long a moment has to last until it is asked what would become of it, and until it is kept, in milliseconds. */
const pause = 120;

/** This page's line to VS Code. */
const vscodeApi = acquireVsCode<ReplayToHost, ReplayMemory>();

function Replay(): JSX.Element | null {
  const [page, setPage] = useState<Shown>({ revision: -1, at: remembered() });

  useEffect(() => {
    const receive = ({ data }: MessageEvent<unknown>) => {
      if (isHostToReplay(data)) setPage(before => after(before, data));
    };
    addEventListener('message', receive);
    vscodeApi.postMessage({ type: 'ready' });
    return () => removeEventListener('message', receive);
  }, []);

  const { view, source, broken, at, revision, outcome } = page;
  useEffect(() => {
    if (!source) return;
    const timer = setTimeout(() => {
      vscodeApi.setState({ ...source, at });
      if (view && at < view.text.length) vscodeApi.postMessage({ type: 'outcome', revision, at });
    }, pause);
    return () => clearTimeout(timer);
  }, [source, view, at, revision]);

  if (!view && broken === undefined) return null;
  return <App view={view} broken={broken} at={at} outcome={outcome} onMove={to => setPage(moved(to))} />;
}

function moved(to: number | ((at: number) => number)): (before: Shown) => Shown {
  return before => ({ ...before, at: clamp(typeof to === 'function' ? to(before.at) : to, before.view) });
}

function after(before: Shown, message: HostToReplay): Shown {
  switch (message.type) {
    case 'outcome':
      return message.revision === before.revision
        ? { ...before, outcome: { ...message.outcome, at: message.at } }
        : before;
    case 'state': {
      const { revision, source, view, broken, isNew } = message;
      return {
        revision,
        source,
        // What cannot be read for now stays as it was, with the reason above it.
        ...((view ?? before.view) && { view: view ?? before.view }),
        ...(broken !== undefined && { broken }),
        at: isNew ? 0 : clamp(before.at, view ?? before.view),
      };
    }
  }
}

function clamp(at: number, view: ReplayView | undefined): number {
  return Math.max(0, Math.min(at, view?.text.length ?? at));
}

function remembered(): number {
  const memory: unknown = vscodeApi.getState();
  return isReplayMemory(memory) ? memory.at : 0;
}

readTranslations();
render(<Replay />, document.body);

import { type JSX, render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { TokenCountView } from '../../protocol/instructionProtocol.ts';
import {
  type HostToModel,
  isHostToModel,
  type ModelChoice,
  type ModelState,
  type PromptView,
} from '../../protocol/modelProtocol.ts';
import { keepFocus, readTranslations, reportRoom } from '../shared/page.ts';
import { App } from './app.tsx';
import './model.css';
import { vscodeApi } from './vscodeApi.ts';

interface Shown {
  readonly revision: number;
  readonly state?: ModelState;
  /** The last prompt of the same model that could be rendered. */
  readonly good?: PromptView;
  readonly counts: readonly TokenCountView[];
}

function Model(): JSX.Element | null {
  const [page, setPage] = useState<Shown>({ revision: -1, counts: [] });
  useEffect(() => {
    const receive = ({ data }: MessageEvent<unknown>) => {
      if (isHostToModel(data)) setPage(before => after(before, data));
    };
    addEventListener('message', receive);
    const release = keepFocus();
    vscodeApi.postMessage({ type: 'ready' });
    return () => {
      removeEventListener('message', receive);
      release();
    };
  }, []);
  useEffect(() => reportRoom(room => vscodeApi.postMessage({ type: 'room', ...room })), []);
  const { state, good, counts } = page;
  useEffect(() => {
    if (state) vscodeApi.setState({ folder: state.folder, choice: state.choice });
  }, [state]);
  if (!state) return null;
  const choose = (choice: ModelChoice) => {
    // The control shows at once what was chosen.
    setPage(before => (before.state ? { ...before, state: { ...before.state, choice } } : before));
    vscodeApi.postMessage({ type: 'choose', choice });
  };
  return <App state={state} good={good} counts={counts} onChoose={choose} />;
}

function after(before: Shown, message: HostToModel): Shown {
  switch (message.type) {
    case 'state': {
      const { revision, state } = message;
      // Of another model nothing that was there before stays.
      const isSame = before.state?.folder === state.folder;
      const { counts } = before;
      const prompt = state.prompt ?? (isSame ? before.state?.prompt : undefined);
      const good = prompt && !prompt.error ? prompt : isSame ? before.good : undefined;
      return {
        revision,
        counts,
        state: { ...state, ...(prompt && { prompt }) },
        ...(good && { good }),
      };
    }
    case 'tokens':
      return message.revision === before.revision ? { ...before, counts: message.counts } : before;
  }
}

readTranslations();
render(<Model />, document.body);

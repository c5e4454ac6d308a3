import { type JSX, render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { isHostToEvaluation, isRowQuery } from '../../protocol/evaluationGuards.ts';
import type {
  EvaluationMemory,
  EvaluationState,
  EvaluationStrings,
  HostToEvaluation,
} from '../../protocol/evaluationProtocol.ts';
import { everyRow, type RowQuery, type RowSlice } from '../../protocol/rowQuery.ts';
import { App } from './app.tsx';
import './evaluation.css';
import { Words } from './evaluationWords.ts';
import { vscodeApi } from './vscodeApi.ts';

interface Shown {
  readonly strings?: EvaluationStrings;
  readonly state?: EvaluationState;
  readonly memory?: EvaluationMemory;
  readonly slice: RowSlice;
  /** The rows are those of the query before. */
  readonly isOld?: boolean;
}

function Evaluation(): JSX.Element | null {
  const [shown, setShown] = useState<Shown>(atFirst);
  const [query, setQuery] = useState<RowQuery>(remembered);

  useEffect(() => {
    const receive = ({ data }: MessageEvent<unknown>) => {
      if (isHostToEvaluation(data)) setShown(before => after(before, data));
    };
    addEventListener('message', receive);
    vscodeApi.postMessage({ type: 'ready', query });
    return () => removeEventListener('message', receive);
  }, []);

  const { strings, state, memory, slice, isOld = false } = shown;
  useEffect(() => {
    if (memory) vscodeApi.setState({ ...memory, query });
  }, [memory, query]);

  const list = (next: RowQuery) => {
    setQuery(next);
    // They stay on the screen until others are there; none of them is opened in the place of another.
    setShown(before => ({ ...before, isOld: true }));
    vscodeApi.postMessage({ type: 'query', query: next });
  };
  if (!strings || !state) return null;
  return (
    <Words.Provider value={strings}>
      <App state={state} slice={slice} isOld={isOld} query={query} onQuery={list} />
    </Words.Provider>
  );
}

function after(before: Shown, message: HostToEvaluation): Shown {
  switch (message.type) {
    case 'strings':
      return { ...before, strings: message.strings };
    case 'rows':
      return { ...before, slice: { from: message.from, rows: message.rows }, isOld: false };
    case 'state':
      return { ...before, state: message.state, ...(message.memory && { memory: message.memory }) };
  }
}

/** What the page was made with: it is never blank. */
function atFirst(): Shown {
  const nothing: Shown = { slice: { from: 0, rows: [] } };
  const messages: unknown = JSON.parse(document.body.dataset.messages ?? '[]');
  return Array.isArray(messages) ? messages.filter(isHostToEvaluation).reduce(after, nothing) : nothing;
}

function remembered(): RowQuery {
  const memory = vscodeApi.getState() as { readonly query?: unknown } | undefined;
  return isRowQuery(memory?.query) ? memory.query : everyRow;
}

render(<Evaluation />, document.body);

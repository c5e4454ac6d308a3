import { type JSX, render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { isChosenRow, isHostToEvaluation, isRowQuery } from '../../protocol/evaluationProtocol.ts';
import { type ChosenRow, everyRow, type RowQuery } from '../../protocol/rowQuery.ts';
import { keepFocus, readTranslations } from '../shared/page.ts';
import { App } from './app.tsx';
import './evaluation.css';
import { after, afterCancel, type Shown } from './shown.ts';
import { vscodeApi } from './vscodeApi.ts';

function Evaluation(): JSX.Element | null {
  const [page, setPage] = useState<Shown>(atFirst);
  const [query, setQuery] = useState<RowQuery>(remembered);
  const [chosen, setChosen] = useState<ChosenRow | undefined>(rememberedRow);

  useEffect(() => {
    const receive = ({ data }: MessageEvent<unknown>) => {
      if (isHostToEvaluation(data)) setPage(before => after(before, data));
    };
    addEventListener('message', receive);
    vscodeApi.postMessage({ type: 'ready', query });
    return () => removeEventListener('message', receive);
  }, []);

  useEffect(keepFocus, []);

  const { state, memory, slice, isOld = false, read } = page;
  useEffect(() => {
    if (memory) vscodeApi.setState({ ...memory, query, ...(chosen && { chosen }) });
  }, [memory, query, chosen]);

  const list = (next: RowQuery) => {
    setQuery(next);
    // They stay on the screen until others are there; none of them is opened in the place of another.
    setPage(before => ({ ...before, isOld: true }));
    vscodeApi.postMessage({ type: 'query', query: next });
  };
  const cancel = () => {
    setPage(afterCancel);
    vscodeApi.postMessage({ type: 'action', action: 'cancel' });
  };
  if (!state) return null;
  return (
    <App
      state={state}
      slice={slice}
      isOld={isOld}
      read={read}
      query={query}
      chosen={chosen}
      onQuery={list}
      onChoose={setChosen}
      onCancel={cancel}
    />
  );
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

/** A document that opens over the page takes it away, and the row is to be the chosen one when it is back. */
function rememberedRow(): ChosenRow | undefined {
  const memory = vscodeApi.getState() as { readonly chosen?: unknown } | undefined;
  return isChosenRow(memory?.chosen) ? memory.chosen : undefined;
}

readTranslations();
render(<Evaluation />, document.body);

import { type JSX, render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import {
  type ConversationChoice,
  type ConversationMemory,
  type ConversationState,
  type HostToConversation,
  isConversationMemory,
  isHostToConversation,
  type LineSlice,
  type MessageRows,
  type Pane,
  type PayloadLayout,
} from '../../protocol/conversationProtocol.ts';
import { readTranslations } from '../shared/page.ts';
import { App } from './app.tsx';
import './conversation.css';
import { usualShare } from './splitter.tsx';
import { vscodeApi } from './vscodeApi.ts';

interface Shown {
  readonly state?: ConversationState;
  readonly rows: MessageRows;
  readonly lines: Readonly<Record<Pane, LineSlice>>;
  readonly copied?: Pane | undefined;
}

/** How long the preview says that a payload was copied, in milliseconds. */
const copiedFor = 2000;

const nothing = { from: 0, items: [] };

function Preview(): JSX.Element | null {
  const [page, setPage] = useState<Shown>({ rows: nothing, lines: { main: nothing, other: nothing } });

  const [layout, setLayout] = useState(remembered().layout);

  useEffect(() => {
    const receive = ({ data }: MessageEvent<unknown>) => {
      if (!isHostToConversation(data)) return;
      setPage(before => after(before, data));
    };
    addEventListener('message', receive);
    vscodeApi.postMessage({ type: 'ready', choice: remembered().choice });
    return () => removeEventListener('message', receive);
  }, []);

  useEffect(() => {
    if (!page.copied) return;
    const timer = setTimeout(() => setPage(before => ({ ...before, copied: undefined })), copiedFor);
    return () => clearTimeout(timer);
  }, [page.copied]);

  const { state, rows, lines, copied } = page;
  useEffect(() => {
    if (state) vscodeApi.setState({ uri: state.uri, choice: state.choice, layout });
  }, [state, layout]);

  if (!state) return null;
  const choose = (choice: ConversationChoice) => {
    // Shown at once; the numbers follow.
    setPage(before => ({ ...before, state: { ...state, choice } }));
    vscodeApi.postMessage({ type: 'choose', choice });
  };
  return (
    <App
      state={state}
      rows={rows}
      lines={lines}
      copied={copied}
      layout={layout}
      onChoose={choose}
      onLayout={setLayout}
    />
  );
}

/** What is shown after a message. Rows and lines of before stay until the new ones come. */
function after(before: Shown, message: HostToConversation): Shown {
  switch (message.type) {
    case 'copied':
      return { ...before, copied: message.pane };
    case 'state':
      return { ...before, state: message.state };
    case 'rows':
      return { ...before, rows: message.rows };
    case 'lines':
      return { ...before, lines: { ...before.lines, [message.pane]: message.lines } };
  }
}

function remembered(): Required<Omit<ConversationMemory, 'uri'>> {
  const memory: unknown = vscodeApi.getState();
  const layout: PayloadLayout = { share: usualShare, isFolded: true };
  return isConversationMemory(memory) ? { layout, ...memory } : { choice: {}, layout };
}

readTranslations();
render(<Preview />, document.body);

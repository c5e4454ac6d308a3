import assert from 'node:assert/strict';
import type { Resources } from '../../../src/engine/index.ts';
import { conversationMigration } from '../../../src/service/conversationMigration.ts';

suite('a conversation that is moved to AgentScope 2', () => {
  const folders: string[] = [];
  const service = conversationMigration({}, folder => {
    folders.push(folder);
    return {} as Resources;
  });
  const migrate = (conversation: object) =>
    service.migrateConversation(JSON.stringify(conversation), 'a.messages.json', '/folder');
  const messages = [{ name: 'A', role: 'user', content: 'hi' }];

  test('says what changes, and has the payload before and after', async () => {
    const moved = await migrate({ formatter: 'OpenAIChatFormatter', agentscope_version: '1.0.5', messages });
    assert.deepEqual(moved?.changes, ['1: its text becomes a block']);
    assert.deepEqual(moved?.silent, []);
    const { agentscope_version, messages: blocks } = JSON.parse(moved?.text ?? '');
    assert.match(agentscope_version, /^2\./);
    assert.deepEqual(blocks[0].content, [{ type: 'text', text: 'hi' }]);
    const sent = [{ role: 'user', name: 'A', content: [{ type: 'text', text: 'hi' }] }];
    assert.deepEqual([JSON.parse(moved!.before), JSON.parse(moved!.after)], [sent, sent]);
    assert.deepEqual(folders, ['/folder', '/folder']);
  });

  test('says why there is no payload, and gives nothing for what is not a conversation', async () => {
    const broken = await migrate({ formatter: 'OpenAIChatFormatter', agentscope_version: '1.0', messages });
    assert.match(broken?.before ?? '', /^AgentScopeVersionError: There is no release/);
    assert.equal(await migrate({}), undefined);
    assert.equal(await migrate({ agentscope_version: '2.0.6+', messages }), undefined);
  });
});

/** Another registrar takes a name of ours, with an approval that takes no time. */
import { randomUUID } from 'node:crypto';
import type { SandboxRegistry } from '@hostmaster/registry';

const answers = new Map([
  [1001, 'transferred'],
  [2202, 'wrong-auth-code'],
  [2303, 'unknown-name'],
  [2304, 'locked'],
]);

export async function transferAway(
  registry: SandboxRegistry,
  transfer: { readonly name: string; readonly to: string; readonly authCode: string },
): Promise<string | undefined> {
  const { name, to: sponsor, authCode } = transfer;
  const send = () => ({ name, transactionId: randomUUID() });
  const losing = (await registry.info(name))?.sponsor ?? '';
  const request = { ...send(), sponsor, authCode, years: 1 };
  const { code } = await registry.requestTransfer(request);
  if (code === 1001) await registry.endTransfer({ ...send(), sponsor: losing, op: 'approve' });
  return answers.get(code);
}

/** hostmaster activity verify: proves the hash chain of one workspace or of all (docs/adr/0041). */
import { listPages } from '@hostmaster/storage';
import type { ChainPoint } from '../../base/hash-chain.ts';
import { listWorkspacesWithBalance } from '../../storage/queries/workspaces/workspaces.ts';
import { type ActivityProof, verifyActivity } from '../../workspaces/verify-activity.ts';
import { CommandError, requireWorkspace, type StoreFlags, withStores } from '../command.ts';
import { print } from '../print.ts';

export interface VerifyFlags extends StoreFlags {
  readonly workspace?: string;
  readonly head?: string;
}

/** More are counted and not named. */
const namedMax = 100;

export async function verify(flags: VerifyFlags): Promise<void> {
  const expected = parseHead(flags);
  const report = new Report();
  await withStores(flags, async (context) => {
    const { database } = context;
    if (flags.workspace !== undefined) {
      const { id } = await requireWorkspace(context, flags.workspace);
      report.add(id, await verifyActivity(database, id, expected));
      return;
    }
    for await (const page of listPages(database, listWorkspacesWithBalance, {})) {
      for (const { id } of page) report.add(id, await verifyActivity(database, id));
    }
  });
  print(flags, report.answer(), report.lines());
  if (report.broken > 0) process.exitCode = 1;
}

class Report {
  broken = 0;
  #workspaces = 0;
  #entries = 0;
  readonly #problems: { readonly workspaceId: string; readonly problem: string }[] = [];
  #head: ChainPoint | null = null;

  add(workspaceId: string, { entries, head, problem }: ActivityProof): void {
    this.#workspaces += 1;
    this.#entries += entries;
    this.#head = head;
    if (problem === null) return;
    this.broken += 1;
    if (this.#problems.length < namedMax) this.#problems.push({ workspaceId, problem });
  }

  answer(): object {
    const { broken, head } = this;
    const [workspaces, entries] = [this.#workspaces, this.#entries];
    return { ok: broken === 0, workspaces, entries, broken, problems: this.#problems, head };
  }

  lines(): readonly string[] {
    const { broken, head } = this;
    if (broken > 0) {
      return [
        `The activity of ${broken} of ${this.#workspaces} workspaces is not as it was written:`,
        ...this.#problems.map(({ workspaceId, problem }) => `  ${workspaceId}: ${problem}`),
      ];
    }
    const counts = `entries: ${this.#entries}, workspaces: ${this.#workspaces}`;
    const done = `The activity is unchanged (${counts}).`;
    return head === null ? [done] : [done, `Head: ${head}`];
  }

  /** The head of the only workspace. */
  get head(): string | null {
    const head = this.#workspaces === 1 ? this.#head : null;
    return head === null ? null : `${head.seq}:${head.hash}`;
  }
}

function parseHead({ head, workspace }: VerifyFlags): ChainPoint | null {
  if (head === undefined) return null;
  if (workspace === undefined) throw new CommandError('--head needs --workspace.');
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(head) ?? [];
  if (seq === undefined || hash === undefined) {
    throw new CommandError('--head must be a number, a colon and a hash, as "verify" prints it.');
  }
  return { seq: Number(seq), hash };
}

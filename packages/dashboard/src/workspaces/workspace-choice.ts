/** Chooses a workspace for URLs that do not name one. */
import { HostmasterError } from '@hostmaster/sdk';
import { browserStorage } from '../api/browser-storage.ts';
import { workspaceClient } from '../api/client.ts';
import type { Session } from '../api/session-store.ts';

const storageKey = 'workspace';

/** The start page, or another one: of the last visited workspace, or of the first one. */
export function homeOf(session: Session, page = ''): { readonly to: string } {
  const [first] = byPreference(session);
  if (first !== undefined) return { to: `/${first.id}${page}` };
  return { to: session.account === null ? '/sign-in' : '/no-workspace' };
}

export function rememberWorkspace(workspaceId: string): void {
  browserStorage.set(storageKey, workspaceId);
}

/** The workspace that holds a domain; null when none does. */
export async function locateDomain(session: Session, domain: string): Promise<string | null> {
  for (const { id, isSuspended } of byPreference(session)) {
    if (isSuspended) continue;
    try {
      await workspaceClient(id).getDomain({ domain });
      return id;
    } catch (error) {
      if (!(error instanceof HostmasterError && error.status === 404)) throw error;
    }
  }
  return null;
}

function byPreference(session: Session): Session['workspaces'] {
  const last = browserStorage.get(storageKey);
  return session.workspaces.toSorted((a, b) => Number(b.id === last) - Number(a.id === last));
}

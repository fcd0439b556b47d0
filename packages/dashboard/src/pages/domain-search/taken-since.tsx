/** Since when and until when a taken name is registered, where that is public. */
import { useEffect, useState } from 'react';
import { useWorkspace } from '../../api/use-workspace.ts';
import { useLookUp } from '../../domains/look-up-query.ts';
import { TextLink } from '../../ui/text/text-link.tsx';
import { Time } from '../../ui/text/time.tsx';

/** Names that are only passed while typing are not looked up. */
const restMs = 700;

export function TakenSince({ domain }: { readonly domain: string }) {
  const { workspaceId } = useWorkspace();
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWanted(true), restMs);
    return () => clearTimeout(timer);
  }, []);
  const { data } = useLookUp(domain, isWanted).data ?? {};
  const { registeredAt = null, expiresAt = null } = data ?? {};
  if (registeredAt === null && expiresAt === null) return null;
  return (
    <p className="px-4 pb-3 text-sm text-ink-muted md:px-5">
      {registeredAt !== null && (
        <>
          Registered on <Time at={registeredAt} />
        </>
      )}
      {registeredAt !== null && expiresAt !== null && ', '}
      {expiresAt !== null && (
        <>
          {registeredAt === null ? 'Expires' : 'expires'} on <Time at={expiresAt} />
        </>
      )}
      .{' '}
      <TextLink
        to="/$workspaceId/domains/look-up"
        params={{ workspaceId }}
        search={{ name: domain }}
        aria-label={`Look up ${domain}`}
      >
        Look up
      </TextLink>
    </p>
  );
}

/** Below the records: the published serial, and which secondaries serve it. */
import { useQuery } from '@tanstack/react-query';
import { useWorkspace } from '../../api/use-workspace.ts';
import { Status } from '../../ui/text/badge.tsx';
import { formatBytes } from '../../ui/text/bytes.ts';
import { Time } from '../../ui/text/time.tsx';
import { type Publication, publicationQuery } from './publication-query.ts';

const stripClass =
  'flex flex-wrap items-center gap-x-4 gap-y-1.5 border-t border-line bg-sunken px-4 py-2.5 text-sm text-ink-muted md:px-5';

export function PublicationStrip({
  domain,
  isPending,
}: {
  readonly domain: string;
  /** The registry has not confirmed the domain yet. */
  readonly isPending: boolean;
}) {
  const { workspaceId } = useWorkspace();
  const { data } = useQuery(publicationQuery({ workspaceId, domain }));
  if (isPending) {
    return <p className={stripClass}>Records take effect once the registry confirms the domain.</p>;
  }
  if (data?.serial === undefined || data.serial === null) return null;
  return (
    <section aria-label="Publication" className={stripClass}>
      <span>
        Serial <span className="figures font-medium text-ink">{data.serial}</span>
        {data.changedAt !== null && (
          <>
            , <Time at={data.changedAt} as="relative" />
          </>
        )}
      </span>
      <Secondaries secondaries={data.secondaries} />
      <Size {...data} />
    </section>
  );
}

function Secondaries({ secondaries }: Pick<Publication, 'secondaries'>) {
  if (secondaries.length === 0) {
    return (
      <span>
        Served by the built-in nameserver. Add a secondary with{' '}
        <code className="rounded-xs bg-hover px-1 py-0.5 font-mono text-xs text-ink">
          hostmaster secondary add
        </code>
      </span>
    );
  }
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1" aria-live="polite">
      {secondaries.map((secondary) => (
        <li key={secondary.name}>
          <Status tone={secondary.isCurrent && secondary.problem === null ? 'good' : 'warn'}>
            <span>
              <span className="font-medium text-ink">{secondary.name}</span> {stateOf(secondary)}
            </span>
          </Status>
        </li>
      ))}
    </ul>
  );
}

/** Where the limit comes into sight. */
function Size({
  recordBytes,
  recordBytesMax,
}: Pick<Publication, 'recordBytes' | 'recordBytesMax'>) {
  if (recordBytes === null || recordBytes < recordBytesMax / 2) return null;
  return (
    <span>
      The records take <span className="font-medium text-warn-ink">{formatBytes(recordBytes)}</span>{' '}
      of {formatBytes(recordBytesMax)}
    </span>
  );
}

function stateOf(secondary: Publication['secondaries'][number]): string {
  const { isCurrent, isReachable, serial, problem } = secondary;
  if (!isReachable) return 'is not answering';
  if (isCurrent) return problem ?? 'is up to date';
  const state = serial === null ? "hasn't synced yet" : `is syncing, at ${serial}`;
  return problem === null ? state : `${state}: ${problem}`;
}

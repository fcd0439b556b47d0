/** The records of a domain in a card: the editor, and whether they are published. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWorkspace } from '../../api/use-workspace.ts';
import { Card } from '../../ui/layout/card.tsx';
import { QueryView } from '../../ui/states/query-view.tsx';
import { Skeleton, SkeletonRows } from '../../ui/states/skeleton.tsx';
import { PublicationStrip } from './publication-strip.tsx';
import { RecordsEditor } from './records-editor.tsx';
import { recordsQuery } from './records-query.ts';

export function RecordsCard({
  domain,
  isReadOnly,
  isPending,
  isUrgent = false,
}: {
  readonly domain: string;
  readonly isReadOnly: boolean;
  /** The registry has not confirmed the domain yet. */
  readonly isPending: boolean;
  /** The page asks for something more important than records. */
  readonly isUrgent?: boolean;
}) {
  const { workspaceId } = useWorkspace();
  const [isEditing, setEditing] = useState(false);
  // What changed while a row was open is loaded when it is closed.
  const records = useQuery({ ...recordsQuery({ workspaceId, domain }), enabled: !isEditing });
  return (
    <Card isFlush>
      <QueryView query={records} loading={<Loading />}>
        {({ records: list, version }) => (
          <RecordsEditor
            key={domain}
            domain={domain}
            records={list}
            version={version}
            isReadOnly={isReadOnly}
            isUrgent={isUrgent}
            onEditing={setEditing}
          />
        )}
      </QueryView>
      <PublicationStrip domain={domain} isPending={isPending} />
    </Card>
  );
}

function Loading() {
  return (
    <>
      <div className="flex items-center justify-between gap-2 border-b border-line px-4 py-3 md:px-5">
        <Skeleton className="h-9 w-64 max-w-1/2" />
        <Skeleton className="h-9 w-32" />
      </div>
      <SkeletonRows count={6} />
    </>
  );
}

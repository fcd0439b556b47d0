/** The tags of a domain, by which the list of domains is filtered. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { workspaceClient } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { useMay } from '../../api/use-may.ts';
import { useOptimisticMutation } from '../../api/use-optimistic-mutation.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { type DomainPlace, domainKey } from '../../domains/domain-query.ts';
import { domainsKey } from '../../domains/domains-query.ts';
import { tagHint, tagProblem, tagsIn } from '../../domains/tag-words.ts';
import { SubmitButton, TextField } from '../../forms/form-fields.tsx';
import { FormView } from '../../forms/form-view.tsx';
import { useForm } from '../../forms/use-form.ts';
import { Button } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { QueryView } from '../../ui/states/query-view.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';

interface TagChange {
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
}

/** Tags of other domains that are offered; the others are typed. */
const offeredMax = 10;

export function TagsCard({ name, place }: { readonly name: string; readonly place: string }) {
  const { workspaceId } = useWorkspace();
  const may = useMay();
  const query = useQuery(tagsQuery({ workspaceId, domain: place }));
  const change = useTagChange(name, place);
  const mayChange = may('domains.manage');
  return (
    <Card title="Tags" description="Group your domains, and filter the list by tag.">
      <QueryView query={query} loading={<SkeletonRows count={1} />}>
        {(tags) => (
          <div className="flex flex-col gap-4">
            <TagList
              tags={tags}
              {...(mayChange
                ? { onRemove: (tag: string) => change.mutate({ remove: [tag] }) }
                : {})}
            />
            {mayChange && (
              <AddTags name={name} tags={tags} onAdd={(tag) => change.mutate({ add: [tag] })} />
            )}
          </div>
        )}
      </QueryView>
    </Card>
  );
}

function TagList({
  tags,
  onRemove,
}: {
  readonly tags: readonly string[];
  readonly onRemove?: (tag: string) => void;
}) {
  if (tags.length === 0) return <p className="text-ink-muted">This domain has no tags yet.</p>;
  return (
    <ul aria-label="Tags of this domain" className="flex flex-wrap gap-2">
      {tags.map((tag) => (
        <li
          key={tag}
          className="flex h-8 items-center rounded-md border border-line bg-hover pl-2.5 text-sm font-medium"
        >
          <span className={onRemove === undefined ? 'pr-2.5' : ''}>{tag}</span>
          {onRemove !== undefined && (
            <IconButton
              icon={X}
              size="sm"
              label={`Remove the tag ${tag}`}
              onClick={() => onRemove(tag)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

function AddTags({
  name,
  tags,
  onAdd,
}: {
  readonly name: string;
  readonly tags: readonly string[];
  readonly onAdd: (tag: string) => void;
}) {
  const { api, workspaceId } = useWorkspace();
  // Asked for when it is of use, because the page has enough to load.
  const [isTyping, setTyping] = useState(false);
  const { data: used = [] } = useQuery({
    queryKey: [workspaceId, 'tags'],
    queryFn: async ({ signal }) => (await api.listTags({}, { signal })).tags,
    enabled: isTyping,
  });
  const offered = used.filter((tag) => !tags.includes(tag)).slice(0, offeredMax);
  const form = useForm({
    initial: { add: '' },
    validate: ({ add }) => {
      const problem = tagProblem(add);
      return problem === null ? {} : { add: problem };
    },
    submit: ({ add }) => api.changeTags({ domain: name, add: tagsIn(add) }),
    onDone: async () => {
      form.reset();
      await refreshTags(workspaceId);
    },
  });
  return (
    <>
      {offered.length > 0 && (
        <ul aria-label="Tags of other domains" className="flex flex-wrap gap-2">
          {offered.map((tag) => (
            <li key={tag}>
              <Button
                size="sm"
                icon={Plus}
                aria-label={`Add the tag ${tag}`}
                onClick={() => onAdd(tag)}
              >
                {tag}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <FormView form={form} label="Add tags" className="max-w-md gap-3">
        <TextField
          form={form}
          name="add"
          label="New tags"
          hint={tagHint}
          placeholder="production client-acme"
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          onFocus={() => setTyping(true)}
        />
        <div>
          <SubmitButton form={form} variant="secondary">
            Add
          </SubmitButton>
        </div>
      </FormView>
    </>
  );
}

function tagsQuery(place: DomainPlace) {
  return queryOptions({
    queryKey: [...domainKey(place), 'tags'],
    queryFn: async ({ signal }): Promise<readonly string[]> =>
      (await workspaceClient(place.workspaceId).getTags({ domain: place.domain }, { signal })).tags,
  });
}

function useTagChange(domain: string, place: string) {
  const { api, workspaceId } = useWorkspace();
  return useOptimisticMutation({
    queryKey: tagsQuery({ workspaceId, domain: place }).queryKey,
    mutate: ({ add, remove }: TagChange) =>
      api.changeTags({
        domain,
        ...(add === undefined ? {} : { add: [...add] }),
        ...(remove === undefined ? {} : { remove: [...remove] }),
      }),
    change: (tags: readonly string[], { add = [], remove = [] }) =>
      [...tags, ...add].filter((tag) => !remove.includes(tag)).toSorted(),
    onDone: () => void refreshTags(workspaceId),
    failureTitle: "Couldn't change the tags",
  });
}

/** Also in the list of domains, and among the tags that are offered. */
async function refreshTags(workspaceId: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: domainsKey(workspaceId) }),
    queryClient.invalidateQueries({ queryKey: [workspaceId, 'tags'] }),
    queryClient.invalidateQueries({ queryKey: [workspaceId, 'domain'] }),
  ]);
}

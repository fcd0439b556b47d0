/** The templates to choose from. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { workspaceClient } from '../api/client.ts';
import { useWorkspace } from '../api/use-workspace.ts';
import { QueryView } from '../ui/states/query-view.tsx';
import { SkeletonRows } from '../ui/states/skeleton.tsx';
import type { Template } from './template.ts';

export function templatesQuery(workspaceId: string) {
  return queryOptions({
    queryKey: [workspaceId, 'templates'],
    queryFn: async ({ signal }): Promise<readonly Template[]> =>
      (await workspaceClient(workspaceId).listTemplates({}, { signal })).templates,
  });
}

export function TemplateList({ onChoose }: { readonly onChoose: (template: Template) => void }) {
  const { workspaceId } = useWorkspace();
  const templates = useQuery(templatesQuery(workspaceId));
  return (
    <QueryView query={templates} loading={<SkeletonRows count={6} />}>
      {(list) => (
        <ul className="grid gap-2 md:grid-cols-2">
          {list
            .toSorted((a, b) => a.title.localeCompare(b.title))
            .map((template) => (
              <li key={template.id}>
                <button
                  type="button"
                  onClick={() => onChoose(template)}
                  className="flex h-full w-full flex-col rounded-md border border-line-strong bg-surface px-3.5 py-2.5 text-left shadow-control hover:bg-hover"
                >
                  <span className="font-medium">{template.title}</span>
                  <span className="text-sm text-ink-muted">{template.summary}</span>
                </button>
              </li>
            ))}
        </ul>
      )}
    </QueryView>
  );
}

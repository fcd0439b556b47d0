/** The templates of the workspace: records for a purpose, applied to a zone in one step. */
import { useQuery } from '@tanstack/react-query';
import { LayoutTemplate, Pencil, Plus, Trash2 } from 'lucide-react';
import { useWorkspace } from '../../api/use-workspace.ts';
import type { Template } from '../../templates/template.ts';
import { templatesQuery } from '../../templates/template-list.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { type DialogSubject, useDialogSubject } from '../../ui/popups/use-dialog-subject.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { QueryView } from '../../ui/states/query-view.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { Allowed } from '../../workspaces/allowed.tsx';
import { ConfirmChangeDialog } from '../../workspaces/confirm-change-dialog.tsx';
import { linesOf } from './record-lines.ts';
import { TemplateDialog } from './template-dialog.tsx';

export function TemplatesPage() {
  const { workspaceId } = useWorkspace();
  const query = useQuery(templatesQuery(workspaceId));
  const editing = useDialogSubject<Template | 'new'>();
  const deletion = useDialogSubject<Template>();
  const own = query.data?.filter(({ source }) => source === 'workspace') ?? [];
  const add = (
    <Allowed act="workspace.manage">
      <Button variant="primary" icon={Plus} onClick={() => editing.open('new')}>
        Add template
      </Button>
    </Allowed>
  );
  return (
    <Page
      title="Templates"
      description="Your own sets of records, applied to a domain in one step."
      width="narrow"
      actions={own.length > 0 && add}
    >
      <QueryView query={query} loading={<SkeletonRows count={3} />}>
        {() =>
          own.length === 0 ? (
            <Card>
              <EmptyState icon={LayoutTemplate} title="No templates yet" action={add}>
                Templates for common providers are built in. Add your own for everything else.
              </EmptyState>
            </Card>
          ) : (
            own.map((template) => (
              <TemplateCard
                key={template.id}
                template={template}
                onEdit={() => editing.open(template)}
                onDelete={() => deletion.open(template)}
              />
            ))
          )
        }
      </QueryView>
      <TemplateDialog
        key={editing.opening}
        template={editing.subject === 'new' ? null : editing.subject}
        ids={own.map(({ id }) => id)}
        isOpen={editing.isOpen}
        onClose={editing.close}
      />
      <DeleteTemplate dialog={deletion} />
    </Page>
  );
}

function TemplateCard({
  template,
  onEdit,
  onDelete,
}: {
  readonly template: Template;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}) {
  const { title, summary, records } = template;
  return (
    <Card
      title={title}
      {...(summary === '' ? {} : { description: summary })}
      action={
        <Allowed act="workspace.manage">
          <div className="-my-1 -mr-2 flex">
            <IconButton icon={Pencil} label={`Edit ${title}`} onClick={onEdit} />
            <IconButton icon={Trash2} label={`Delete ${title}`} tone="danger" onClick={onDelete} />
          </div>
        </Allowed>
      }
    >
      <pre className="font-mono text-sm break-all whitespace-pre-wrap text-ink-muted">
        {linesOf(records)}
      </pre>
    </Card>
  );
}

function DeleteTemplate({ dialog }: { readonly dialog: DialogSubject<Template> }) {
  const { api } = useWorkspace();
  return (
    <ConfirmChangeDialog
      dialog={dialog}
      title={({ title }) => `Delete ${title}?`}
      confirmLabel="Delete template"
      change={({ id }) => api.deleteTemplate({ templateId: id })}
      doneTitle={() => 'Template deleted'}
    >
      {() => "Records it added to your domains won't change."}
    </ConfirmChangeDialog>
  );
}

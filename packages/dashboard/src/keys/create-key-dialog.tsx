/** Creates a key, then shows its secret once. The secret is left only by the button below it. */
import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { refreshWorkspace } from '../api/refresh-workspace.ts';
import { useWorkspace } from '../api/use-workspace.ts';
import { PasswordGate } from '../forms/password-gate.tsx';
import { Dialog } from '../ui/popups/dialog.tsx';
import { Skeleton } from '../ui/states/skeleton.tsx';
import { type Secret, SecretView } from './secret-view.tsx';

export interface CreatedView extends Secret {
  readonly title: string;
  readonly description: ReactNode;
}

export function CreateKeyDialog<Created>({
  isOpen,
  onClose,
  title,
  description,
  form: Form,
  view,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly description: string;
  readonly form: ComponentType<{
    readonly onCancel: () => void;
    readonly onCreated: (created: Created) => void;
  }>;
  /** What is shown once the key exists. */
  readonly view: (created: Created) => CreatedView;
}) {
  const { workspaceId } = useWorkspace();
  const [created, setCreated] = useState<CreatedView | null>(null);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isLocked={created !== null}
      title={created?.title ?? title}
      description={created?.description ?? description}
    >
      {created === null ? (
        <PasswordGate>
          <Suspense fallback={<Skeleton className="h-64" />}>
            <Form
              onCancel={onClose}
              onCreated={(key) => {
                setCreated(view(key));
                void refreshWorkspace(workspaceId);
              }}
            />
          </Suspense>
        </PasswordGate>
      ) : (
        <SecretView secret={created} onStored={onClose} />
      )}
    </Dialog>
  );
}

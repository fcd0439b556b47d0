/** The account, the theme, and signing out. */
import { useNavigate } from '@tanstack/react-router';
import {
  BookOpen,
  ChevronsUpDown,
  CircleQuestionMark,
  CircleUser,
  LogOut,
  Server,
} from 'lucide-react';
import { dashboard } from '../api/client.ts';
import { explainError } from '../api/explain-error.ts';
import { useSession } from '../api/session.ts';
import { announceSignOut, reloadAtSignIn } from '../api/sign-out.ts';
import { useWorkspace } from '../api/use-workspace.ts';
import { classNames } from '../ui/class-names.ts';
import { Menu } from '../ui/popups/menu.tsx';
import { showToast } from '../ui/popups/toast-queue.ts';
import { type Theme, useTheme } from './theme.ts';

const themes: readonly { readonly value: Theme; readonly label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

export function AccountMenu({ isCompact = false }: { readonly isCompact?: boolean }) {
  const { account } = useSession();
  const { workspaceId } = useWorkspace();
  const [theme, setTheme] = useTheme();
  const navigate = useNavigate();
  return (
    <Menu
      side={isCompact ? 'bottom' : 'top'}
      align={isCompact ? 'end' : 'start'}
      fitsTrigger={!isCompact}
      trigger={
        <button
          type="button"
          className={classNames(
            'flex items-center gap-2.5 text-left hover:bg-hover data-popup-open:bg-hover',
            isCompact ? 'rounded-full' : 'w-full rounded-sm p-1.5',
          )}
        >
          <span className="sr-only">Account menu</span>
          <Initials name={account.name} />
          {!isCompact && (
            <>
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{account.name}</span>
                <span className="block truncate text-xs text-ink-muted">{account.email}</span>
              </span>
              <ChevronsUpDown className="size-3.5 shrink-0 text-ink-faint" aria-hidden="true" />
            </>
          )}
        </button>
      }
    >
      {({ Choice, Item, Separator }) => (
        <>
          {isCompact && (
            <div className="max-w-64 px-2 py-1.5">
              <p className="truncate font-medium">{account.name}</p>
              <p className="truncate text-sm text-ink-muted">{account.email}</p>
            </div>
          )}
          <Item
            icon={CircleUser}
            onSelect={() => void navigate({ to: '/$workspaceId/account', params: { workspaceId } })}
          >
            Account
          </Item>
          {account.isOperator && (
            <Item
              icon={Server}
              onSelect={() =>
                void navigate({ to: '/$workspaceId/service', params: { workspaceId } })
              }
            >
              Service
            </Item>
          )}
          <Separator />
          <Choice label="Theme" options={themes} value={theme} onChange={setTheme} />
          <Separator />
          <Item
            icon={CircleQuestionMark}
            onSelect={() => void navigate({ to: '/$workspaceId/help', params: { workspaceId } })}
          >
            Help
          </Item>
          <Item icon={BookOpen} onSelect={() => window.open('/reference', '_blank', 'noopener')}>
            API reference
          </Item>
          <Separator />
          <Item icon={LogOut} onSelect={() => void signOut()}>
            Sign out
          </Item>
        </>
      )}
    </Menu>
  );
}

async function signOut(): Promise<void> {
  try {
    await dashboard.signOut();
    announceSignOut();
    reloadAtSignIn();
  } catch (error) {
    showToast({
      tone: 'bad',
      title: "Couldn't sign you out",
      description: explainError(error).message,
    });
  }
}

function Initials({ name }: { readonly name: string }) {
  const letters = name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .slice(0, 2)
    .join('')
    .toUpperCase();
  return (
    <span
      aria-hidden="true"
      className="flex size-8 shrink-0 items-center justify-center rounded-full bg-accent-soft text-xs font-semibold text-accent-ink"
    >
      {letters}
    </span>
  );
}

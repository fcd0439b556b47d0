/** The members, with what the signed-in person may do about each. */
import { roleTitles } from '@hostmaster/contract/roles';
import { Ellipsis } from 'lucide-react';
import { useSession } from '../../api/session.ts';
import { useMay } from '../../api/use-may.ts';
import { spendingText } from '../../credits/cap.ts';
import { shownName } from '../../domains/shown-name.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Menu } from '../../ui/popups/menu.tsx';
import { Badge } from '../../ui/text/badge.tsx';
import { Time } from '../../ui/text/time.tsx';
import type { Invitation, Member } from './members-query.ts';

export interface MemberActions {
  readonly onRole: (member: Member) => void;
  readonly onCap: (member: Member) => void;
  readonly onRemove: (member: Member) => void;
  readonly onHandOver: (member: Member) => void;
}

export function MemberList({
  members,
  ...actions
}: MemberActions & { readonly members: readonly Member[] }) {
  const { account } = useSession();
  const sorted = members.toSorted((a, b) => a.name.localeCompare(b.name));
  return (
    <ul aria-label="Members" className="divide-y divide-line">
      {sorted.map((member) => (
        <li key={member.id} className="flex items-start gap-3 px-5 py-3.5">
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-2 font-medium break-words">
              {member.name}
              {member.id === account.id && <Badge>You</Badge>}
            </p>
            <p className="text-sm break-all text-ink-muted">{member.email}</p>
            <GrantLine grant={member} className="md:hidden" />
            <SpendingLine member={member} className="md:hidden" />
          </div>
          <div className="w-56 shrink-0 max-md:hidden">
            <GrantLine grant={member} />
            <SpendingLine member={member} />
            <p className="text-sm text-ink-muted">
              Joined <Time at={member.joinedAt} />
            </p>
          </div>
          <MemberMenu member={member} isOwn={member.id === account.id} {...actions} />
        </li>
      ))}
    </ul>
  );
}

/** Shown where there is a cap, or something was spent. */
function SpendingLine({
  member: { spending },
  className = '',
}: {
  readonly member: Member;
  readonly className?: string;
}) {
  if (spending === null || (spending.cap === null && spending.spent === 0)) return null;
  return <p className={`text-sm text-ink-muted ${className}`}>{spendingText(spending)}</p>;
}

/** The role, and the domains it is limited to. */
export function GrantLine({
  grant: { role, domainNames },
  className = '',
}: {
  readonly grant: Pick<Invitation, 'role' | 'domainNames'>;
  readonly className?: string;
}) {
  return (
    <p className={`text-sm ${className}`}>
      {roleTitles[role]}
      {domainNames !== null && (
        <span className="block break-all text-ink-muted">
          {domainNames.length === 0
            ? 'Only other domains'
            : `Only ${domainNames.map(shownName).join(', ')}`}
        </span>
      )}
    </p>
  );
}

function MemberMenu({
  member,
  isOwn,
  onRole,
  onCap,
  onRemove,
  onHandOver,
}: MemberActions & { readonly member: Member; readonly isOwn: boolean }) {
  const may = useMay();
  const mayChange = may(member.role === 'owner' ? 'owners.manage' : 'members.manage');
  // The place stays empty, so that the columns are aligned.
  if (!mayChange) return <span className="size-8 shrink-0" />;
  return (
    <Menu trigger={<IconButton icon={Ellipsis} label={`Actions for ${member.name}`} />} align="end">
      {({ Item }) => (
        <>
          <Item onSelect={() => onRole(member)}>Change role</Item>
          {(!isOwn || may('owners.manage')) && (
            <Item onSelect={() => onCap(member)}>Set spending cap</Item>
          )}
          {!isOwn && may('owners.manage') && (
            <Item onSelect={() => onHandOver(member)}>Hand over ownership</Item>
          )}
          {!isOwn && <Item onSelect={() => onRemove(member)}>Remove</Item>}
        </>
      )}
    </Menu>
  );
}

/** The table of what each role may do, as the service enforces it. */
import { actTitles } from '@hostmaster/contract/act-titles';
import { type Act, acts, type Role, roles, roleTitles } from '@hostmaster/contract/roles';
import { Check } from 'lucide-react';
import { useWorkspace } from '../../api/use-workspace.ts';
import { classNames } from '../../ui/class-names.ts';
import { Card } from '../../ui/layout/card.tsx';

export function RoleTable() {
  const { role: own } = useWorkspace().grant;
  return (
    <Card
      title="What each role can do"
      description="API tokens and dynamic DNS keys can never do more than the person who created them. DNS editors and read-only members can be limited to certain domains; then they can't see anything else in the workspace."
      isFlush
    >
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the keyboard
        tabIndex={0}
        aria-label="Roles and permissions"
        className="relative overflow-x-auto"
      >
        <table className="w-full min-w-xl text-sm">
          <thead>
            <tr className="border-b border-line text-left text-ink-muted">
              <th scope="col" className="w-44 py-2.5 pl-5 font-medium md:w-auto">
                Permission
              </th>
              {roles.map((role) => (
                <th
                  key={role}
                  scope="col"
                  className={classNames('px-2 py-2.5 text-center font-medium', ownClass(role, own))}
                >
                  {roleTitles[role]}
                  {role === own && <span className="block text-xs font-normal">You</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Object.entries(acts).map(([act, { roles: allowed }]) => (
              <tr key={act} className="border-b border-line last:border-b-0">
                <th scope="row" className="py-2.5 pr-2 pl-5 text-left font-normal text-pretty">
                  {actTitles[act as Act]}
                </th>
                {roles.map((role) => (
                  <td key={role} className={classNames('px-2 text-center', ownClass(role, own))}>
                    <Mark isAllowed={(allowed as readonly Role[]).includes(role)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  );
}

function ownClass(role: Role, own: Role): string {
  return role === own ? 'bg-accent-soft text-accent-ink' : '';
}

function Mark({ isAllowed }: { readonly isAllowed: boolean }) {
  return (
    <>
      {isAllowed ? (
        <Check className="inline size-4 text-good-ink" aria-hidden="true" />
      ) : (
        <span aria-hidden="true">–</span>
      )}
      <span className="sr-only">{isAllowed ? 'Yes' : 'No'}</span>
    </>
  );
}

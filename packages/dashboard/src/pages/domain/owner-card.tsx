/** The registrant of a domain, and the way to change it. */

import { Pencil } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { ContactView } from '../../contacts/contact-view.tsx';
import type { OwnedDomain } from '../../domains/domain-query.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Banner } from '../../ui/layout/banner.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { useDialogSubject } from '../../ui/popups/use-dialog-subject.ts';
import { Badge } from '../../ui/text/badge.tsx';
import { Allowed } from '../../workspaces/allowed.tsx';
import { AddressNotice } from './address-notice.tsx';

const OwnerDialog = lazy(async () => ({
  default: (await import('./owner-dialog.tsx')).OwnerDialog,
}));

export function OwnerCard({ domain }: { readonly domain: OwnedDomain }) {
  const editing = useDialogSubject<OwnedDomain>();
  const isLive = domain.state === 'live';
  // A registration that is under way has its own notice.
  const isPending = isLive && domain.isContactPending;
  return (
    <Card
      title="Domain owner"
      description="The registrant on record with the registry."
      action={
        isLive && (
          <div className="flex items-center gap-3">
            {isPending && <Badge tone="accent">Change pending</Badge>}
            <Allowed act="domains.manage">
              <Button size="sm" icon={Pencil} onClick={() => editing.open(domain)}>
                Change owner details
              </Button>
            </Allowed>
          </div>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {isPending && (
          <Banner>
            The registry hasn't confirmed these details yet. Most do so within seconds; some decide
            later. If it declines, the previous details are restored and you get an email.
          </Banner>
        )}
        {isLive && <AddressNotice domain={domain} />}
        <ContactView contact={domain.contact} />
      </div>
      {editing.opening > 0 && (
        <Suspense>
          <OwnerDialog key={editing.opening} dialog={editing} />
        </Suspense>
      )}
    </Card>
  );
}

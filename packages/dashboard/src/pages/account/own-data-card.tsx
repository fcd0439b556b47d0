/** Downloads everything that is stored about the account. */
import { Download } from 'lucide-react';
import { dashboard } from '../../api/client.ts';
import { buttonClass } from '../../ui/controls/button.tsx';
import { Card } from '../../ui/layout/card.tsx';

export function OwnDataCard() {
  return (
    <Card
      title="Your data"
      description="Your account, sessions, second factors, emails, memberships, keys and activity, as JSON lines. Secrets aren't included."
    >
      <a href={dashboard.urlOf('exportOwnData', {})} download className={buttonClass({})}>
        <Download className="size-4 shrink-0" aria-hidden="true" />
        Download your data
      </a>
    </Card>
  );
}

/** The account: name, email address, password, second factors, sessions, own data and deletion. */
import { PasswordGate } from '../../forms/password-gate.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { DeleteAccountCard } from './delete-account-card.tsx';
import { EmailCard } from './email-card.tsx';
import { LinkedSignInsCard } from './linked-sign-ins-card.tsx';
import { OwnDataCard } from './own-data-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { RecentAccessCard } from './recent-access-card.tsx';
import { SecondFactorsCard } from './second-factors-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

export function AccountPage() {
  return (
    <Page
      title="Account"
      description="Your profile and sign-in settings for every workspace."
      width="narrow"
    >
      <ProfileCard />
      <PasswordGate>
        <EmailCard />
        <PasswordCard />
      </PasswordGate>
      <SecondFactorsCard />
      <LinkedSignInsCard />
      <RecentAccessCard />
      <SessionsCard />
      <OwnDataCard />
      <DeleteAccountCard />
    </Page>
  );
}

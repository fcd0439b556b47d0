/** Which handler serves which endpoint of the dashboard. The compiler refuses a missing line. */
import { accountHandlers } from './account.ts';
import { activityHandlers } from './activity.ts';
import { contactHandlers } from './contacts.ts';
import { creditHandlers } from './credits.ts';
import type { Handlers } from './dashboard-handler.ts';
import { domainHandlers } from './domain-details.ts';
import { domainListHandlers } from './domain-list.ts';
import { emailLinkHandlers } from './email-links.ts';
import { identityHandlers } from './identities.ts';
import { keyHandlers } from './keys.ts';
import { mailboxHandlers } from './mailbox.ts';
import { memberHandlers } from './members.ts';
import { overviewHandlers } from './overview.ts';
import { passwordResetHandlers } from './password-reset.ts';
import { recentAccessHandlers } from './recent-access.ts';
import { searchHandlers } from './search.ts';
import { secondFactorHandlers } from './second-factors.ts';
import { sessionHandlers } from './session.ts';
import { signInHandlers } from './sign-in.ts';
import { signUpHandlers } from './sign-up.ts';
import { transferOutHandlers } from './transfers-out.ts';
import { workspaceHandlers } from './workspace.ts';
import { zoneHandlers } from './zones.ts';

export const handlers: Handlers = {
  ...sessionHandlers,
  ...signUpHandlers,
  ...emailLinkHandlers,
  ...signInHandlers,
  ...passwordResetHandlers,
  ...transferOutHandlers,
  ...accountHandlers,
  ...secondFactorHandlers,
  ...identityHandlers,
  ...recentAccessHandlers,
  ...workspaceHandlers,
  ...memberHandlers,
  ...keyHandlers,
  ...contactHandlers,
  ...searchHandlers,
  ...domainHandlers,
  ...domainListHandlers,
  ...activityHandlers,
  ...zoneHandlers,
  ...mailboxHandlers,
  ...overviewHandlers,
  ...creditHandlers,
};

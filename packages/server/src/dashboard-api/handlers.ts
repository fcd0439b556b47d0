/** Which handler serves which endpoint of the dashboard. The compiler refuses a missing line. */

import { activityHandlers } from './activity.ts';
import { contactHandlers } from './contacts.ts';
import { creditHandlers } from './credits.ts';
import type { Handlers } from './dashboard-handler.ts';
import { domainHandlers } from './domain-details.ts';
import { domainListHandlers } from './domain-list.ts';
import { keyHandlers } from './keys.ts';
import { mailboxHandlers } from './mailbox.ts';
import { overviewHandlers } from './overview.ts';
import { accountHandlers } from './people/account.ts';
import { emailLinkHandlers } from './people/email-links.ts';
import { identityHandlers } from './people/identities.ts';
import { memberHandlers } from './people/members.ts';
import { passwordResetHandlers } from './people/password-reset.ts';
import { recentAccessHandlers } from './people/recent-access.ts';
import { secondFactorHandlers } from './people/second-factors.ts';
import { sessionHandlers } from './people/session.ts';
import { signInHandlers } from './people/sign-in.ts';
import { signUpHandlers } from './people/sign-up.ts';
import { savedFilterHandlers } from './saved-filters.ts';
import { searchHandlers } from './search.ts';
import { serviceStateHandlers } from './service-state.ts';
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
  ...savedFilterHandlers,
  ...searchHandlers,
  ...domainHandlers,
  ...domainListHandlers,
  ...activityHandlers,
  ...zoneHandlers,
  ...mailboxHandlers,
  ...serviceStateHandlers,
  ...overviewHandlers,
  ...creditHandlers,
};

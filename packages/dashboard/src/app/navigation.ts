/** The side navigation as data. A page that has a line here exists in app/routes/. */
import {
  Building2,
  CircleQuestionMark,
  CircleUser,
  Coins,
  Contact,
  FileKey2,
  Globe,
  History,
  Inbox,
  KeyRound,
  LayoutDashboard,
  LayoutTemplate,
  type LucideIcon,
  Webhook,
} from 'lucide-react';

export interface NavigationItem {
  /** Below the workspace: `domains`, `settings/tokens`. */
  readonly path: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Shown in the bar at the bottom of phones, which has room for four. */
  readonly isPrimary?: boolean;
  /** Only where the service shows its mail, with the number of new ones. */
  readonly isMailbox?: boolean;
}

export interface NavigationSection {
  readonly label: string | null;
  readonly items: readonly NavigationItem[];
}

export const navigation: readonly NavigationSection[] = [
  {
    label: null,
    items: [
      { path: 'overview', label: 'Overview', icon: LayoutDashboard, isPrimary: true },
      { path: 'domains', label: 'Domains', icon: Globe, isPrimary: true },
      { path: 'credits', label: 'Credits', icon: Coins, isPrimary: true },
      { path: 'activity', label: 'Activity', icon: History },
    ],
  },
  {
    label: 'Settings',
    items: [
      { path: 'settings/tokens', label: 'API tokens', icon: KeyRound },
      { path: 'settings/update-keys', label: 'Dynamic DNS keys', icon: FileKey2 },
      { path: 'settings/webhooks', label: 'Webhooks', icon: Webhook },
      { path: 'settings/contacts', label: 'Contacts', icon: Contact },
      { path: 'settings/templates', label: 'Templates', icon: LayoutTemplate },
      { path: 'settings/members', label: 'Members', icon: CircleUser },
      { path: 'settings/workspace', label: 'Workspace', icon: Building2 },
    ],
  },
  {
    label: 'Personal',
    items: [
      { path: 'account', label: 'Account', icon: CircleUser },
      { path: 'mailbox', label: 'Mailbox', icon: Inbox, isMailbox: true },
      { path: 'help', label: 'Help', icon: CircleQuestionMark },
    ],
  },
];

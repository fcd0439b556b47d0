/** The side navigation as data. A page that has a line here exists in app/router.tsx. */
import { CircleUser, Globe, type LucideIcon } from 'lucide-react';

export interface NavigationItem {
  /** Below the workspace: `domains`, `settings/tokens`. */
  readonly path: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Has a place in the bar at the bottom of phones; four fit. */
  readonly isPrimary?: boolean;
}

export interface NavigationSection {
  readonly label: string | null;
  readonly items: readonly NavigationItem[];
}

export const navigation: readonly NavigationSection[] = [
  {
    label: null,
    items: [{ path: 'domains', label: 'Domains', icon: Globe, isPrimary: true }],
  },
  {
    label: 'You',
    items: [{ path: 'account', label: 'Account', icon: CircleUser }],
  },
];

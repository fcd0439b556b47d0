/** The templates of Hostmaster itself, one file each. */
import type { Template } from '@hostmaster/contract';
import { cloudflarePages } from './built-in/cloudflare-pages.ts';
import { fastmail } from './built-in/fastmail.ts';
import { githubPages } from './built-in/github-pages.ts';
import { googleWorkspace } from './built-in/google-workspace.ts';
import { icloudMail } from './built-in/icloud-mail.ts';
import { microsoft365 } from './built-in/microsoft-365.ts';
import { netlify } from './built-in/netlify.ts';
import { noMail } from './built-in/no-mail.ts';
import { parked } from './built-in/parked.ts';
import { protonMail } from './built-in/proton-mail.ts';
import { vercel } from './built-in/vercel.ts';
import { zohoMail } from './built-in/zoho-mail.ts';

export const builtInTemplates: readonly Template[] = [
  googleWorkspace,
  microsoft365,
  fastmail,
  protonMail,
  icloudMail,
  zohoMail,
  vercel,
  netlify,
  githubPages,
  cloudflarePages,
  noMail,
  parked,
];
